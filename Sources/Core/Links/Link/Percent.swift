import Diagnostics
package import Languages

/// Percent-encoding (RFC 3986 §2.1).
package enum Percent {
  /// The byte of the `%XX` at an index; `nil` if there is none before `end`.
  package static func byte<Bytes: RandomAccessCollection<UInt8>>(
    in bytes: Bytes, at index: Int, before end: Int
  ) -> UInt8? where Bytes.Index == Int {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < end,
      let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
    else { return nil }
    return high << 4 | low
  }

  /// Appends bytes, decoded once. A `%` without two hexadecimal digits is kept.
  ///
  /// - Returns: Whether there was none; there is none in a parsed link.
  @discardableResult
  static func decode<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, into result: inout [UInt8]
  ) -> Bool where Bytes.Index == Int {
    var isValid = true
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let escaped = byte(in: bytes, at: index, before: bytes.endIndex)
      if escaped == nil, bytes[index] == UInt8(ascii: "%") { isValid = false }
      result.append(escaped ?? bytes[index])
      index += escaped == nil ? 1 : 3
    }
    return isValid
  }

  /// The decoded bytes; `nil` if an escape is invalid.
  package static func validated(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    return decode(bytes, into: &result) ? result : nil
  }

  /// The decoded bytes of a part of a parsed link.
  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    decode(bytes, into: &result)
    return result
  }

  /// The decoded text of a part of a parsed link.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    bytes.contains(UInt8(ascii: "%")) ? Links.text(of: decoded(bytes)) : Links.text(of: bytes)
  }

  /// Appends a byte of a path. `:` and `@` are also encoded: after the `://` of a custom scheme,
  /// the first segment is where other schemes have user info and port.
  static func appendPathByte(_ byte: UInt8, to result: inout [UInt8]) {
    append(byte, to: &result, isPlain: isPlainInPath(byte))
  }

  /// Appends a name or value of a query. `+` is encoded, since some readers decode it as a space.
  static func appendQueryText(_ text: String, to result: inout [UInt8]) {
    for byte in text.utf8 { append(byte, to: &result, isPlain: isPlainInQuery(byte)) }
  }

  private static func append(_ byte: UInt8, to result: inout [UInt8], isPlain: Bool) {
    if isPlain { result.append(byte) } else { result += byte.percentEncoded() }
  }

  private static func isPlainInPath(_ byte: UInt8) -> Bool {
    byte.isUnreserved || "!$&'()*+,;=".utf8.contains(byte)
  }

  private static func isPlainInQuery(_ byte: UInt8) -> Bool {
    byte.isUnreserved || "!$'()*,;:@/?".utf8.contains(byte)
  }
}

/// Converts texts of symbols, as searches of automata find them, to the text of a link.
package enum SymbolText {
  /// A path: separators become `/`, and everything else is percent-encoded where needed.
  package static func path(_ symbols: some Sequence<Symbol>) -> String {
    var bytes: [UInt8] = []
    for symbol in symbols {
      if symbol == separator {
        bytes.append(UInt8(ascii: "/"))
      } else {
        Percent.appendPathByte(UInt8(truncatingIfNeeded: symbol), to: &bytes)
      }
    }
    return bytes.isEmpty ? "/" : text(of: bytes)
  }

  /// `?name=value&…`; empty for no items.
  package static func query(_ items: [QueryItem]) -> String {
    var bytes: [UInt8] = []
    for item in items {
      bytes.append(bytes.isEmpty ? UInt8(ascii: "?") : UInt8(ascii: "&"))
      Percent.appendQueryText(item.name, to: &bytes)
      bytes.append(UInt8(ascii: "="))
      Percent.appendQueryText(item.value, to: &bytes)
    }
    return text(of: bytes)
  }
}

/// A value percent-encoded for a path or a query.
///
/// - Parameters:
///   - keepingSlashes: Whether a `/` between non-empty parts is kept, as in the value of a
///     wildcard. Other slashes become `%2F`, because empty segments are dropped.
///   - inQuery: Whether `&` and `+` are encoded, too: one separates items, the other is a space for
///     some readers.
public func percentEncoded(
  _ value: String, keepingSlashes: Bool, inQuery: Bool = false
) -> String {
  if value.utf8.allSatisfy({ $0.isUnreserved }) { return value }
  let symbols = RouteTable.symbols(of: value, crossing: keepingSlashes)
  let text = symbols.isEmpty ? "" : SymbolText.path(symbols)
  guard inQuery else { return text }
  let bytes = text.utf8.flatMap { "&+".utf8.contains($0) ? $0.percentEncoded() : [$0] }
  return String(decoding: bytes, as: UTF8.self)
}

extension QueryItem {
  /// `name=value`, both percent-encoded.
  public var encoded: String {
    if (name + value).utf8.allSatisfy({ $0.isUnreserved }) { return name + "=" + value }
    return String(decoding: SymbolText.query([self]).utf8.dropFirst(), as: UTF8.self)
  }
}
