extension JSONReader {
  /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`, RFC 8259 §6.
  mutating func number() throws(JSONError) -> JSON {
    let start = index
    _ = take("-")
    if take("0") {
      guard !isDigit(next) else { throw .badNumber(at: place(start)) }
    } else {
      try digits(of: start)
    }
    var isWhole = true
    if take(".") {
      isWhole = false
      try digits(of: start)
    }
    if take("e") || take("E") {
      isWhole = false
      _ = take("-") || take("+")
      try digits(of: start)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, text != "-0", let value = Int64(text) { return .int(value) }
    return .number(JSONNumber(checked: text))
  }

  /// At least one digit.
  private mutating func digits(of start: Int) throws(JSONError) {
    guard isDigit(next) else { throw .badNumber(at: place(start)) }
    while isDigit(next) { index += 1 }
  }

  private func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
