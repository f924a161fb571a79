import Diagnostics
import Navigation

/// The hooks under `if` of a static configuration, as gates.
///
/// `useIsSignedIn` becomes the gate `isSignedIn`. What has the opposite condition, `useIsSignedOut`
/// or `!useIsSignedIn()`, is open to all, and has the gate's challenge. If the app begins with a
/// screen under a condition, its root shows the first of these groups whose gates are open.
struct StaticConditions {
  private(set) var gates: [GateDraft] = []
  private(set) var remarks: [ImportRemark] = []
  private let outermost: [StaticScreen]
  /// The names of the gates, each once, in the order of the source.
  private var names: [Located<String>] = []

  init(_ screens: [StaticScreen]) {
    outermost = screens
    collect(screens)
  }

  private mutating func collect(_ screens: [StaticScreen]) {
    for screen in screens {
      if let condition = condition(of: screen), !condition.isOpposite,
        !names.contains(where: { sameBytes($0.value, condition.gate.value) })
      {
        names.append(condition.gate)
        remarks.append(
          ImportRemark(
            .changed, "'if: \(shortened(condition.hook))'",
            "it becomes the gate '\(shortened(condition.gate.value))'",
            at: condition.gate.position))
      }
      collect(screen.screens ?? [])
    }
  }

  /// Ways to say the opposite of a condition, and the condition.
  private static let opposites = [
    ("SignedOut", "SignedIn"), ("LoggedOut", "LoggedIn"), ("Unauthenticated", "Authenticated"),
    ("Not", ""),
  ]

  private func condition(
    of screen: StaticScreen
  ) -> (gate: Located<String>, hook: String, isOpposite: Bool)? {
    guard let condition = screen.condition, let hook = condition["$function"]?.text?.value,
      !hook.isEmpty
    else { return nil }
    var name = hook.hasBytePrefix("use") ? hook.dropping(first: 3) : hook
    let isNegated = condition["$negated"]?.bool == true
    var isOpposite = isNegated
    for (opposite, word) in Self.opposites where name.utf8.contains(opposite.utf8) {
      name = name.replacingBytes(opposite, with: word)
      isOpposite.toggle()
      break
    }
    name = name.prefix(1).lowercased() + name.dropFirst()
    return (Located(name, at: condition.position), (isNegated ? "!" : "") + hook, isOpposite)
  }

  /// A screen that is shown while a gate is closed.
  private typealias Closed = (gate: Located<String>, screen: ScreenNode)

  /// Sets the gates of the screens, and the challenges.
  /// - Parameter root: The outermost navigator.
  mutating func apply(to root: inout ScreenNode) {
    var closed: [Closed] = []
    root.children = guarded(root.children ?? [], outermost, &closed, [])
    let begins = zip(root.children ?? [], outermost).first { node, _ in
      sameBytes(node.name.value, root.initial)
    }
    let isOpen = zip(root.children ?? [], outermost).contains { node, screen in
      node.children != nil && condition(of: screen) == nil
    }
    if let first = begins.flatMap({ condition(of: $1) }), !isOpen {
      split(&root, first.gate, &closed)
    }
    for name in names {
      let own = closed.lazy.filter { sameBytes($0.gate.value, name.value) }
      guard let challenge = own.compactMap(\.screen.plainPath).first else { continue }
      gates.append(GateDraft(name: name, challenge: Located(challenge, at: name.position)))
    }
  }

  /// The nodes with the gates of their screens.
  /// - Parameter closed: Gets the screens that are shown while a gate is closed.
  private mutating func guarded(
    _ nodes: [ScreenNode], _ screens: [StaticScreen], _ closed: inout [Closed],
    _ around: [Located<String>]
  ) -> [ScreenNode] {
    zip(nodes, screens).map { node, screen in
      var node = node
      node.gates = around + node.gates
      if let condition = condition(of: screen) {
        if !condition.isOpposite {
          node.gates.append(condition.gate)
        } else if names.contains(where: { sameBytes($0.value, condition.gate.value) }) {
          let shown = node.children == nil ? [node] : node.screens
          closed += shown.map { (condition.gate, $0) }
          remarks.append(
            ImportRemark(
              .changed, "screen \(inQuotes(node.name.value))",
              "'if: \(shortened(condition.hook))' is the opposite of the gate "
                + "'\(shortened(condition.gate.value))': it is open to all, and can be its "
                + "challenge", at: condition.gate.position))
        } else {
          remarks.append(
            ImportRemark(
              .changed, "screen \(inQuotes(node.name.value))",
              "without 'if: \(shortened(condition.hook))', whose opposite no screen has",
              at: condition.gate.position))
        }
      }
      if let children = node.children {
        node.children = guarded(children, screen.screens ?? [], &closed, node.gates)
      }
      return node
    }
  }

  /// Makes the root a choice between the groups with gates and the rest. A screen opens above them
  /// if its gate has no opposite.
  /// - Parameter first: The gate of the screen that the app begins with, which needs no opposite.
  private mutating func split(
    _ root: inout ScreenNode, _ first: Located<String>, _ closed: inout [Closed]
  ) {
    let divided = [first] + closed.map(\.gate)
    var branches: [ScreenNode] = []
    var others: [ScreenNode] = []
    var rest = root
    rest.name.value = "signedOut"
    rest.children = []
    for (node, screen) in zip(root.children ?? [], outermost) {
      guard let condition = condition(of: screen),
        condition.isOpposite || node.children != nil
          || divided.contains(where: { sameBytes($0.value, condition.gate.value) })
      else {
        others.append(node)
        continue
      }
      if condition.isOpposite {
        rest.children?.append(node)
      } else if let index = branches.firstIndex(where: {
        sameBytes($0.name.value, condition.gate.value)
      }) {
        branches[index].children?.append(node)
      } else {
        var branch = root
        branch.name = condition.gate
        (branch.gates, branch.children) = ([condition.gate], [node])
        branches.append(branch)
      }
    }
    if !rest.screens.contains(where: { $0.plainPath != nil }) {
      let start = addStart(to: &rest, for: first)
      closed = branches.map { ($0.name, start) } + closed
    }
    root.kind = .switch
    root.children =
      (branches + [rest]).map { branch in
        var branch = branch
        let begins = branch.children?.contains { sameBytes($0.name.value, branch.initial) } ?? false
        if !begins { branch.initial = branch.children?.first?.name.value }
        return branch
      } + others
  }

  /// What is shown while all gates are closed begins with a screen that a link opens.
  private mutating func addStart(
    to rest: inout ScreenNode, for gate: Located<String>
  ) -> ScreenNode {
    var node =
      rest.children?.first { $0.children == nil } ?? ScreenNode(name: Located("Login", at: nil))
    let isNew = rest.children?.contains { sameBytes($0.name.value, node.name.value) } == false
    node.source = StaticNavigation.kebabCase(node.name.value)
    var path = PatternBuilder()
    path.appendSlash()
    path.append(literal: node.source)
    node.path = path
    rest.children?.removeAll { sameBytes($0.name.value, node.name.value) }
    rest.children?.insert(node, at: 0)
    remarks.append(
      ImportRemark(
        .added, isNew ? screenSubject(node.name.value) : "the path '\(path.pattern)'",
        "the gate '\(shortened(gate.value))' needs a screen that can open it",
        at: node.name.position))
    return node
  }
}
