package import Languages

extension Glob {
  /// The automaton over bytes of the texts that the pattern matches.
  ///
  /// Matching and the comparison of languages use the same one. The time is linear in the text for
  /// a given pattern: a step takes O(states of the automaton), however many ways there are.
  package var automaton: NFASet { NFASet([NFA(.sequence(elements.map { $0.expression }))]) }
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
