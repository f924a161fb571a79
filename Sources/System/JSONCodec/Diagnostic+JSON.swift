import Diagnostics

// Why a text is not accepted as JSON.
extension Diagnostic {
  /// A byte that the grammar does not allow; `found` is `nil` at the end of the text.
  static func unexpected(
    found: UInt8?, wanted: String, at position: SourcePosition
  ) -> Diagnostic {
    let closes = found == UInt8(ascii: "}") || found == UInt8(ascii: "]")
    return Diagnostic(
      .jsonSyntax,
      "expected \(wanted), " + (found.map { "found \(shown($0))" } ?? "but the JSON ends here"),
      advice: closes ? "Remove the comma before it, or add what is missing." : nil, at: position)
  }

  static func badNumber(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .jsonSyntax, "this is not a valid JSON number",
      advice: #"Write it like 0, -12, 1.5 or 2e10, or as a string in ""."#, at: position)
  }

  static func badEscape(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .jsonSyntax, "this is not a valid JSON escape",
      advice: #"Use \" \\ \/ \b \f \n \r \t, or \u and four hexadecimal digits."#, at: position)
  }

  static func controlCharacter(_ byte: UInt8, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .jsonSyntax, "the string contains an unescaped \(shown(byte))",
      advice: "Write it as \\u00\(zeroPadded(byte, 2, radix: 16)).", at: position)
  }

  static func loneSurrogate(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .jsonSyntax, "this is only half of a surrogate pair",
      advice: #"Write both halves, such as \ud83d\ude00, or the character itself."#, at: position)
  }

  static func invalidUTF8(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .jsonSyntax, "this byte is not valid UTF-8", advice: "Save the text as UTF-8.", at: position)
  }

  static func duplicateKey(
    _ key: String, at position: SourcePosition, first: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .jsonSyntax,
      "key '\(shortened(key))' appears twice in one object, first at line \(first.line), column "
        + "\(first.column)",
      advice: "Keep one of the two.", at: position, other: first)
  }

  static func tooDeep(depthMax: Int, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .jsonLimit, "arrays and objects are nested more than \(depthMax) deep",
      advice: "Nest less deeply.", at: position)
  }

  /// - Parameter position: The start of the text, which was not read.
  static func tooLarge(bytes: Int, bytesMax: Int, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .jsonLimit, "the JSON has \(bytes) bytes; at most \(bytesMax) are read",
      advice: "Send it in smaller parts.", at: position)
  }
}

private func shown(_ byte: UInt8) -> String {
  (0x21..<0x7F).contains(byte)
    ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x\(zeroPadded(byte, 2, radix: 16))"
}
