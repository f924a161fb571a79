struct AdvancedGlobParser {
  private let pattern: [UInt16]
  private var index = 0
  private var tokens: [UnitMachine.Token] = []
  /// Whether the last token has no count yet.
  private var canCount = false
  /// The size of the pattern as Android stores it.
  private var storedUnits = 0

  static func tokens(of pattern: [UInt16]) throws(AdvancedGlobError) -> [UnitMachine.Token] {
    var parser = AdvancedGlobParser(pattern: pattern)
    while parser.index < pattern.count { try parser.readItem() }
    return parser.tokens
  }

  private init(pattern: [UInt16]) {
    self.pattern = pattern
  }

  private mutating func readItem() throws(AdvancedGlobError) {
    try checkSize()
    let unit = pattern[index]
    index += 1
    switch unit {
    case ascii("["): try readSet()
    case ascii("{"): try readCount()
    case ascii("*"): try count(from: 0, to: nil)
    case ascii("+"): try count(from: 1, to: nil)
    case ascii("."): append(UnitMachine.Token(isInverse: true), storedUnits: 1)
    // Android drops a brace that closes nothing.
    case ascii("}"): break
    case ascii("\\"): append(unit: try escapedUnit())
    default: append(unit: unit)
    }
  }

  private mutating func append(unit: UInt16) {
    append(UnitMachine.Token(ranges: [unit...unit]), storedUnits: 1)
  }

  private mutating func append(_ token: UnitMachine.Token, storedUnits: Int) {
    tokens.append(token)
    canCount = true
    self.storedUnits += storedUnits
  }

  private func checkSize() throws(AdvancedGlobError) {
    guard storedUnits <= AndroidLimits.advancedPatternUnitsMax else { throw .tooLong }
  }

  private mutating func escapedUnit() throws(AdvancedGlobError) -> UInt16 {
    guard index < pattern.count else { throw .escapeAtEnd }
    defer { index += 1 }
    return pattern[index]
  }

  private mutating func readSet() throws(AdvancedGlobError) {
    var token = UnitMachine.Token()
    if index < pattern.count, pattern[index] == ascii("^") {
      token.isInverse = true
      index += 1
    }
    storedUnits += 1
    var isEmpty = true
    while true {
      guard index < pattern.count else { throw .setNotClosed }
      try checkSize()
      let first = pattern[index]
      index += 1
      if first == ascii("]") {
        guard !isEmpty else { throw .emptySet }
        break
      }
      isEmpty = false
      let low = first == ascii("\\") ? try escapedUnit() : first
      var high = low
      // A dash ahead of the closing bracket is itself a unit.
      if index + 1 < pattern.count, pattern[index] == ascii("-"), pattern[index + 1] != ascii("]") {
        index += 2
        storedUnits += 1
        try checkSize()
        high = pattern[index - 1]
        if high == ascii("\\") { high = try escapedUnit() }
        storedUnits += 1
      } else {
        storedUnits += 2
      }
      // A reversed range contains nothing.
      if low <= high { token.ranges.append(low...high) }
    }
    append(token, storedUnits: 1)
  }

  private mutating func readCount() throws(AdvancedGlobError) {
    guard canCount else { throw .modifierWithoutToken }
    guard let end = pattern[index...].firstIndex(of: ascii("}")) else { throw .countNotClosed }
    let text = pattern[index..<end]
    index = end + 1
    storedUnits += 3
    try checkSize()
    guard let comma = text.firstIndex(of: ascii(",")) else {
      let exact = try number(text)
      try count(from: exact, to: exact)
      return
    }
    let low = try number(text[..<comma])
    let high = comma + 1 == end ? nil : try number(text[(comma + 1)...])
    if let high, low > high { throw .countReversed }
    try count(from: low, to: high)
  }

  /// Gives the last token a count; Android treats a negative one as 0.
  private mutating func count(from low: Int, to high: Int?) throws(AdvancedGlobError) {
    guard canCount, !tokens.isEmpty else { throw .modifierWithoutToken }
    tokens[tokens.count - 1].countMin = max(low, 0)
    tokens[tokens.count - 1].countMax = high.map { max($0, 0) }
    canCount = false
    storedUnits += 1
  }

  /// A decimal number of 32 bits, possibly with a sign.
  private func number(_ digits: ArraySlice<UInt16>) throws(AdvancedGlobError) -> Int {
    guard let number = Int32(String(decoding: digits, as: UTF16.self)) else {
      throw .countNotNumeric
    }
    return Int(number)
  }
}
