import Languages
import PlatformLinks

/// Which rule of a list decides about a link: the first that matches, as in an association file and
/// in Android's dynamic rules.
struct RuleMachine: Automaton {
  enum Phase: Hashable { case path, query, fragment }

  /// A rule with the machines of its parts; nil for a part that may be anything. A class, since
  /// each step looks at every rule, and a copy would retain each machine: 5 % of the time of
  /// `compare`.
  private final class Rule {
    let path: Memoized?
    let query: Memoized?
    let fragment: Memoized?
    /// Whether a link without a fragment can match the machine of the fragment.
    let matchesAbsentFragment: Bool

    init(_ rule: ComponentRule) {
      func machine(of pattern: PartPattern) -> Memoized {
        Memoized(PartMachine(pattern))
      }
      path = rule.path.map(machine)
      fragment = rule.fragment.map(machine)
      query =
        switch rule.query {
        case nil: nil
        case .text(let pattern)?: machine(of: pattern)
        case .items(let items)?: Memoized(ItemsMachine(items))
        }
      matchesAbsentFragment = rule.matchesAbsentFragment
    }

    var work: Int { (path?.work ?? 0) + (query?.work ?? 0) + (fragment?.work ?? 0) }

    func machine(of phase: Phase) -> Memoized? {
      switch phase {
      case .path: path
      case .query: query
      case .fragment: fragment
      }
    }

    /// Whether it matches regardless of this part and those after it.
    func isDecided(from phase: Phase) -> Bool {
      switch phase {
      case .path: path == nil && query == nil && fragment == nil
      case .query: query == nil && fragment == nil
      case .fragment: fragment == nil
      }
    }
  }

  struct State: Hashable {
    /// A rule that can still match, and the state of its machine, if it has one, of the phase.
    struct Member: Hashable {
      let rule: Int32
      var machineState: Int32 = 0
    }

    var phase = Phase.path
    /// The rules that can still match, in order.
    var members: [Member]
  }

  private let rules: [Rule]
  let start: State

  /// The machine of rules in their order.
  init(_ rules: [ComponentRule]) {
    self.rules = rules.map { Rule($0) }
    start = State(
      members: rules.indices.map { State.Member(rule: Int32(truncatingIfNeeded: $0)) })
  }

  func step(_ state: State, _ token: Token) -> State {
    switch state.phase {
    case .path where token.isPlain("?"): return self.state(ending: state, next: .query)
    case .path where token.isPlain("#"):
      return self.state(ending: self.state(ending: state, next: .query), next: .fragment)
    case .query where token.isPlain("#"): return self.state(ending: state, next: .fragment)
    default: break
    }
    var next = state
    next.members = state.members.compactMap { member in
      guard let machine = rules[Int(member.rule)].machine(of: state.phase) else { return member }
      let after = machine.step(member.machineState, token)
      guard !machine.isSettled(after) || machine.verdict(in: after) >= 0 else { return nil }
      return State.Member(rule: member.rule, machineState: after)
    }
    return next
  }

  /// The index of the rule that decides about a link that ends here.
  func verdict(in state: State) -> Int32 {
    var state = state
    if state.phase == .path { state = self.state(ending: state, next: .query) }
    let hasFragment = state.phase == .fragment
    if !hasFragment { state = self.state(ending: state, next: .fragment) }
    let deciding = state.members.first { member in
      let rule = rules[Int(member.rule)]
      guard let fragment = rule.fragment else { return true }
      return (hasFragment || rule.matchesAbsentFragment)
        && fragment.verdict(in: member.machineState) >= 0
    }
    return deciding?.rule ?? -1
  }

  func isSettled(_ state: State) -> Bool {
    state.members.first.map { rules[Int($0.rule)].isDecided(from: state.phase) } ?? true
  }

  func classes(in state: State, _ spelling: Token.Spelling) -> [SymbolSet] {
    var classes: [SymbolSet] = []
    if spelling == .plain {
      switch state.phase {
      case .path: classes = ["?", "#"].map { SymbolSet($0.utf8) }
      case .query: classes = [SymbolSet("#".utf8)]
      case .fragment: break
      }
    }
    for member in state.members {
      let machine = rules[Int(member.rule)].machine(of: state.phase)
      for taken in machine?.classes(in: member.machineState, spelling) ?? []
      where !classes.contains(taken) {
        classes.append(taken)
      }
    }
    return classes
  }

  func open(in state: State, _ spelling: Token.Spelling) -> SymbolSet {
    guard state.phase == .path else { return .bytes }
    var found = spelling == .plain ? SymbolSet("?#".utf8) : SymbolSet()
    for member in state.members {
      guard let path = rules[Int(member.rule)].path else { return .bytes }
      found = found.union(path.open(in: member.machineState, spelling))
    }
    return found
  }

  func weight(of state: State) -> Int { 4 + state.members.count }

  var innerWork: Int { rules.reduce(0) { $0 + $1.work } }

  /// The index of the rule whose machines have worked most; nil without rules.
  var busiestRule: Int? { rules.indices.max { rules[$0].work < rules[$1].work } }

  /// The state at the start of the next part: the rules that match so far, up to the first that
  /// nothing else can keep from matching.
  private func state(ending state: State, next: Phase) -> State {
    var members: [State.Member] = []
    for member in state.members {
      let rule = rules[Int(member.rule)]
      if let machine = rule.machine(of: state.phase), machine.verdict(in: member.machineState) < 0 {
        continue
      }
      members.append(State.Member(rule: member.rule))
      if rule.isDecided(from: next) { break }
    }
    return State(phase: next, members: members)
  }
}
