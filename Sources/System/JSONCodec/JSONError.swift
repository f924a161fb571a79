public import Diagnostics

/// Why a text is not accepted as JSON.
public enum JSONError: Diagnostic, Hashable {
  /// A byte that the grammar does not allow; `found` is `nil` at the end of the text.
  case unexpected(found: UInt8?, wanted: String, at: JSONPlace)
  /// An invalid number, such as `01` or `1.`.
  case badNumber(at: JSONPlace)
  /// A backslash that starts no escape sequence.
  case badEscape(at: JSONPlace)
  /// An unescaped control character in a string.
  case controlCharacter(UInt8, at: JSONPlace)
  /// One half of a surrogate pair.
  case loneSurrogate(at: JSONPlace)
  /// A byte that is not valid UTF-8.
  case invalidUTF8(at: JSONPlace)
  /// A key that appears twice in one object, compared as bytes.
  case duplicateKey(String, at: JSONPlace, first: JSONPlace)
  /// Arrays and objects nested more than `depthMax` deep.
  case tooDeep(depthMax: Int, at: JSONPlace)
  /// A text of more than `bytesMax` bytes; the place is its start, since it was not read.
  case tooLarge(bytes: Int, bytesMax: Int, at: JSONPlace)

  /// The place of the error.
  public var place: JSONPlace {
    switch self {
    case .unexpected(_, _, let place), .badNumber(let place), .badEscape(let place),
      .controlCharacter(_, let place), .loneSurrogate(let place), .invalidUTF8(let place),
      .duplicateKey(_, let place, _), .tooDeep(_, let place), .tooLarge(_, _, let place):
      place
    }
  }

  /// `json/limit` for a text that is too deep or too large, else `json/syntax`.
  public var code: DiagnosticCode {
    switch self {
    case .tooDeep, .tooLarge: .jsonLimit
    default: .jsonSyntax
    }
  }

  /// The position of the error.
  public var position: SourcePosition? { place.position }

  /// The position of the first of two duplicate keys.
  public var other: SourcePosition? {
    guard case .duplicateKey(_, _, let first) = self else { return nil }
    return first.position
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .unexpected(nil, let wanted, _): "expected \(wanted), but the JSON ends here"
    case .unexpected(let byte?, let wanted, _): "expected \(wanted), found \(shown(byte))"
    case .badNumber: "this is not a valid JSON number"
    case .badEscape: "this is not a valid JSON escape"
    case .controlCharacter(let byte, _): "the string contains an unescaped \(shown(byte))"
    case .loneSurrogate: "this is only half of a surrogate pair"
    case .invalidUTF8: "this byte is not valid UTF-8"
    case .duplicateKey(let key, _, let first):
      "key '\(shortened(key))' appears twice in one object, first at line"
        + " \(first.position.line), column \(first.position.column)"
    case .tooDeep(let depthMax, _): "arrays and objects are nested more than \(depthMax) deep"
    case .tooLarge(let bytes, let bytesMax, _):
      "the JSON has \(bytes) bytes; at most \(bytesMax) are read"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .unexpected(UInt8(ascii: "}"), _, _), .unexpected(UInt8(ascii: "]"), _, _):
      "Remove the comma before it, or add what is missing."
    case .unexpected: nil
    case .badNumber: #"Write it like 0, -12, 1.5 or 2e10, or as a string in ""."#
    case .badEscape: #"Use \" \\ \/ \b \f \n \r \t, or \u and four hexadecimal digits."#
    case .controlCharacter(let byte, _): "Write it as \\u00\(twoDigits(byte))."
    case .loneSurrogate: #"Write both halves, such as \ud83d\ude00, or the character itself."#
    case .invalidUTF8: "Save the text as UTF-8."
    case .duplicateKey: "Keep one of the two."
    case .tooDeep: "Nest less deeply."
    case .tooLarge: "Send it in smaller parts."
    }
  }
}

private func shown(_ byte: UInt8) -> String {
  (0x21..<0x7F).contains(byte)
    ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x\(twoDigits(byte))"
}

private func twoDigits(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16)
}

/// A place in a JSON text.
public struct JSONPlace: Hashable, Sendable {
  /// The number of bytes before it.
  public let offset: Int
  /// The name of the text, and the line and column, counted from 1; lines end in `\n`.
  public let position: SourcePosition

  /// Counts lines and columns up to an offset, only when there is an error.
  /// - Complexity: O(offset)
  init(offset: Int, in bytes: [UInt8], file: String) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {  // Columns count scalars, not continuation bytes.
        column += 1
      }
    }
    self.offset = offset
    self.position = SourcePosition(file: file, line: line, column: column)
  }
}
