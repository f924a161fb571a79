import Languages

/// Decides what a pattern matches, byte by byte: its nondeterministic automaton.
///
/// Matching and the comparison of languages use the same machine. The time is linear in the text
/// for a given pattern: a step takes O(states of the machine), however many ways there are.
package struct GlobMachine {
  /// The states of the automaton that the bytes so far can have led to; none if no text that starts
  /// with them matches.
  package typealias State = [Int32]

  private let automaton: NFASet
  package let start: State

  package init(_ glob: Glob) {
    automaton = NFASet([NFA(.sequence(glob.elements.map { $0.expression }))])
    start = automaton.start
  }

  package func step(_ state: State, _ byte: UInt8) -> State {
    automaton.step(state, Symbol(byte))
  }

  package func isAccepting(_ state: State) -> Bool { !automaton.accepting(state).isEmpty }

  func takesAny(in state: State) -> Bool { state.contains { automaton.set($0) == .bytes } }

  func classes(in state: State) -> [SymbolSet] {
    var classes: [SymbolSet] = []
    for member in state {
      guard let set = automaton.set(member), set != .bytes, !classes.contains(set) else { continue }
      classes.append(set)
    }
    return classes
  }
}

extension Glob.Element {
  fileprivate var expression: Expression {
    switch self {
    case .byte(let byte): .symbols(SymbolSet(Symbol(byte)))
    case .bytes(let bytes): .symbols(bytes)
    case .any: .wellFormedScalar
    case .run: .repeated(.symbols(.bytes), least: 0, most: nil, isLazy: false)
    case .oneOf(let texts):
      texts.isEmpty
        ? .symbols(SymbolSet())
        : .choice(texts.map { .sequence($0.map { $0.expression }) })
    }
  }
}
