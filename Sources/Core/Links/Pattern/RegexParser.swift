import Languages

/// Reads the linear-time subset of regular expressions, with the syntax of ECMAScript as URL
/// Pattern uses it: literals, `.`, classes (with set notation), `\d \w \s`, `(?:…)`, `(?i:…)` (for
/// ASCII letters), `(?<name>…)`, `|`, and `* + ? {n} {n,} {n,m}` with lazy forms.
struct RegexParser: ~Copyable {
  let scalars: [Unicode.Scalar]
  var index = 0
  var depth = 0
  /// Whether the case of ASCII letters is ignored.
  private var isFolded = false

  private init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  /// Parses an expression. It matches a whole value, so `^` and `$` at its ends have no effect.
  static func parse(_ scalars: [Unicode.Scalar]) throws(PatternFault.Located) -> Expression {
    guard !scalars.isEmpty else { throw .init(fault: .empty, offset: 0) }
    var parser = RegexParser(scalars: scalars)
    if parser.peek == "?" { throw parser.fault(.unknownGroup) }
    if parser.peek == "^" { parser.index = 1 }
    let result = try parser.alternation()
    if parser.peek == "$", parser.index == scalars.count - 1 { parser.index += 1 }
    if parser.peek == "$" || parser.peek == "^" { throw parser.fault(.anchor) }
    guard parser.peek == nil else { throw parser.fault(.unbalanced) }
    return result
  }

  var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  func fault(_ fault: PatternFault) -> PatternFault.Located {
    PatternFault.Located(fault: fault, offset: index)
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  private mutating func alternation() throws(PatternFault.Located) -> Expression {
    var choices = [try sequence()]
    while take("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(PatternFault.Located) -> Expression {
    var parts: [Expression] = []
    while let next = peek, next != "|", next != ")", next != "$" {
      let atom = try atom(next)
      parts.append(try repetition(of: atom))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func atom(_ first: Unicode.Scalar) throws(PatternFault.Located) -> Expression {
    switch first {
    case "(": return try group()
    case "[": return try characterClass().expression(separating: true)
    case ".":
      index += 1
      return ScalarSet.all.expression(separating: true)
    case "\\": return try escape().expression(separating: true)
    case "*", "+", "?": throw fault(.nothingToRepeat)
    case "{": throw fault(.badCount)
    case "}", "]": throw fault(.unbalanced)
    case "^": throw fault(.anchor)
    default:
      index += 1
      return spelled(ScalarSet([first.value...first.value])).expression(separating: true)
    }
  }

  /// The set, with both cases of each ASCII letter if case is ignored.
  private func spelled(_ set: ScalarSet) -> ScalarSet { isFolded ? set.folded : set }

  private mutating func group() throws(PatternFault.Located) -> Expression {
    guard depth < Limits.regexDepthMax else { throw fault(.tooDeep) }
    index += 1
    guard take("?") else { throw fault(.capturingGroup) }
    let isFoldedAround = isFolded
    switch peek {
    case ":": index += 1
    case "i" where isNext("i", ":"):
      index += 2
      isFolded = true
    case "=", "!": throw fault(.lookAround)
    case "<": try groupName()
    default: throw fault(.unknownGroup)
    }
    depth += 1
    let inner = try alternation()
    depth -= 1
    isFolded = isFoldedAround
    if peek == "$" { throw fault(.anchor) }
    guard take(")") else { throw fault(.unbalanced) }
    return inner
  }

  /// `<name>`, which URL Pattern allows; what the group captures is not reported.
  private mutating func groupName() throws(PatternFault.Located) {
    let start = index
    index += 1
    if peek == "=" || peek == "!" {
      index = start
      throw fault(.lookAround)
    }
    while let next = peek, PatternTokenizer.isNamePart(next, isFirst: index == start + 1) {
      index += 1
    }
    guard index > start + 1, take(">") else {
      index = start
      throw fault(.capturingGroup)
    }
  }

  private mutating func repetition(of atom: Expression) throws(PatternFault.Located) -> Expression {
    guard let next = peek else { return atom }
    var least = 0
    var most: Int?
    switch next {
    case "*": index += 1
    case "+":
      index += 1
      least = 1
    case "?":
      index += 1
      most = 1
    case "{": (least, most) = try counts()
    default: return atom
    }
    let isLazy = take("?")
    if let after = peek, after == "*" || after == "+" || after == "?" {
      throw fault(.nothingToRepeat)
    }
    // Repeating an expression that reads nothing changes nothing, and adds no states for the limit
    // to count.
    guard most != 0, atom.stateCount(limit: 1) > 0 else { return .empty }
    return .repeated(atom, least: least, most: most, isLazy: isLazy)
  }

  /// `{n}`, `{n,}` or `{n,m}`; a number over the limit of states is read as just over it.
  private mutating func counts() throws(PatternFault.Located) -> (least: Int, most: Int?) {
    index += 1
    guard let least = number() else { throw fault(.badCount) }
    var most: Int? = least
    if take(",") { most = number() ?? (peek == "}" ? nil : -1) }
    guard most.map({ $0 >= least }) ?? true, take("}") else { throw fault(.badCount) }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let digit = peek?.value, (0x30...0x39).contains(digit) {
      value = min((value ?? 0) * 10 + Int(digit - 0x30), Limits.regexStatesMax + 1)
      index += 1
    }
    return value
  }

  mutating func escape() throws(PatternFault.Located) -> ScalarSet {
    index += 1
    guard let next = peek else { throw fault(.unknownEscape) }
    let result: ScalarSet
    switch next {
    case "d": result = .digits
    case "D": result = ScalarSet.digits.complement
    case "w": result = .word
    case "W": result = ScalarSet.word.complement
    case "s": result = .space
    case "S": result = ScalarSet.space.complement
    case "b", "B": throw fault(.anchor)
    case "1"..."9", "k": throw fault(.backReference)
    default:
      guard next.isASCII, !ScalarSet.word.contains(next) || next == "_" else {
        throw fault(.unknownEscape)
      }
      result = ScalarSet([next.value...next.value])
    }
    index += 1
    return result
  }
}

extension ScalarSet {
  fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
  }
}

extension RegexParser {
  /// Reads `[…]` with the set notation of ECMAScript's `v` flag, which URL Pattern sets: classes
  /// nest, `--` subtracts, and `&&` intersects.
  mutating func characterClass() throws(PatternFault.Located) -> ScalarSet {
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
  private mutating func classContents() throws(PatternFault.Located) -> ScalarSet {
    let first = try classRange()
    if isNext("-", "-") || isNext("&", "&") {
      var result = first
      while isNext("-", "-") || isNext("&", "&") {
        let takesAway = peek == "-"
        index += 2
        let operand = spelled(try classMember())
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
  private mutating func classRange() throws(PatternFault.Located) -> ScalarSet {
    let low = try classMember()
    guard peek == "-", !isNext("-", "-"), !isNext("-", "]") else { return spelled(low) }
    index += 1
    let high = try classMember()
    guard let from = low.single, let to = high.single, from <= to else { throw fault(.badClass) }
    return spelled(ScalarSet([from...to]))
  }

  private mutating func classMember() throws(PatternFault.Located) -> ScalarSet {
    guard let next = peek, next != "]", !isNext("&", "&") else { throw fault(.badClass) }
    if next == "\\" { return try escape() }
    if next == "[" { return try characterClass() }
    index += 1
    return ScalarSet([next.value...next.value])
  }

  private func isNext(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    peek == first && index + 1 < scalars.count && scalars[index + 1] == second
  }
}

extension ScalarSet {
  fileprivate func intersection(_ other: ScalarSet) -> ScalarSet {
    ScalarSet(complement.ranges + other.complement.ranges).complement
  }

  /// The set with both cases of each ASCII letter.
  fileprivate var folded: ScalarSet {
    let cases: [ClosedRange<UInt32>] = [0x41...0x5A, 0x61...0x7A]
    var other: [ClosedRange<UInt32>] = []
    for letters in cases {
      for range in ranges where range.overlaps(letters) {
        let common = range.clamped(to: letters)
        // The cases differ in this bit.
        other.append((common.lowerBound ^ 0x20)...(common.upperBound ^ 0x20))
      }
    }
    return other.isEmpty ? self : ScalarSet(ranges + other)
  }

  fileprivate var single: UInt32? {
    guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
    return range.lowerBound
  }
}
