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
    case .oneOf(let texts): Self.choice(of: texts)
    }
  }

  /// The texts of a single byte are one set: a variable can have a hundred of them.
  private static func choice(of texts: [[Self]]) -> Expression {
    var single = SymbolSet()
    var others: [Expression] = []
    for text in texts {
      switch text.first {
      case .byte(let byte)? where text.count == 1: single.insert(Symbol(byte))
      case .bytes(let bytes)? where text.count == 1: single = single.union(bytes)
      default: others.append(.sequence(text.map { $0.expression }))
      }
    }
    if others.isEmpty { return .symbols(single) }
    return .choice((single.isEmpty ? [] : [.symbols(single)]) + others)
  }
}
