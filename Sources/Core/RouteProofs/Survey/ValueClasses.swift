import Links

/// The classes into which types divide all values of a query item: two values are of one class if
/// they fit the same types. Runs the automata of all types at once, breadth first.
struct ValueClasses {
  /// Where a value leads to.
  private struct State: Hashable {
    /// For each state that an automaton is in, the automaton and the state, in ascending order.
    let members: [[Int]]
    let check: UTF8Check
  }

  private let automata: [NFA]
  private var states: [State]
  private var seen: Set<State>
  /// For each state the byte that led to it, and from which state.
  private var origins: [(byte: UInt8, parent: Int)?] = [nil]

  /// A value of each class, the shortest, shorter ones first; nil if there are too many states to
  /// search.
  static func samples(of types: [ValueType]) -> [String]? {
    var different: [ValueType] = []
    for type in types where type != .string && !different.contains(type) { different.append(type) }
    var search = ValueClasses(different.map { NFA($0.expression(inPath: false)) })
    return search.samples()
  }

  private init(_ automata: [NFA]) {
    self.automata = automata
    let start = automata.indices.flatMap { number in automata[number].start.map { [number, $0] } }
    states = [State(members: Self.sorted(start), check: UTF8Check())]
    seen = Set(states)
  }

  private static func sorted(_ members: [[Int]]) -> [[Int]] {
    members.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private mutating func samples() -> [String]? {
    var samples: [String] = []
    var known: Set<[Int]> = []
    var next = 0
    while next < states.count {
      guard states.count <= Limits.valueStatesMax else { return nil }
      let state = states[next]
      if state.check.isComplete {
        if known.insert(accepting(state)).inserted { samples.append(text(to: next)) }
        // Whatever follows is of the same class.
        if state.members.isEmpty {
          next += 1
          continue
        }
      }
      for byte in bytes(at: state) {
        guard let after = after(state, byte), seen.insert(after).inserted else { continue }
        states.append(after)
        origins.append((byte, next))
      }
      next += 1
    }
    return samples
  }

  /// The automata that accept what has been read.
  private func accepting(_ state: State) -> [Int] {
    var accepting: [Int] = []
    for member in state.members
    where accepting.last != member[0] && automata[member[0]].isAccept(member[1]) {
      accepting.append(member[0])
    }
    return accepting
  }

  /// One byte of every class that the automata do not distinguish here, the most readable first.
  private func bytes(at state: State) -> [UInt8] {
    var classes = WellFormedness.classes
    for set in Set(state.members.compactMap { automata[$0[0]].set($0[1]) }) {
      classes = classes.flatMap { [$0.intersection(set), $0.subtracting(set)] }
        .filter { !$0.isEmpty }
    }
    let readabilities = WellFormedness.readabilities
    return classes.compactMap(WellFormedness.mostReadable(of:)).filter { $0 != separator }
      .sorted { readabilities[Int($0)] < readabilities[Int($1)] }
      .map { UInt8(truncatingIfNeeded: $0) }
  }

  private func after(_ state: State, _ byte: UInt8) -> State? {
    var check = state.check
    guard check.take(byte) == .fine else { return nil }
    var members: Set<[Int]> = []
    for member in state.members {
      let automaton = automata[member[0]]
      guard automaton.set(member[1])?.contains(Symbol(byte)) ?? false else { continue }
      for next in automaton.next(member[1]) { members.insert([member[0], next]) }
    }
    return State(members: Self.sorted(Array(members)), check: check)
  }

  private func text(to end: Int) -> String {
    var bytes: [UInt8] = []
    var index = end
    while let origin = origins[index] {
      bytes.append(origin.byte)
      index = origin.parent
    }
    return String(decoding: bytes.reversed(), as: UTF8.self)
  }
}
