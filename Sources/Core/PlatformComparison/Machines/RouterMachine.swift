import Links
import PlatformLinks
import RouteProofs

/// Which route opens the links of a site: the automata of all variants under its bases at once.
///
/// The path of a link is its path, or under a base with a fragment, its fragment.
struct RouterMachine: LinkMachine {
  /// A variant of a route under a base, or the path ahead of a base's fragment.
  struct Candidate {
    /// The position of the base among those that cover the site, in the order in which they are
    /// tried.
    let entrance: Int
    /// An index of the table's variants; `nil` for the path ahead of a fragment.
    let variant: Int?
    let automaton: NFA
    /// The number of its first state.
    let offset: Int
    /// Indices of `conditions`.
    let conditions: [Int]
  }

  private struct Taken {
    var bytes = ByteClass([])
    var takesSeparator = false
    /// The states that follow, in ascending order.
    var next: [Int32] = []
  }

  /// How the machine reads the routes.
  enum Reading: Hashable {
    case exact
    /// Letters of literals match in both cases, whatever the routes say.
    case folded
    /// Only these routes, in any case, with any values of their parameters and any query.
    case anyValue([Int])
  }

  struct State: Hashable {
    enum Phase { case path, query, fragmentPath, fragmentQuery, ignoredFragment }

    var phase = Phase.path
    /// States of the automata, in ascending order. After a slash its separator is still to come.
    var members: [Int32]
    var isAfterSlash: Bool
    /// After a path, what accepts it: indices of `candidates`, the best first.
    var candidates: [Int32] = []
    /// For each of `conditions`, what is known of it; empty if no candidate has one.
    var items: [QueryCondition.State] = []
    /// The candidate that opens the link if none in the fragment does; below zero if none.
    var otherwise: Int32 = -1
    /// The path in a fragment.
    var form = WellFormedness.start
  }

  let table: RouteTable
  private(set) var candidates: [Candidate] = []
  private(set) var conditions: [QueryCondition] = []
  let start: State
  /// For each state of the automata its candidate.
  private(set) var owners: [Int32] = []
  /// What each state of the automata takes; no byte and no separator if it accepts.
  private let taken: [Taken]
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
    for (entrance, base) in table.basesBySpecificity.enumerated() {
      let shape = table.bases[base].shape
      guard shape.covers(hostOf: site) else { continue }
      builder.add(base: base, entrance: entrance, hasHost: !site.host.isEmpty)
    }
    candidates = builder.candidates
    conditions = builder.conditions
    owners = builder.candidates.enumerated().flatMap { index, candidate in
      repeatElement(Int32(truncatingIfNeeded: index), count: candidate.automaton.count)
    }
    taken = builder.candidates.flatMap { candidate in
      (0..<candidate.automaton.count).map { state in
        guard let set = candidate.automaton.set(state) else { return Taken() }
        let exact = ByteClass(words: set.words)
        return Taken(
          bytes: reading == .exact ? exact : exact.ignoringCase,
          takesSeparator: set.contains(separator),
          next: candidate.automaton.next(state).map {
            Int32(truncatingIfNeeded: $0 + candidate.offset)
          }.sorted())
      }
    }
    start = State(
      members: builder.starts(), isAfterSlash: site.host.isEmpty)
  }

  func step(_ state: State, _ token: LinkToken) -> State {
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

  /// The route that opens a link that ends here; `nil` if none does.
  func verdict(in state: State) -> Int? {
    var state = state
    switch state.phase {
    case .path: endPath(&state, phase: .query)
    case .fragmentPath: endPath(&state, phase: .fragmentQuery)
    case .query, .fragmentQuery, .ignoredFragment: break
    }
    return opening(state).flatMap { candidates[$0].variant }.map { table.variants[$0].route }
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

  func classes(in state: State, _ spelling: LinkToken.Spelling) -> [ByteClass] {
    let isPlain = spelling == .plain
    switch state.phase {
    case .path, .fragmentPath:
      var classes = isPlain ? Self.pathMarks : []
      if state.phase == .fragmentPath { classes += Self.dots }
      let members =
        state.isAfterSlash ? after(separator, state.members) : state.members
      for member in members {
        let bytes = taken[Int(member)].bytes
        if !bytes.isEmpty, !classes.contains(bytes) { classes.append(bytes) }
      }
      return classes
    case .query, .fragmentQuery:
      return zip(conditions, state.items).flatMap { $0.classes(in: $1, isPlain: isPlain) }
        + (isPlain ? [ByteClass("#".utf8)] : [])
    case .ignoredFragment: return []
    }
  }

  func open(in state: State, _ spelling: LinkToken.Spelling) -> ByteClass {
    guard state.phase == .path || state.phase == .fragmentPath else { return .all }
    return classes(in: state, spelling).reduce(into: ByteClass([])) { $0.formUnion($1) }
  }

  private static let pathMarks = ["/", "?", "#"].map { ByteClass($0.utf8) }
  private static let dots = [
    ByteClass(".".utf8), ByteClass(0x80...0xBF), ByteClass(0xC2...0xDF), ByteClass(0xE0...0xE0),
    ByteClass(0xED...0xED), ByteClass(0xE1...0xEF), ByteClass(0xF0...0xF0),
    ByteClass(0xF1...0xF3), ByteClass(0xF4...0xF4),
  ]
}

// MARK: Paths

extension RouterMachine {
  func isPrefix(_ candidate: Int) -> Bool { candidates[candidate].variant == nil }

  private func takePath(_ token: LinkToken, _ state: inout State) {
    guard !token.isPlain("/") else {
      state.isAfterSlash = true
      return
    }
    if state.isAfterSlash {
      state.members = after(separator, state.members)
      state.isAfterSlash = false
    }
    state.members = after(Symbol(token.byte), state.members)
  }

  /// Takes a token of a fragment, which is no path if it does not begin with a slash, or contains a
  /// segment of dots.
  private func takeFragment(_ token: LinkToken, _ state: inout State) {
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

  /// The states after a symbol.
  private func after(_ symbol: Symbol, _ members: [Int32]) -> [Int32] {
    var found: [Int32] = []
    for member in members where takes(symbol, member) { found += taken[Int(member)].next }
    // Those of one member are in order, and of one candidate mostly one member is left.
    if zip(found, found.dropFirst()).allSatisfy({ $0 < $1 }) { return found }
    return Set(found).sorted()
  }

  private func takes(_ symbol: Symbol, _ member: Int32) -> Bool {
    guard let byte = UInt8(exactly: symbol) else { return taken[Int(member)].takesSeparator }
    return taken[Int(member)].bytes.contains(byte)
  }

  /// Ends a path: what accepts it goes on with the query, up to the first that has no conditions.
  private func endPath(_ state: inout State, phase: State.Phase) {
    var accepting: [Int] = []
    for member in state.members {
      let index = Int(owners[Int(member)])
      let candidate = candidates[index]
      if accepting.last != index, candidate.automaton.isAccept(Int(member) - candidate.offset) {
        accepting.append(index)
      }
    }
    let isPathComplete = phase == .query || state.isAfterSlash || state.form.isComplete
    let otherwise = state.otherwise
    state = State(phase: phase, members: [], isAfterSlash: false)
    state.otherwise = otherwise
    var decided: Set<Int> = []
    for index in isPathComplete ? inOrder(accepting) : [] {
      // A fragment may follow, whatever the path itself opens.
      guard isPrefix(index) || decided.isEmpty else { continue }
      state.candidates.append(Int32(truncatingIfNeeded: index))
      if !isPrefix(index), candidates[index].conditions.isEmpty { decided.insert(index) }
    }
    state.items = conditions.map { $0.start }
    dropRefused(&state)
  }

  /// Drops the candidates with a condition that does not hold, whatever follows, and ends the
  /// conditions that do not matter any more.
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

  /// Candidates in the order in which they open links: by base, then by the table's order.
  private func inOrder(_ accepting: [Int]) -> [Int] {
    var rest = accepting
    var ordered: [Int] = []
    while let first = rest.first(where: { one in !rest.contains { isBefore($0, one) } }) {
      ordered.append(first)
      rest.removeAll { $0 == first }
    }
    return ordered
  }

  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    let (one, other) = (candidates[one], candidates[other])
    guard one.entrance == other.entrance else { return one.entrance < other.entrance }
    guard let left = one.variant, let right = other.variant else { return false }
    let orders = (table.orders[left], table.orders[right])
    guard orders.0 == orders.1 else { return orders.0 < orders.1 }
    let routes = (table.variants[left].route, table.variants[right].route)
    return routes.0 == routes.1 ? left < right : table.precedence.precedes(routes.0, routes.1)
  }
}

// MARK: Queries and fragments

extension RouterMachine {
  private func takeQuery(_ token: LinkToken, _ state: inout State) {
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
    return candidates[found].entrance < candidates[otherwise].entrance ? found : otherwise
  }

  private func beginFragment(_ state: inout State) {
    let opened = opening(state)
    let entrances = Set(
      state.candidates.filter { isPrefix(Int($0)) }.map { candidates[Int($0)].entrance })
    state = State(
      phase: entrances.isEmpty ? .ignoredFragment : .fragmentPath, members: [],
      isAfterSlash: false)
    state.otherwise = opened.map { Int32(truncatingIfNeeded: $0) } ?? -1
    guard !entrances.isEmpty else { return }
    state.members = candidates.indices.filter {
      !isPrefix($0) && entrances.contains(candidates[$0].entrance)
    }.flatMap { index in
      candidates[index].automaton.start.map {
        Int32(truncatingIfNeeded: $0 + candidates[index].offset)
      }
    }
  }
}
