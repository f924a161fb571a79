import Diagnostics
import Languages

/// A pattern of which each segment is a plain text or a parameter, such as `/movies/:id/cast`. Most
/// patterns are, and reading them directly takes a quarter of `PatternParser`'s instructions. The
/// parser reads all others, among them those with errors.
struct PlainPattern {
  private(set) var parameters: [Pattern.ParameterName] = []
  /// Those of its only variant.
  private(set) var pieces: [PatternVariant.Atom?] = []

  /// Reads a pattern; `nil` if it is not plain.
  init?(_ text: String) {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { read($0) }
    guard isPlain ?? false else { return nil }
  }

  private mutating func read(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "/") else { return false }
    pieces.reserveCapacity(2 * text.count { $0 == UInt8(ascii: "/") })
    parameters.reserveCapacity(text.count { $0 == UInt8(ascii: ":") })
    var slash = 0
    while slash < text.count {
      var start = slash + 1
      let isParameter = start < text.count && text[start] == UInt8(ascii: ":")
      if isParameter { start += 1 }
      var end = start
      while end < text.count, isParameter ? Self.isName(text[end]) : Self.isText(text[end]) {
        end += 1
      }
      // An empty segment, or one with other syntax.
      guard end > start, end == text.count || text[end] == UInt8(ascii: "/") else { return false }
      let content = UnsafeBufferPointer(rebasing: text[start..<end])
      guard isParameter ? append(parameter: content) : append(literal: content) else {
        return false
      }
      slash = end
    }
    return true
  }

  private mutating func append(literal text: UnsafeBufferPointer<UInt8>) -> Bool {
    // `.` and `..` are errors.
    guard text.count > 2 || text[0] != UInt8(ascii: ".") else { return false }
    append(.literal(text.map { Symbol($0) }))
    return true
  }

  private mutating func append(parameter text: UnsafeBufferPointer<UInt8>) -> Bool {
    let name = String(decoding: text, as: UTF8.self)
    guard !text[0].isDigit, !parameters.contains(where: { sameBytes($0.name, name) }) else {
      return false
    }
    let part = PatternPart(
      kind: .segment, prefix: PatternParser.slash, suffix: [], parameter: parameters.count,
      modifier: .none)
    parameters.append(Pattern.ParameterName(name: name, isOptional: false))
    append(.single(part))
    return true
  }

  private mutating func append(_ segment: PatternVariant.Atom) {
    pieces.append(nil)
    pieces.append(segment)
  }

  /// Whether a byte can be part of a name, by the rules of `PatternTokenizer`.
  private static func isName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "_")
  }

  /// Whether a byte of a text means itself: printable ASCII that is neither syntax nor `%`.
  private static func isText(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "("), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "\\"),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      false
    default: byte > 0x20 && byte < 0x7F
    }
  }
}
