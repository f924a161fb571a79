import Diagnostics
import Navigation

/// What layouts say of the screens in them: which are tabs, which are shown behind a gate, and how.
extension ExpoWalk {
  /// The children of a layout in its order, with the gates that it says.
  /// - Parameters:
  ///   - folder: The path of the layout, for the report.
  ///   - path: The path of the folder, without those of groups.
  mutating func shown(
    _ nodes: [ScreenNode], by layout: Layout?, of folder: String, path: PatternBuilder
  ) -> [ScreenNode] {
    guard let layout else { return nodes }
    let source = layout.source
    let screens = source.screens
    var nodes = layout.kind == .tabs ? tabs(of: nodes, by: screens.map(\.name)) : nodes
    nodes = ordered(nodes, as: screens.map(\.name), initial: source.initial, path.pattern)
    if layout.kind == .stack { present(&nodes, as: screens) }
    if layout.kind == .tabs { hideTabs(&nodes, by: screens) }
    let subject = "a guard of '/\(folder)_layout'"
    for own in source.ownGuards {
      guard let gate = gate(of: own, subject),
        let challenge = table.gates.first(where: { sameBytes($0.name.value, gate.value) })?
          .challenge.value
      else { continue }
      // What shows the challenge is open.
      for index in nodes.indices where !nodes[index].opens(challenge) {
        nodes[index].require(gate)
      }
    }
    protect(&nodes, by: source.protections, subject)
    return nodes
  }

  /// The screens in the order in which a navigator has them: what the path of its folder opens and
  /// the initial one are the first, those that the layout does not declare the last.
  private func ordered(
    _ nodes: [ScreenNode], as names: [String], initial: String?, _ path: String
  ) -> [ScreenNode] {
    let places = Dictionary(
      names.enumerated().map { (TextBytes($1), $0) }, uniquingKeysWith: { first, _ in first })
    let ranks = nodes.enumerated().map { index, node in
      (
        node.opens(path) ? 0 : 1, sameBytes(node.key, initial) ? 0 : 1,
        places[TextBytes(node.key)] ?? names.count, index
      )
    }
    return nodes.indices.sorted { ranks[$0] < ranks[$1] }.map { nodes[$0] }
  }

  /// The presentations of React Navigation that are not those of a pushed screen.
  private static let presentations: [String: Presentation] = [
    "modal": .sheet, "formSheet": .sheet, "pageSheet": .sheet, "fullScreenModal": .cover,
    "transparentModal": .cover, "containedModal": .cover, "containedTransparentModal": .cover,
  ]

  /// Sets how the screens of a stack are presented; the first one is below the others.
  private mutating func present(_ nodes: inout [ScreenNode], as screens: [ExpoSource.Screen]) {
    for index in nodes.indices.dropFirst() {
      let node = nodes[index]
      guard let written = screens.first(where: { sameBytes($0.name, node.key) })?.presentation,
        !["card", "push"].contains(written.value)
      else { continue }
      if !node.isTabs, let presentation = Self.presentations[written.value] {
        nodes[index].present(as: presentation)
      } else {
        table.remark(
          .changed, "screen \(inQuotes(node.key))",
          "without its presentation '\(shortened(written.value))'", at: written.position)
      }
    }
  }

  /// Notes which tabs are hidden. Here, they can be selected.
  private mutating func hideTabs(_ nodes: inout [ScreenNode], by screens: [ExpoSource.Screen]) {
    for index in nodes.indices {
      let (key, isTab) = (nodes[index].key, nodes[index].isTab)
      guard let screen = screens.first(where: { sameBytes($0.name, key) }), screen.hiding != nil
      else { continue }
      nodes[index].isHidden = true
      guard isTab else { continue }
      table.remark(
        .changed, "screen \(inQuotes(key))",
        "its tab is hidden by 'href: null', but can be selected here", at: screen.hiding)
    }
  }

  /// Sets the gates of protected screens.
  private mutating func protect(
    _ nodes: inout [ScreenNode], by protections: [ExpoSource.Protection], _ subject: String
  ) {
    for protection in protections {
      guard case .gate(let name) = protection.condition.value, let redirect = protection.redirect,
        redirect.utf8.first == UInt8(ascii: "/")
      else { continue }
      addGate(name, challenge: Self.withoutGroups(redirect), at: protection.condition.position)
    }
    for protection in protections {
      let (condition, names) = (protection.condition, protection.screens)
      if case .guest(let name) = condition.value,
        protections.contains(where: { $0.condition.value == .gate(name) }),
        let link = challenge(in: names, of: nodes)
      {
        addGate(name, challenge: link, at: condition.position)
      } else if let gate = gate(of: condition, subject) {
        for index in nodes.indices where names.contains(where: { sameBytes($0, nodes[index].key) })
        {
          nodes[index].require(gate)
        }
      }
    }
  }

  /// The link to the first screen for those who lack a value, which can give it. Another screen
  /// with its path would be opened instead of it.
  private func challenge(in names: [String], of nodes: [ScreenNode]) -> String? {
    let others = nodes.filter { node in !names.contains { sameBytes($0, node.key) } }
    return names.lazy
      .compactMap { name in nodes.first { sameBytes($0.key, name) } }
      .flatMap { $0.children == nil ? [$0] : $0.screens }.compactMap(\.plainPath)
      .first { link in !others.contains { $0.opens(link) } }
  }

  /// The groups that tabs name become navigators, also without a layout of their own.
  private func tabs(of nodes: [ScreenNode], by names: [String]) -> [ScreenNode] {
    var rest = nodes
    var tabs: [ScreenNode] = []
    for name in names {
      let own = rest.filter { $0.key.hasBytePrefix(name + "/") }
      guard name.hasBytePrefix("("), let first = own.first else { continue }
      rest.removeAll { $0.key.hasBytePrefix(name + "/") }
      var tab = ScreenNode(name: Located(name.dropping(first: 1, last: 1), at: first.name.position))
      tab.key = name
      tab.kind = .stack
      tab.children = own
      tabs.append(tab)
    }
    return tabs.isEmpty ? nodes : tabs + rest
  }

  /// A stack that shows a navigator only behind a gate shows the gate's challenge instead of it.
  /// What else it shows opens above both.
  mutating func makeSwitch(_ root: inout ScreenNode) {
    guard root.kind == .stack else { return }
    let children = Self.withBegin(Self.flattened(root.children ?? []))
    var branches: [ScreenNode] = []
    var others: [ScreenNode] = []
    // Of navigators with the same gates, tabs are below the others.
    let gated = children.filter { $0.children != nil && !$0.gates.isEmpty }
    for child in gated.filter(\.isTabs) + gated.filter({ !$0.isTabs }) {
      let isBranch = !branches.contains { $0.requiresSame(as: child) }
      if isBranch { branches.append(child) } else { others.append(child) }
    }
    let open = children.filter { $0.children == nil || $0.gates.isEmpty }
    if let gate = children.first?.gates.first { addChallenge(of: gate, in: open) }
    // Gates of single screens are asked for beside the navigator.
    let asked = branches.flatMap(\.gates).map { TextBytes($0.value) }
    let links = table.gates.filter { asked.contains(TextBytes($0.name.value)) }
      .map(\.challenge.value)
    func isChallenge(_ node: ScreenNode) -> Bool { links.contains { node.opens($0) } }
    guard let place = open.firstIndex(where: { $0.gates.isEmpty && isChallenge($0) }) else {
      return
    }
    var guest = open[place]
    others += open[..<place] + open[(place + 1)...]
    // Open tabs are shown whether or not the gate is open.
    guard !others.contains(where: { $0.gates.isEmpty && $0.isTabs }) else { return }
    if guest.children == nil {
      guest = Self.stack("guest", of: [guest])
    }
    // What a stack begins with is below the others.
    guest.initial = guest.screens.first(where: isChallenge)?.name.value
    guest.present(as: .push, where: isChallenge)
    root.kind = .switch
    root.children =
      branches + [guest] + others.flatMap { $0.children == nil ? [$0] : $0.screens }
  }

  /// Declares a gate whose challenge the source does not name: the router shows the first screen
  /// that is open instead, unless another is a login.
  private mutating func addChallenge(of gate: Located<String>, in nodes: [ScreenNode]) {
    let open = nodes.filter(\.gates.isEmpty)
    let links = open.flatMap { $0.children == nil ? [$0] : $0.screens }.compactMap(\.plainPath)
    let login = links.first { link in pathSegments(link).last.map(loginWords.contains) ?? false }
    guard let link = login ?? links.first, !open.contains(where: \.isTabs),
      !table.gates.contains(where: { sameBytes($0.name.value, gate.value) })
    else { return }
    addGate(gate.value, challenge: link, at: gate.position)
    table.remark(
      .added, challengeSubject(gate.value), "the source does not name it, so it is '\(link)'",
      at: gate.position)
  }

  /// If screens begin with one that requires gates, those with the same gates become a stack.
  private static func withBegin(_ nodes: [ScreenNode]) -> [ScreenNode] {
    guard let first = nodes.first, first.children == nil, !first.gates.isEmpty else { return nodes }
    func isLikeFirst(_ node: ScreenNode) -> Bool {
      node.children == nil && node.requiresSame(as: first)
    }
    var stack = Self.stack("app", of: nodes.filter(isLikeFirst))
    stack.gates = first.gates
    return [stack] + nodes.filter { !isLikeFirst($0) }
  }

  private static func stack(_ name: String, of screens: [ScreenNode]) -> ScreenNode {
    var stack = ScreenNode(name: Located(name, at: screens.first?.name.position))
    stack.kind = .stack
    stack.children = screens
    return stack
  }

  /// The screens of a stack and of the stacks of navigators in it, which are one stack.
  private static func flattened(_ nodes: [ScreenNode]) -> [ScreenNode] {
    nodes.flatMap { node in
      let children = node.children ?? []
      let isOpenStack = node.kind == .stack && node.gates.isEmpty
      return isOpenStack && children.contains { $0.children != nil } ? flattened(children) : [node]
    }
  }

  /// The gate of a guard; `nil` after a remark if it is none.
  mutating func gate(
    of condition: Located<ExpoSource.Guard>, _ subject: String
  ) -> Located<String>? {
    let position = condition.position
    switch condition.value {
    case .gate(let name): return Located(name, at: position)
    case .redirect(let link):
      let segments = pathSegments(Self.withoutGroups(link))
      guard let last = segments.last, link.utf8.first == UInt8(ascii: "/") else {
        table.remark(.dropped, subject, "it redirects to '\(shortened(link))'", at: position)
        return nil
      }
      let challenge = "/" + segments.joined(separator: "/")
      addGate(last, challenge: challenge, at: position)
      return Located(last, at: position)
    case .guest(let name):
      table.remark(
        .dropped, subject, "it shows screens only while \(inQuotes(name)) is not there",
        at: position)
      return nil
    case .unknown(let reason):
      table.remark(
        .dropped, subject, reason, "Add a gate to its screens, if it is one.", at: position)
      return nil
    }
  }

  private mutating func addGate(
    _ name: String, challenge: String, at position: SourcePosition?
  ) {
    guard !table.gates.contains(where: { sameBytes($0.name.value, name) }) else { return }
    table.gates.append(
      GateDraft(name: Located(name, at: position), challenge: Located(challenge, at: position)))
  }

  /// A link without its groups, which are no part of a path.
  static func withoutGroups(_ link: String) -> String {
    ExpoGroups.removed(from: Array(link.utf8)).map { String(decoding: $0, as: UTF8.self) }
      ?? "/" + pathSegments(link).joined(separator: "/")
  }
}
