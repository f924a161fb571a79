import Diagnostics
import Links

/// Puts plugins together and collects every error on the way.
///
/// The steps, each in its own file: names, gates, coordinators, routes, links between routes. A
/// step leaves out what it has reported, so that one fault is told once; nothing is built if
/// anything is wrong.
struct DefinitionBuilder {
  /// Everything that is wrong, in the order of the files once `build` has returned.
  private(set) var errors: [DefinitionError] = []

  /// How many more names may be compared to find the one that was meant.
  var suggestionsLeft = Limits.suggestionsMax
  let plugins: [PluginDraft]
  var gateIndex: [TextBytes: Int] = [:]
  var coordinatorIndex: [TextBytes: Int] = [:]
  var screenIndex: [TextBytes: Int] = [:]
  var patternIndex: [TextBytes: Int] = [:]

  /// Gates, every gate after those it requires.
  var gateDrafts: [GateDraft] = []
  var gateRequires: [GateSet] = []
  var coordinatorDrafts: [CoordinatorDraft] = []
  var coordinatorParents: [Int?] = []
  var coordinatorGates: [GateSet] = []
  var screenDrafts: [ScreenDraft] = []
  /// The routes in order of bytes of their patterns, and which of `plugins` has each.
  var routeDrafts: [(draft: RouteDraft, plugin: Int)] = []
  var routeGates: [GateSet] = []

  init(plugins: [PluginDraft]) {
    self.plugins = plugins.sorted { precedes($0.name.value, $1.name.value) }
  }

  mutating func build() -> DefinitionParts? {
    guard collectNames() else { return failed() }
    orderGates()
    linkCoordinators()
    checkRoutes()
    // Circles of gates or coordinators leave nothing to connect.
    guard let table = makeTable(), coordinatorGates.count == coordinatorDrafts.count,
      gateRequires.count == gateDrafts.count,
      let root = roots.first
    else { return failed() }
    let parts = connect(table: table, root: root)
    return errors.isEmpty ? parts : failed()
  }

  mutating func report(_ error: DefinitionError) {
    guard !isFull else { return }
    errors.append(errors.count == Limits.errorsMax ? .tooManyErrors : error)
  }

  /// Whether the next error will not be kept, so that nobody need work out its advice.
  var isFull: Bool { errors.count > Limits.errorsMax }

  /// The coordinators that are nobody's child; a flow has no place in the tree.
  var roots: [Int] {
    coordinatorDrafts.indices.filter {
      coordinatorParents[$0] == nil && coordinatorDrafts[$0].kind != .flow
    }
  }

  private mutating func failed() -> DefinitionParts? {
    // That there are more is told last, not among those without a place.
    let last = isFull ? errors.popLast() : nil
    errors.sort { left, right in
      guard let rightPosition = right.position else { return false }
      guard let leftPosition = left.position else { return true }
      return leftPosition < rightPosition
    }
    if let last { errors.append(last) }
    return nil
  }
}

/// Whether a text comes before another in order of bytes.
func precedes(_ left: String, _ right: String) -> Bool {
  var (left, right) = (left, right)
  return left.withUTF8 { left in right.withUTF8 { left.lexicographicallyPrecedes($0) } }
}

extension Array {
  /// The elements in order of bytes of a text of each. Indices are sorted, since drafts are large.
  func sorted(byBytesOf text: (Element) -> String) -> [Element] {
    let texts = map(text)
    return indices.sorted { precedes(texts[$0], texts[$1]) }.map { self[$0] }
  }
}
