extension RegexParser {
  /// Reads `[…]` with the set notation of ECMAScript's `v` flag, which URL Pattern sets: classes
  /// nest, `--` subtracts, and `&&` intersects.
  mutating func characterClass() throws(Fault) -> ScalarSet {
    guard depth < Limits.regexDepthMax else { throw fault(.tooDeep) }
    depth += 1
    index += 1
    let isNegated = take("^")
    let result = try classContents()
    guard take("]") else { throw fault(.badClass) }
    depth -= 1
    return isNegated ? result.complement : result
  }

  /// A sequence of members and ranges, or operands joined by operators of one kind.
  private mutating func classContents() throws(Fault) -> ScalarSet {
    let first = try classRange()
    if isNext("-", "-") || isNext("&", "&") {
      var result = first
      while isNext("-", "-") || isNext("&", "&") {
        let takesAway = peek == "-"
        index += 2
        let operand = try classMember()
        result = result.intersection(takesAway ? operand.complement : operand)
        if isNext(takesAway ? "&" : "-", takesAway ? "&" : "-") { throw fault(.badClass) }
      }
      return result
    }
    var ranges = first.ranges
    while let next = peek, next != "]" {
      ranges += try classRange().ranges
      if isNext("-", "-") || isNext("&", "&") { throw fault(.badClass) }
    }
    return ScalarSet(ranges)
  }

  /// `a-z`, or one member.
  private mutating func classRange() throws(Fault) -> ScalarSet {
    let low = try classMember()
    guard peek == "-", !isNext("-", "-"), !isNext("-", "]") else { return low }
    index += 1
    let high = try classMember()
    guard let from = low.single, let to = high.single, from <= to else { throw fault(.badClass) }
    return ScalarSet([from...to])
  }

  private mutating func classMember() throws(Fault) -> ScalarSet {
    guard let next = peek, next != "]", !isNext("&", "&") else { throw fault(.badClass) }
    if next == "\\" { return try escape() }
    if next == "[" { return try characterClass() }
    index += 1
    return ScalarSet([next.value...next.value])
  }

  /// Whether these two come next.
  private func isNext(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    peek == first && index + 1 < scalars.count && scalars[index + 1] == second
  }
}

extension ScalarSet {
  /// The scalars in both.
  fileprivate func intersection(_ other: ScalarSet) -> ScalarSet {
    ScalarSet(complement.ranges + other.complement.ranges).complement
  }

  /// The only scalar of the set, if there is just one.
  fileprivate var single: UInt32? {
    guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
    return range.lowerBound
  }
}
