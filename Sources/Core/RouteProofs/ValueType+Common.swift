import Links

extension ValueType {
  /// The shortest value for a query that fits two types; nil if there is none.
  func common(with other: ValueType) -> String? {
    if case .oneOf(let texts) = self { return Self.shortest(of: texts, fitting: other) }
    if case .oneOf(let texts) = other { return Self.shortest(of: texts, fitting: self) }
    var search = OverlapSearch(
      Closures(Program(expression(inPath: false))),
      Closures(Program(other.expression(inPath: false))), stepsLeft: Limits.comparisonStepsMax)
    return search.shortest(from: .value).map { symbols in
      text(of: symbols.map { UInt8(truncatingIfNeeded: $0) })
    }
  }

  private static func shortest(of texts: [String], fitting other: ValueType) -> String? {
    texts.filter { other.fits($0) && isFine($0) }.min { $0.utf8.count < $1.utf8.count }
  }

  /// Whether a link can carry the text.
  static func isFine(_ text: String) -> Bool {
    var check = UTF8Check()
    return text.utf8.allSatisfy { check.take($0) == .fine }
  }
}
