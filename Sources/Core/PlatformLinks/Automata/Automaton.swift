public import Languages

/// A deterministic automaton over the tokens of a text. Its states are values, so that it is built
/// only as far as it is read.
@usableFromInline package protocol Automaton {
  associatedtype State: Hashable

  /// The start state.
  var start: State { get }
  /// The state after one more token.
  func step(_ state: State, _ token: Token) -> State
  /// The bytes that the state distinguishes if they are spelled in one way: all bytes that are in
  /// the same of these sets lead to the same state.
  func classes(in state: State, _ spelling: Token.Spelling) -> [SymbolSet]
  /// Bytes that can still change the verdict; all others lead to one settled state.
  func open(in state: State, _ spelling: Token.Spelling) -> SymbolSet
  /// The verdict on a text that ends here: a number that the automaton defines, or a negative one
  /// for "nothing".
  func verdict(in state: State) -> Int32
  /// Whether the verdict is the same for all continuations.
  func isSettled(_ state: State) -> Bool
  /// The memory that a state takes, in words of 8 bytes.
  func weight(of state: State) -> Int
  /// The work of the automata that it consists of (`Memoized.work`).
  var innerWork: Int { get }
}

extension Automaton {
  package func open(in state: State, _ spelling: Token.Spelling) -> SymbolSet { .bytes }

  package var innerWork: Int { 0 }

  /// Whether the verdict on a text as written is not "nothing".
  ///
  /// - Complexity: Linear in the text, for a given automaton.
  @inlinable package func matches(_ text: some Sequence<UInt8>) -> Bool {
    var state = start
    for byte in text {
      state = step(state, Token(byte))
      if isSettled(state) { break }
    }
    return verdict(in: state) >= 0
  }
}

/// An automaton with numbered states and cached steps. A state is its number; the start is 0. The
/// type of the automaton is hidden, so that a product can hold several.
///
/// No access to a property overlaps another one. Checking that at run time would cost `compare` 8 %
/// of its instructions, hence `@exclusivity(unchecked)`.
@usableFromInline package final class Memoized {
  /// The words of 8 bytes that steps and their tables have written: a bound of it is one of time
  /// and of memory.
  package var work: Int { ownWork + automaton.innerWork() }
  @exclusivity(unchecked) private var ownWork = 0
  @exclusivity(unchecked) @usableFromInline var rows: [Row] = []
  @exclusivity(unchecked) private var steps = StepTable()
  /// The classes and open bytes of all states. Few differ, and a set takes five words.
  @exclusivity(unchecked) private var lists = Numbering<[SymbolSet]>()
  @exclusivity(unchecked) private var sets = Numbering<SymbolSet>()
  private let automaton: Erased

  /// What is known about a state.
  @usableFromInline struct Row {
    @usableFromInline let verdict: Int32
    @usableFromInline let isSettled: Bool
    @usableFromInline let weight: Int
    /// By spelling, numbers of `lists` and `sets`; nil until first use.
    var classes = PerSpelling<Int32>()
    var open = PerSpelling<Int32>()

    @usableFromInline init(verdict: Int32, isSettled: Bool, weight: Int) {
      self.verdict = verdict
      self.isSettled = isSettled
      self.weight = weight
    }
  }

  @usableFromInline final class States<State: Hashable> {
    @exclusivity(unchecked) @usableFromInline var all = Numbering<State>()

    @inlinable init() {}
  }

  /// The functions of an automaton, for numbered states.
  @usableFromInline struct Erased {
    let step: (_ state: Int, Token) -> Int
    let row: (_ state: Int) -> Row
    let classes: (_ state: Int, Token.Spelling) -> [SymbolSet]
    let open: (_ state: Int, Token.Spelling) -> SymbolSet
    let innerWork: () -> Int

    // Inlinable, so that the compiler specializes it for the automaton.
    @inlinable init<A: Automaton>(_ automaton: A) {
      let states = States<A.State>()
      _ = states.all.number(of: automaton.start)
      self.init(
        step: { states.all.number(of: automaton.step(states.all.values[$0], $1)) },
        row: { number in
          let state = states.all.values[number]
          return Row(
            verdict: automaton.verdict(in: state), isSettled: automaton.isSettled(state),
            weight: automaton.weight(of: state))
        },
        classes: { automaton.classes(in: states.all.values[$0], $1) },
        open: { automaton.open(in: states.all.values[$0], $1) },
        innerWork: { automaton.innerWork })
    }

    @usableFromInline init(
      step: @escaping (Int, Token) -> Int, row: @escaping (Int) -> Row,
      classes: @escaping (Int, Token.Spelling) -> [SymbolSet],
      open: @escaping (Int, Token.Spelling) -> SymbolSet, innerWork: @escaping () -> Int
    ) {
      (self.step, self.row, self.classes, self.open) = (step, row, classes, open)
      self.innerWork = innerWork
    }
  }

  /// The number of states whose steps are cached. An automaton with many states seldom leaves one
  /// twice with the same token.
  private static let rememberedMax = 2_048
  /// The memory of a row, and of the state in the numbering, in words.
  private static let rowWeight = 32

  @inlinable package convenience init<A: Automaton>(_ automaton: A) {
    self.init(Erased(automaton))
  }

  @usableFromInline init(_ automaton: Erased) {
    self.automaton = automaton
    rows.append(automaton.row(0))
  }

  package func step(_ state: Int32, _ token: Token) -> Int32 {
    let number = Int(state)
    let isRemembered = number < Self.rememberedMax
    if isRemembered, let known = steps.state(after: number, token) { return known }
    let next = automaton.step(number, token)
    if next == rows.count { rows.append(automaton.row(next)) }
    ownWork += rows[next].weight + Self.rowWeight
    if isRemembered { ownWork += steps.add(next, after: number, token) }
    return Int32(truncatingIfNeeded: next)
  }

  package func classes(in state: Int32, _ spelling: Token.Spelling) -> [SymbolSet] {
    if let known = rows[Int(state)].classes[spelling] { return lists.values[Int(known)] }
    let classes = automaton.classes(Int(state), spelling)
    rows[Int(state)].classes[spelling] = Int32(truncatingIfNeeded: lists.number(of: classes))
    ownWork += classes.count * MemoryLayout<SymbolSet>.stride / 8
    return classes
  }

  package func open(in state: Int32, _ spelling: Token.Spelling) -> SymbolSet {
    if let known = rows[Int(state)].open[spelling] { return sets.values[Int(known)] }
    let open = automaton.open(Int(state), spelling)
    rows[Int(state)].open[spelling] = Int32(truncatingIfNeeded: sets.number(of: open))
    return open
  }

  @inlinable package func verdict(in state: Int32) -> Int32 { rows[Int(state)].verdict }

  @inlinable package func isSettled(_ state: Int32) -> Bool { rows[Int(state)].isSettled }
}

/// A cached value for each spelling of bytes; nil until first use.
struct PerSpelling<Value> {
  private var plain: Value?
  private var escaped: Value?
  private var escapedInLowercase: Value?

  subscript(_ spelling: Token.Spelling) -> Value? {
    get {
      switch spelling {
      case .plain: plain
      case .escaped: escaped
      case .escapedInLowercase: escapedInLowercase
      }
    }
    set {
      switch spelling {
      case .plain: plain = newValue
      case .escaped: escaped = newValue
      case .escapedInLowercase: escapedInLowercase = newValue
      }
    }
  }
}
