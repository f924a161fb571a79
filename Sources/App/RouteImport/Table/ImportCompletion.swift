import Diagnostics
import Links
import Navigation

/// What a definition needs and a table lacks: one root coordinator, the starts of stacks, and the
/// challenges of gates.
struct ImportCompletion {
  private let table: ImportedTable
  private(set) var gates: [GateDraft]
  private(set) var coordinators: [CoordinatorDraft]
  /// The routes that are added.
  private(set) var added: [RouteDraft] = []
  private(set) var remarks: [ImportRemark] = []

  init(_ table: ImportedTable) {
    self.table = table
    gates = table.gates
    coordinators = table.coordinators
  }

  mutating func complete() {
    addChallenges()
    addStarts()
    addRoot()
  }

  private var routes: some Sequence<RouteDraft> { table.routes.lazy.compactMap(\.draft) }

  /// Declares each gate that a route or coordinator names, with a login screen as its challenge:
  /// one of the table, or a new one.
  private mutating func addChallenges() {
    let named = routes.flatMap(\.gates) + coordinators.flatMap(\.gates)
    for gate in named.map(\.value) where !gates.contains(where: { sameBytes($0.name.value, gate) })
    {
      let words = [gate.lowercased()] + (isLoginName(gate) ? loginWords : [])
      let found = routes.filter { route in
        let last = pathSegments(route.path.value).last?.lowercased()
        return isPlain(route) && last.map(words.contains) ?? false
      }
      var challenge = found.lazy.compactMap(link).first
      if let challenge {
        remark(
          challengeSubject(gate), "the source does not name it, so it is '\(challenge)'")
      } else {
        challenge = add(path: gate, screen: gate.capitalizedFirst, as: .sheet)
        remark(
          screenSubject(gate.capitalizedFirst),
          "gate '\(gate)' needs a screen that can open it",
          "If your app has another, declare the gate in a file of your own.")
      }
      gates.append(
        GateDraft(name: Located(gate, at: nil), challenge: Located(challenge ?? "/", at: nil)))
    }
  }

  /// Gives each stack and flow without a start the first of its screens that a link without values
  /// opens.
  private mutating func addStarts() {
    for index in coordinators.indices where coordinators[index].start == nil {
      let coordinator = coordinators[index]
      guard coordinator.kind == .stack || coordinator.kind == .flow else { continue }
      let start = start { sameBytes($0.coordinator?.value, coordinator.name.value) }
      coordinators[index].start = start.map { Located($0, at: coordinator.name.position) }
    }
  }

  private mutating func addRoot() {
    let children = Set(coordinators.flatMap(\.children).map { TextBytes($0.value) })
    let roots = coordinators.filter {
      $0.kind != .flow && !children.contains(TextBytes($0.name.value))
    }
    guard roots.count != 1 else { return }
    let names = coordinators.map(\.name.value)
    let name = unused("root", separator: "_") { name in names.contains { sameBytes($0, name) } }
    var root = CoordinatorDraft(
      name: Located(name, at: nil), kind: roots.isEmpty ? .stack : .tabs)
    if roots.isEmpty {
      let start = start { $0.coordinator == nil }
      if start == nil {
        remark(
          screenSubject("Start"), "no link without values opens a screen that can be the first",
          "Replace it by the first screen of your app.")
      }
      root.start = Located(start ?? add(path: "start", screen: "Start"), at: nil)
    } else {
      root.children = roots.map { Located($0.name.value, at: nil) }
      remark("coordinator '\(name)'", "an app has one coordinator without a parent")
    }
    coordinators.insert(root, at: 0)
  }

  /// The path of the first route that can be a start, `/` if possible.
  private func start(where isOwned: (RouteDraft) -> Bool) -> String? {
    let candidates = routes.filter { route in
      let isStacked = [.push, .root, .replace].contains(route.presentation)
      return isOwned(route) && isStacked && isPlain(route)
    }
    return candidates.first { $0.path.value == "/" }.flatMap(link)
      ?? candidates.lazy.compactMap(link).first
  }

  /// A link to a route: its path, or a whole link if another route has the path under other bases;
  /// `nil` if the host of that is not known.
  private func link(to route: RouteDraft) -> String? {
    let isShared = routes.count { sameBytes($0.path.value, route.path.value) } > 1
    guard isShared else { return route.path.value }
    let bases = route.bases?.map(\.value) ?? table.bases
    return bases.lazy.compactMap { try? Base($0).shape }.first { !$0.isWildcard }
      .map { $0.link(path: route.path.value, query: "") }
  }

  /// Whether a link without values opens the screen of a route, and no gate is asked for.
  private func isPlain(_ route: RouteDraft) -> Bool {
    let owner = table.coordinators.first {
      sameBytes($0.name.value, route.coordinator?.value)
    }
    return route.screen != nil && route.gates.isEmpty && (owner?.gates.isEmpty ?? true)
      && route.query.allSatisfy(\.isOptional)
      && isLinkText(route.path.value)
  }

  /// Adds a route and returns its path, which no other route has.
  private mutating func add(
    path: String, screen: String, as presentation: Presentation = .push
  ) -> String {
    let paths = routes.map { $0.path.value.lowercased() } + added.map(\.path.value)
    let path = unused("/" + path.lowercased(), separator: "-", isUsed: paths.contains)
    let screens = routes.compactMap(\.screen?.value)
    let screen = unused(screen, separator: "_") { name in
      screens.contains { sameBytes($0, name) }
    }
    var route = RouteDraft(path: Located(path, at: nil))
    route.screen = Located(screen, at: nil)
    // The links of the source keep their meaning.
    route.bases = []
    route.presentation = presentation
    added.append(route)
    return path
  }

  private mutating func remark(_ subject: String, _ reason: String, _ advice: String? = nil) {
    remarks.append(ImportRemark(.added, subject, reason, advice, at: nil))
  }
}

func challengeSubject(_ gate: String) -> String { "the challenge of gate '\(gate)'" }

func screenSubject(_ screen: String) -> String { "the screen '\(screen)'" }

let loginWords = ["login", "signin", "sign-in", "log-in", "auth"]

/// The name, or the name with the first number from 2 that is not used.
func unused(_ name: String, separator: String, isUsed: (String) -> Bool) -> String {
  var result = name
  var number = 2
  while isUsed(result) {
    result = name + separator + "\(number)"
    number += 1
  }
  return result
}

/// Whether a pattern is a link that it matches: it has no syntax, and nothing that ends a path.
func isLinkText(_ pattern: String) -> Bool {
  !pattern.utf8.contains { notLinkText.contains($0) } && (try? Link(pattern)) != nil
}

private let notLinkText = Array("#:*({}?+\\".utf8)

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
