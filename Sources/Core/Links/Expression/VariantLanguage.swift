/// The texts that segments of a pattern accept, as expressions. These are large compared to the
/// pattern, so they are created on demand.
struct VariantLanguage: Sendable {
  let segments: [[PatternVariant.Atom]]
  /// A type for each parameter of the pattern.
  let types: [ValueType]
  let isCaseSensitive: Bool

  /// The texts of whole segments, each after a separator.
  var expression: Expression {
    .sequence(
      segments.map { atoms in
        .sequence([.symbols(SymbolSet(separator))] + atoms.map(expression(of:)))
      })
  }

  /// The texts of the first segment alone, without a separator.
  var withinSegment: Expression {
    .sequence((segments.first ?? []).map(expression(of:)))
  }

  private func expression(of atom: PatternVariant.Atom) -> Expression {
    switch atom {
    case .literal(let text): return literal(text)
    case .single(let part):
      guard let parameter = part.parameter else { return literal(part.prefix) }
      return .capture(parameter, core(of: part, parameter))
    case .repeated(let part):
      guard let parameter = part.parameter else { return again(literal(part.prefix)) }
      let core = core(of: part, parameter)
      let joint = literal(part.suffix + part.prefix)
      return .capture(parameter, .sequence([core, again(.sequence([joint, core]))]))
    }
  }

  private func again(_ part: Expression) -> Expression {
    .repeated(part, least: 0, most: nil, isLazy: false)
  }

  private func literal(_ text: [Symbol]) -> Expression {
    .literal(text, isFolded: !isCaseSensitive)
  }

  private func core(of part: PatternPart, _ parameter: Int) -> Expression {
    switch part.kind {
    case .text: .empty
    case .segment: types[parameter].expression(inPath: true)
    case .wildcard: .anything
    case .regex(let expression): expression
    }
  }
}
