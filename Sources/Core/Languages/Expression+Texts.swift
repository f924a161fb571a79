extension Expression {
  /// All texts that match, in the order of their alternatives; nil if they are too many or too
  /// long, or if some span segments.
  ///
  /// - Parameters:
  ///   - max: The most texts.
  ///   - bytesMax: The most bytes of a text.
  ///   - omitsRepeats: Whether a text of several alternatives is listed and counted once.
  package func texts(max: Int, bytesMax: Int = .max, omitsRepeats: Bool = false) -> [[UInt8]]? {
    func texts(of part: Expression) -> [[UInt8]]? {
      part.texts(max: max, bytesMax: bytesMax, omitsRepeats: omitsRepeats)
    }
    func sum(_ texts: [[UInt8]], _ more: [[UInt8]]?) -> [[UInt8]]? {
      guard let more, texts.count + more.count <= max else { return nil }
      return texts + (omitsRepeats ? more.filter { !texts.contains($0) } : more)
    }
    func product(_ texts: [[UInt8]], _ ends: [[UInt8]]?) -> [[UInt8]]? {
      guard let ends, texts.count * ends.count <= max else { return nil }
      let result = texts.flatMap { text in ends.map { text + $0 } }
      return result.allSatisfy { $0.count <= bytesMax } ? result : nil
    }
    switch self {
    case .symbols(let set):
      guard !set.hasSeparator, set.count <= max else { return nil }
      return set.bytes.map { [$0] }
    case .sequence(let parts):
      return parts.reduce([[]]) { all, part in all.flatMap { product($0, texts(of: part)) } }
    case .choice(let parts):
      return parts.reduce([]) { all, part in all.flatMap { sum($0, texts(of: part)) } }
    case .repeated(let part, let least, let most, _):
      guard let most, most <= max, let own = texts(of: part) else { return nil }
      var last: [[UInt8]]? = [[]]
      var all: [[UInt8]]? = least == 0 ? last : []
      for count in 0..<most where all != nil {
        last = last.flatMap { product($0, own) }
        if count + 1 >= least { all = all.flatMap { sum($0, last) } }
      }
      return all
    case .capture(_, let part): return texts(of: part)
    }
  }
}
