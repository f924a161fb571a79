public import Diagnostics

/// Why a text was refused as JSON.
public enum JSONError: Diagnostic, Hashable {
  /// Something stands where the grammar wants something else; `found` is `nil` at the end of the
  /// text.
  case unexpected(found: UInt8?, wanted: String, at: JSONPlace)
  /// A number that JSON does not know, such as `01`, `1.` or `+1`.
  case badNumber(at: JSONPlace)
  /// A backslash is followed by something that is no escape.
  case badEscape(at: JSONPlace)
  /// A control character stands in a string as it is.
  case controlCharacter(UInt8, at: JSONPlace)
  /// Half of a surrogate pair without the other.
  case loneSurrogate(at: JSONPlace)
  /// A byte that is no part of UTF-8.
  case invalidUTF8(at: JSONPlace)
  /// A key appears twice in one object, compared as bytes.
  case duplicateKey(String, at: JSONPlace, first: JSONPlace)
  /// Arrays and objects stand more than `depthMax` deep inside each other.
  case tooDeep(depthMax: Int, at: JSONPlace)
  /// The text is longer than `bytesMax`; the place is its beginning, since it was not read.
  case tooLarge(bytes: Int, bytesMax: Int, at: JSONPlace)

  /// Where the fault stands.
  public var place: JSONPlace {
    switch self {
    case .unexpected(_, _, let place), .badNumber(let place), .badEscape(let place),
      .controlCharacter(_, let place), .loneSurrogate(let place), .invalidUTF8(let place),
      .duplicateKey(_, let place, _), .tooDeep(_, let place), .tooLarge(_, _, let place):
      place
    }
  }

  /// `json/limit` for what is too deep or too large, else `json/syntax`.
  public var code: DiagnosticCode {
    switch self {
    case .tooDeep, .tooLarge: .jsonLimit
    default: .jsonSyntax
    }
  }

  /// Where the fault stands.
  public var position: SourcePosition? { place.position }

  /// Where a duplicate key stood first.
  public var other: SourcePosition? {
    guard case .duplicateKey(_, _, let first) = self else { return nil }
    return first.position
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .unexpected(nil, let wanted, _): "the JSON ends where \(wanted) should stand"
    case .unexpected(let byte?, let wanted, _): "found \(shown(byte)) where \(wanted) should stand"
    case .badNumber: "this is not a number as JSON writes it"
    case .badEscape: "this escape is unknown to JSON"
    case .controlCharacter(let byte, _): "\(shown(byte)) stands unescaped in a string"
    case .loneSurrogate: "half of a surrogate pair stands alone"
    case .invalidUTF8: "this byte is not UTF-8"
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
      "Remove the comma before it, or write what is missing."
    case .unexpected: nil
    case .badNumber: #"Write it like 0, -12, 1.5 or 2e10, or as a text in ""."#
    case .badEscape: #"Write one of \" \\ \/ \b \f \n \r \t, or \u and four hexadecimal digits."#
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

/// A key can be as long as the whole text; a message needs its beginning.
func shortened(_ key: String) -> String {
  let scalars = key.unicodeScalars
  guard scalars.count > shownScalarsMax else { return key }
  return String(String.UnicodeScalarView(scalars.prefix(shownScalarsMax))) + "…"
}

private let shownScalarsMax = 80
