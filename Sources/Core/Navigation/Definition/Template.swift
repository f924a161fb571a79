import Diagnostics
import RouteProofs

/// A text with `:name` placeholders: a title, or the target of a tap or a redirect.
///
/// `\:` is a literal colon. A name is a letter or `_` followed by letters, digits and `_`, or all
/// digits for an unnamed wildcard.
public struct Template: Sendable, Hashable {
  enum Piece: Sendable, Hashable {
    case text(String)
    case parameter(String)
  }

  /// The text as written.
  public let text: String
  let pieces: [Piece]

  /// Parses a template; every text is valid.
  public init(_ text: String) {
    self.text = text
    pieces = Template.pieces(of: Array(text.utf8))
  }

  /// The names of the placeholders, in order, with repetitions.
  public var names: [String] {
    pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  /// Whether a target keeps the items of the link's query that it does not set.
  var keepsOtherItems: Bool { text.keepsOtherItems }

  /// The name, if the template is only a placeholder.
  var onlyName: String? {
    guard pieces.count == 1, case .parameter(let name) = pieces[0] else { return nil }
    return name
  }

  /// The text, if the template has no placeholders.
  var fixedText: String? {
    guard pieces.count == 1, case .text(let text) = pieces[0] else { return nil }
    return text
  }

  /// Replaces each placeholder with the result of `value`, or with nothing if that is `nil`.
  public func filled(_ value: (String) -> String?) -> String {
    if let fixedText { return fixedText }
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .parameter(let name): result += value(name) ?? ""
      }
    }
    return result
  }

  private static func pieces(of bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
        literal.append(bytes[index + 1])
        index += 2
      } else if byte == UInt8(ascii: ":"), let end = nameEnd(in: bytes, from: index + 1) {
        if !literal.isEmpty { pieces.append(.text(String(decoding: literal, as: UTF8.self))) }
        literal = []
        pieces.append(.parameter(String(decoding: bytes[(index + 1)..<end], as: UTF8.self)))
        index = end
      } else {
        literal.append(byte)
        index += 1
      }
    }
    if !literal.isEmpty { pieces.append(.text(String(decoding: literal, as: UTF8.self))) }
    return pieces
  }

  private static func nameEnd(in bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    let isNumber = bytes[start].isDigit
    var end = start
    while end < bytes.count, bytes[end].isDigit || (!isNumber && isNameStart(bytes[end])) {
      end += 1
    }
    return end > start ? end : nil
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte.isLetter || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
