import PlatformLinks

/// Which rule of a list decides about a link: the first that matches, as in an association file and
/// in Android's dynamic rules.
struct RuleMachine: LinkMachine {
  /// A rule with the machines of its parts. A class, since each step looks at every rule, and a
  /// copy would retain each machine: 5 % of the time of `compare`.
  final class Rule {
    let rule: ComponentRule
    let path: NumberedPart?
    let query: Query
    let fragment: NumberedPart?

    enum Query {
      case any
      case text(NumberedPart)
      case items([ItemMachine])
    }

    /// Whether it matches whatever follows a matching path.
    var isDecidedByPath: Bool {
      guard case .any = query else { return false }
      return fragment == nil
    }

    init(_ rule: ComponentRule) {
      self.rule = rule
      path = rule.path.map { NumberedPart($0) }
      fragment = rule.fragment.map { NumberedPart($0) }
      query =
        switch rule.query {
        case nil: .any
        case .text(let pattern)?: .text(NumberedPart(pattern))
        case .items(let items)?: .items(items.map { ItemMachine($0) })
        }
    }
  }

  struct State: Hashable {
    enum Phase { case path, query, fragment }

    /// What is known of a rule that can still match.
    struct Member: Hashable {
      let rule: Int32
      var part: Part

      enum Part: Hashable {
        case free
        /// A state of the part's machine.
        case text(Int32)
        case items([ItemMachine.State])
      }
    }

    var phase = Phase.path
    /// The rules that can still match, in order.
    var members: [Member]
  }

  let rules: [Rule]
  let start: State

  /// The machine of rules in their order.
  init(_ rules: [ComponentRule]) {
    self.rules = rules.map { Rule($0) }
    start = State(
      members: self.rules.enumerated().map { index, rule in
        State.Member(
          rule: Int32(truncatingIfNeeded: index), part: rule.path.map { .text($0.start) } ?? .free)
      })
  }

  func step(_ state: State, _ token: LinkToken) -> State {
    switch state.phase {
    case .path where token.isPlain("?"): return query(after: state)
    case .path where token.isPlain("#"), .query where token.isPlain("#"):
      let isWithoutQuery = state.phase == .path
      return fragment(after: isWithoutQuery ? query(after: state) : state)
    default: break
    }
    var next = state
    let bytes = bytes(of: token)
    next.members = state.members.compactMap { member in
      var member = member
      member.part = after(member, bytes, state.phase)
      if case .text(NumberedPart.dead) = member.part { return nil }
      return member
    }
    return next
  }

  /// The index of the rule that decides about a link that ends here.
  func verdict(in state: State) -> Int32? {
    var state = state
    if state.phase == .path { state = query(after: state) }
    let hasFragment = state.phase == .fragment
    if !hasFragment { state = fragment(after: state) }
    return state.members.first { member in
      let rule = rules[Int(member.rule)]
      guard let pattern = rule.fragment else { return true }
      guard hasFragment || rule.rule.matchesAbsentFragment else { return false }
      guard case .text(let text) = member.part else { return false }
      return pattern.isAccepting(text)
    }?.rule
  }

  func isSettled(_ state: State) -> Bool {
    guard let first = state.members.first else { return true }
    let rule = rules[Int(first.rule)]
    return switch state.phase {
    case .path: rule.path == nil && rule.isDecidedByPath
    case .query: rule.isDecidedByPath
    case .fragment: rule.fragment == nil
    }
  }

  func classes(in state: State, _ spelling: LinkToken.Spelling) -> [ByteClass] {
    var classes: [ByteClass] = []
    if spelling == .plain {
      switch state.phase {
      case .path: classes = ["?", "#"].map { ByteClass($0.utf8) }
      case .query: classes = [ByteClass("#".utf8)]
      case .fragment: break
      }
    }
    for member in state.members {
      for taken in self.classes(of: member, state.phase, spelling) where !classes.contains(taken) {
        classes.append(taken)
      }
    }
    return classes
  }

  func open(in state: State, _ spelling: LinkToken.Spelling) -> ByteClass {
    guard state.phase == .path else { return .all }
    for member in state.members {
      guard case .text(let text) = member.part, let path = rules[Int(member.rule)].path,
        !path.takesAny(in: text, isEscaped: spelling != .plain)
      else { return .all }
    }
    return classes(in: state, spelling).reduce(into: ByteClass([])) { $0.formUnion($1) }
  }
}

// MARK: Parts

extension RuleMachine {
  private func after(
    _ member: State.Member, _ bytes: [UInt8], _ phase: State.Phase
  ) -> State.Member.Part {
    let rule = rules[Int(member.rule)]
    switch member.part {
    case .free: return .free
    case .text(let text):
      guard let machine = machine(of: rule, phase) else { return .free }
      return .text(bytes.reduce(text, machine.step))
    case .items(let states):
      guard case .items(let machines) = rule.query else { return .free }
      return .items(
        zip(machines, states).map { machine, state in bytes.reduce(state, machine.step) })
    }
  }

  /// The machine of a part that is a text.
  private func machine(of rule: Rule, _ phase: State.Phase) -> NumberedPart? {
    switch phase {
    case .path: return rule.path
    case .query:
      guard case .text(let machine) = rule.query else { return nil }
      return machine
    case .fragment: return rule.fragment
    }
  }

  /// The bytes of a token as written.
  private func bytes(of token: LinkToken) -> [UInt8] {
    guard token.isEscaped else { return [token.byte] }
    return [UInt8(ascii: "%")]
      + hexDigits(of: token.byte, isLowercase: token.spelling == .escapedInLowercase)
  }

  private func classes(
    of member: State.Member, _ phase: State.Phase, _ spelling: LinkToken.Spelling
  ) -> [ByteClass] {
    let rule = rules[Int(member.rule)]
    switch member.part {
    case .free: return []
    case .text(let text):
      guard let machine = machine(of: rule, phase) else { return [] }
      return machine.classes(in: text, spelling)
    case .items(let states):
      guard case .items(let machines) = rule.query else { return [] }
      return zip(machines, states).flatMap { machine, state in
        spelling == .plain
          ? machine.classes(in: state)
          : machine.escapedClasses(in: state, isLowercase: spelling == .escapedInLowercase)
      }
    }
  }

  /// The state at the start of a query: the rules whose path matches, up to the first that nothing
  /// else can keep from matching.
  private func query(after state: State) -> State {
    State(
      phase: .query,
      members: upToDecided(state.members, { $0.isDecidedByPath }) { member in
        let rule = rules[Int(member.rule)]
        if let path = rule.path, case .text(let text) = member.part, !path.isAccepting(text) {
          return nil
        }
        return switch rule.query {
        case .any: .free
        case .text(let machine): .text(machine.start)
        case .items(let machines): .items(machines.map { $0.start })
        }
      })
  }

  /// The state at the start of a fragment.
  private func fragment(after state: State) -> State {
    State(
      phase: .fragment,
      members: upToDecided(state.members, { $0.fragment == nil }) { member in
        let rule = rules[Int(member.rule)]
        switch (rule.query, member.part) {
        case (.text(let machine), .text(let text)):
          guard machine.isAccepting(text) else { return nil }
        case (.items(let machines), .items(let states)):
          guard zip(machines, states).allSatisfy({ $0.isAccepting($1) }) else { return nil }
        default: break
        }
        return rule.fragment.map { .text($0.start) } ?? .free
      })
  }

  /// The members that are left in the next part, up to the first that is decided.
  private func upToDecided(
    _ members: [State.Member], _ isDecided: (Rule) -> Bool,
    _ part: (State.Member) -> State.Member.Part?
  ) -> [State.Member] {
    var kept: [State.Member] = []
    for member in members {
      guard let part = part(member) else { continue }
      kept.append(State.Member(rule: member.rule, part: part))
      if isDecided(rules[Int(member.rule)]) { break }
    }
    return kept
  }
}
