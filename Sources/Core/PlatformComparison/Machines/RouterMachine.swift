import Languages
import Links
import PlatformLinks
import RouteAnalysis
import RouteProofs

/// Which route opens the links of a site: the automata of all variants under its bases at once.
///
/// The path of a link is its path, or under a base with a fragment, its fragment.
struct RouterMachine: Automaton {
  /// A variant of a route under a base, or the path ahead of a base's fragment.
  struct Candidate {
    /// The position of the base among those that cover the site, in the order they are tried.
    let mount: Int
    /// An index of the table's variants; `nil` for the path ahead of a fragment.
    let variant: Int?
    /// Indices of `conditions`.
    let conditions: [Int]
  }

  /// How the machine reads the routes.
  enum Reading: Hashable {
    case exact
    /// Letters of literals match in both cases, even in case-sensitive routes.
    case folded
    /// Only these routes, in any case, with any values of their parameters and any query.
    case anyValue([Int])
  }

  struct State: Hashable {
    enum Phase { case path, query, fragmentPath, fragmentQuery, ignoredFragment }

    var phase = Phase.path
    /// States of the automata. After a slash its separator is still to come.
    var members: [Int32]
    var isAfterSlash: Bool
    /// After a path, what accepts it: indices of `candidates`, the best first.
    var candidates: [Int32] = []
    /// What is known about each of `conditions`; empty if no candidate has one.
    var items: [QueryCondition.State] = []
    /// The candidate that opens the link if none in the fragment does; below zero if none.
    var otherwise: Int32 = -1
    /// The path in a fragment.
    var form = WellFormedness.start
  }

  let table: RouteTable
  private let candidates: [Candidate]
  private let conditions: [QueryCondition]
  /// The automata of the candidates.
  private let automata: NFASet
  let start: State
  /// Whether no name appears twice in a query.
  private let hasUniqueNames: Bool

  /// The machine for the links of a site.
  /// - Parameter site: A base without segments.
  init(
    _ table: RouteTable, site: Base.Shape, _ reading: Reading = .exact, hasUniqueNames: Bool = false
  ) {
    self.table = table
    self.hasUniqueNames = hasUniqueNames
    var builder = CandidateBuilder(table, reading)
    for (mount, base) in table.basesBySpecificity.enumerated() {
      let shape = table.bases[base].shape
      guard shape.covers(hostOf: site) else { continue }
      builder.add(base: base, mount: mount, hasHost: !site.host.isEmpty)
    }
    candidates = builder.candidates
    conditions = builder.conditions.values.map { QueryCondition($0) }
    automata = NFASet(builder.automata)
    start = State(
      members: builder.pathCandidates.flatMap(automata.start), isAfterSlash: site.host.isEmpty)
  }

  func step(_ state: State, _ token: Token) -> State {
    var next = state
    switch state.phase {
    case .path:
      if token.isPlain("?") {
        endPath(&next, phase: .query)
      } else if token.isPlain("#") {
        endPath(&next, phase: .query)
        beginFragment(&next)
      } else {
        takePath(token, &next)
      }
    case .query:
      if token.isPlain("#") { beginFragment(&next) } else { takeQuery(token, &next) }
    case .fragmentPath:
      if token.isPlain("?") {
        if next.isAfterSlash || next.form != .start {
          endPath(&next, phase: .fragmentQuery)
        } else {
          // Without a slash, the fragment is no path.
          ignoreFragment(&next)
        }
      } else {
        takeFragment(token, &next)
      }
    case .fragmentQuery: takeQuery(token, &next)
    case .ignoredFragment: break
    }
    return next
  }

  /// The route that opens a link that ends here.
  func verdict(in state: State) -> Int32 {
    var state = state
    switch state.phase {
    case .path: endPath(&state, phase: .query)
    case .fragmentPath: endPath(&state, phase: .fragmentQuery)
    case .query, .fragmentQuery, .ignoredFragment: break
    }
    let route = opening(state).flatMap { candidates[$0].variant }.map { table.variants[$0].route }
    return route.map { Int32(truncatingIfNeeded: $0) } ?? -1
  }

  func isSettled(_ state: State) -> Bool {
    switch state.phase {
    case .path, .fragmentPath: state.members.isEmpty
    // A fragment can follow.
    case .query: state.items.isEmpty && !state.candidates.contains { isPrefix(Int($0)) }
    case .fragmentQuery: state.items.isEmpty
    case .ignoredFragment: true
    }
  }

  func classes(in state: State, _ spelling: Token.Spelling) -> [SymbolSet] {
    let isPlain = spelling == .plain
    switch state.phase {
    case .path, .fragmentPath:
      var classes = isPlain ? Self.pathMarks : []
      if state.phase == .fragmentPath { classes += Self.dots }
      let members =
        state.isAfterSlash ? automata.step(state.members, separator) : state.members
      for case let taken? in members.map(automata.set) where !classes.contains(taken) {
        classes.append(taken)
      }
      return classes
    case .query, .fragmentQuery:
      return zip(conditions, state.items).flatMap { $0.classes(in: $1, isPlain: isPlain) }
        + (isPlain ? [SymbolSet("#".utf8)] : [])
    case .ignoredFragment: return []
    }
  }

  func open(in state: State, _ spelling: Token.Spelling) -> SymbolSet {
    guard state.phase == .path || state.phase == .fragmentPath else { return .bytes }
    return classes(in: state, spelling).reduce(SymbolSet()) { $0.union($1) }
  }

  func weight(of state: State) -> Int {
    8 + state.members.count / 2 + state.candidates.count + 2 * state.items.count
  }

  private static let pathMarks = ["/", "?", "#"].map { SymbolSet($0.utf8) }
  private static let dots = [
    SymbolSet(".".utf8), SymbolSet(0x80...0xBF), SymbolSet(0xC2...0xDF), SymbolSet(0xE0...0xE0),
    SymbolSet(0xED...0xED), SymbolSet(0xE1...0xEF), SymbolSet(0xF0...0xF0),
    SymbolSet(0xF1...0xF3), SymbolSet(0xF4...0xF4),
  ]
}

// MARK: Paths

extension RouterMachine {
  func isPrefix(_ candidate: Int) -> Bool { candidates[candidate].variant == nil }

  private func takePath(_ token: Token, _ state: inout State) {
    guard !token.isPlain("/") else {
      state.isAfterSlash = true
      return
    }
    if state.isAfterSlash {
      state.members = automata.step(state.members, separator)
      state.isAfterSlash = false
    }
    state.members = automata.step(state.members, Symbol(token.byte))
  }

  /// Takes a token of a fragment, which is no path if it does not begin with a slash, or contains a
  /// segment of dots.
  private func takeFragment(_ token: Token, _ state: inout State) {
    if token.isPlain("/") {
      guard state.isAfterSlash || state.form.isComplete else { return ignoreFragment(&state) }
      state.isAfterSlash = true
      return
    }
    var form = state.form
    if state.isAfterSlash, let separated = form.after(separator) { form = separated }
    guard let next = form.after(Symbol(token.byte)) else { return ignoreFragment(&state) }
    takePath(token, &state)
    state.form = next
    if state.members.isEmpty { ignoreFragment(&state) }
  }

  private func ignoreFragment(_ state: inout State) {
    let otherwise = state.otherwise
    state = State(phase: .ignoredFragment, members: [], isAfterSlash: false)
    state.otherwise = otherwise
  }

  /// Ends a path: the candidates that accept it continue with the query, up to the first without
  /// conditions.
  private func endPath(_ state: inout State, phase: State.Phase) {
    let isPathComplete = phase == .query || state.isAfterSlash || state.form.isComplete
    let accepting = automata.accepting(state.members)
    let otherwise = state.otherwise
    state = State(phase: phase, members: [], isAfterSlash: false)
    state.otherwise = otherwise
    var decided: Set<Int> = []
    for index in isPathComplete ? inOrder(accepting) : [] {
      // A fragment can follow, regardless of what the path itself opens.
      guard isPrefix(index) || decided.isEmpty else { continue }
      state.candidates.append(Int32(truncatingIfNeeded: index))
      if !isPrefix(index), candidates[index].conditions.isEmpty { decided.insert(index) }
    }
    state.items = conditions.map { $0.start }
    dropRefused(&state)
  }

  /// Drops the candidates with a condition that can no longer hold, and ends the conditions that no
  /// longer matter.
  private func dropRefused(_ state: inout State) {
    state.candidates.removeAll { index in
      candidates[Int(index)].conditions.contains { state.items[$0] == .decided(fits: false) }
    }
    let wanted = Set(state.candidates.flatMap { candidates[Int($0)].conditions })
    guard !wanted.isEmpty else {
      state.items = []
      return
    }
    for index in state.items.indices where !wanted.contains(index) {
      state.items[index] = .decided(fits: true)
    }
  }

  /// Candidates in order of precedence: by base, then by the table's order.
  private func inOrder(_ accepting: [Int]) -> [Int] {
    accepting.sorted { turn(of: $0) < turn(of: $1) }
  }

  private func turn(of index: Int) -> (Int, Int, Int, Int) {
    let candidate = candidates[index]
    let (rank, level, variant) = candidate.variant.map(table.turn) ?? (-1, 0, index)
    return (candidate.mount, rank, level, variant)
  }
}

// MARK: Queries and fragments

extension RouterMachine {
  private func takeQuery(_ token: Token, _ state: inout State) {
    guard !state.items.isEmpty else { return }
    for index in state.items.indices {
      state.items[index] = conditions[index].step(
        state.items[index], token, isUnique: hasUniqueNames)
    }
    dropRefused(&state)
  }

  /// The first candidate whose conditions hold.
  private func opening(_ state: State) -> Int? {
    let found = state.candidates.lazy.map { Int($0) }.first { index in
      !isPrefix(index)
        && candidates[index].conditions.allSatisfy {
          conditions[$0].holds(in: state.items[$0])
        }
    }
    guard state.otherwise >= 0 else { return found }
    let otherwise = Int(state.otherwise)
    guard let found else { return otherwise }
    return candidates[found].mount < candidates[otherwise].mount ? found : otherwise
  }

  private func beginFragment(_ state: inout State) {
    let opened = opening(state)
    let mounts = Set(
      state.candidates.filter { isPrefix(Int($0)) }.map { candidates[Int($0)].mount })
    state = State(
      phase: mounts.isEmpty ? .ignoredFragment : .fragmentPath, members: [],
      isAfterSlash: false)
    state.otherwise = opened.map { Int32(truncatingIfNeeded: $0) } ?? -1
    guard !mounts.isEmpty else { return }
    state.members = candidates.indices.filter {
      !isPrefix($0) && mounts.contains(candidates[$0].mount)
    }.flatMap(automata.start)
  }
}
