package import Diagnostics
package import Links

/// A parameter's type as written: a word, `[a, b]`, an expression in parentheses, or `url(…)`,
/// followed by `?` if it is optional, and by `!` if a value that does not fit counts as missing.
package enum TypeText {
  private static let table: [(word: String, type: ValueType)] = [
    ("int", .int), ("uint", .uint), ("number", .number), ("bool", .bool), ("uuid", .uuid),
    ("date", .date), ("slug", .slug), ("string", .string),
  ]

  /// The types with a name.
  package static var words: [String] { table.map(\.word) }

  /// The allowed types, for messages.
  static var expected: String {
    "one of \(words.joined(separator: ", ")), a list such as [a, b] of different texts, or for a "
      + "query item an expression such as (\\d+) or url(https: shop.example)"
  }

  /// - Returns: `nil` if the text is not a type, or a list with an empty or duplicate option.
  /// - Throws: What is wrong with an expression.
  package static func read(
    _ text: String, at position: SourcePosition? = nil
  ) throws(Diagnostic) -> (type: ValueType, isOptional: Bool, ignoresMisfits: Bool)? {
    var bytes = Array(text.utf8)[...]
    let ignoresMisfits = bytes.suffix(2).elementsEqual("?!".utf8)
    if ignoresMisfits { bytes = bytes.dropLast() }
    let isOptional = bytes.last == UInt8(ascii: "?")
    if isOptional { bytes = bytes.dropLast() }
    if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"), bytes.count > 2 {
      return options(bytes.dropFirst().dropLast()).map { ($0, isOptional, ignoresMisfits) }
    }
    if bytes.first == UInt8(ascii: "(") || bytes.starts(with: "url(".utf8) {
      let text = String(decoding: bytes, as: UTF8.self)
      return (.expression(try ValueExpression(text, at: position)), isOptional, ignoresMisfits)
    }
    let entry = table.first { $0.word.utf8.elementsEqual(bytes) }
    return entry.map { ($0.type, isOptional, ignoresMisfits) }
  }

  private static func options(_ bytes: ArraySlice<UInt8>) -> ValueType? {
    let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let options = parts.map { trimmed($0) }
    guard !options.contains(where: \.isEmpty), Set(options).count == options.count else {
      return nil
    }
    return .oneOf(options.map { String(decoding: $0, as: UTF8.self) })
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var rest = bytes.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
    return rest
  }
}
