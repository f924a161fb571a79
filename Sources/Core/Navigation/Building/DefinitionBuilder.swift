import Diagnostics
import RouteProofs

/// Combines plugins into a definition and collects all errors.
///
/// The steps, each in its own file: names, gates, coordinators, routes, references. A step leaves
/// out what it has reported and what depends on it, so that later steps report everything else and
/// nothing twice.
struct DefinitionBuilder: ~Copyable {
  /// All errors, sorted by position once `build` has returned.
  private(set) var errors: [Diagnostic] = []
  /// What is left out.
  var gaps = DefinitionGaps()

  /// The number of names that may still be compared to make suggestions.
  var suggestionsLeft = Limits.suggestionsMax
  /// The steps that comparisons of routes may still take.
  var comparisonStepsLeft: Int
  var plugins: [PluginDraft]
  var gateIndex: [TextBytes: Int] = [:]
  /// The sources, `inside` and `outside` first.
  var sources: [Source] = []
  var sourceIndex: [TextBytes: Int] = [:]
  /// The links to screens that ask for consent.
  var consents: [Located<String>] = []
  var coordinatorIndex: [TextBytes: Int] = [:]
  var screenIndex: [TextBytes: Int] = [:]
  /// Screens that routes name, but that no plugin declares.
  var undeclaredScreens: [TextBytes: Int] = [:]

  /// The gates, each after those that it requires.
  var gateDrafts: [GateDraft] = []
  /// For each gate, everything that it requires, in the order to ask for it.
  var gateRequires: [[Identifier<Gate>]] = []
  var coordinatorDrafts: [CoordinatorDraft] = []
  var coordinatorParents: [Int?] = []
  /// For each coordinator, its gates and those of its ancestors, in the order to ask for them.
  var coordinatorGates: [[Identifier<Gate>]] = []
  var screenDrafts: [ScreenDraft] = []
  var routeDrafts = DeclaredRoutes()
  /// For each route, its own gates, in the order to ask for them.
  var routeGates: [[Identifier<Gate>]] = []

  init(
    plugins: [PluginDraft], comparisonStepsMax: Int = RouteProofs.Limits.comparisonStepsMax
  ) {
    comparisonStepsLeft = comparisonStepsMax
    self.plugins = plugins.inOrder { bytesPrecede($0.name.value, $1.name.value) }
    for plugin in plugins { gaps.unread.formUnion(plugin.unread) }
    gaps.areParentsKnown = !gaps.unread.contains(.coordinators)
    gaps.isTreeKnown = gaps.unread.isDisjoint(with: [.coordinators, .gates])
  }

  /// The definition of everything without errors; `nil` if a limit of the whole definition is
  /// exceeded.
  mutating func build() -> DefinitionParts? {
    defer { sortErrors() }
    extendRoutes()
    guard collectNames() else { return nil }
    orderGates()
    linkCoordinators()
    checkRoutes()
    guard let table = makeTable() else { return nil }
    return connect(table: table, root: roots.first ?? 0)
  }

  /// - Parameter subject: What is declared twice or not at all.
  mutating func report(_ error: Diagnostic, about subject: Subject? = nil) {
    if error.code.concernsTree || subject?.concernsTree ?? false { gaps.isTreeKnown = false }
    guard !isFull else { return }
    errors.append(
      errors.count == Limits.errorsMax ? .tooManyErrors(at: error.position) : error)
  }

  /// Whether further errors would be discarded, so that their advice need not be computed.
  var isFull: Bool { errors.count > Limits.errorsMax }

  /// The coordinators without a parent, except flows, which have no place in the tree.
  var roots: [Int] {
    coordinatorDrafts.indices.filter {
      coordinatorParents[$0] == nil && coordinatorDrafts[$0].kind != .flow
    }
  }

  private mutating func sortErrors() {
    // The error for too many errors stays last.
    let last = isFull ? errors.popLast() : nil
    errors = errors.inOrder { left, right in
      guard let rightPosition = right.position else { return false }
      guard let leftPosition = left.position else { return true }
      return leftPosition < rightPosition
    }
    if let last { errors.append(last) }
  }
}

extension DiagnosticCode {
  /// Whether a coordinator or gate is wrong, so that what the tree shows is not known.
  fileprivate var concernsTree: Bool {
    switch self {
    case .gateCycle, .coordinatorCycle, .coordinatorRoot, .coordinatorShape, .coordinatorStart,
      .gateUnsatisfiable, .gateBehindItself, .routeParent:
      true
    default: false
    }
  }
}

extension Array {
  /// The elements in byte order of a text of each. Sorts indices because drafts are large.
  func sorted(byBytesOf text: (Element) -> String) -> [Element] {
    let texts = map(text)
    return placesInOrder(count) { bytesPrecede(texts[$0], texts[$1]) }.map { self[$0] }
  }
}
