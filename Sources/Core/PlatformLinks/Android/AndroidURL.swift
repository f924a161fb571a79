import Diagnostics

/// A URL as Android's `Uri` splits it: the parts that intent filters compare, decoded.
///
/// Every text is a URL. Unlike most parsers, Android takes everything up to the first colon as the
/// scheme, ends the authority also at a backslash, and compares the scheme as written. Invalid
/// UTF-8 counts as U+FFFD.
package struct AndroidURL: Sendable, Hashable {
  /// The text up to the first colon; `nil` without a colon.
  package let scheme: [UInt16]?
  /// What follows the scheme, without the fragment.
  package let schemeSpecificPart: [UInt16]
  /// The host, decoded; `nil` without `//`.
  package let host: [UInt16]?
  /// The number after the last colon of the authority; `nil` if there is none, or it exceeds 32
  /// bits.
  package let port: Int?
  /// The path, decoded; `nil` if the text after the scheme does not start with a slash, as in
  /// `mailto:ada@example.com`.
  package let path: [UInt16]?
  /// The query, decoded; `nil` without a question mark.
  package let query: [UInt16]?
  /// The fragment, decoded; `nil` without a number sign.
  package let fragment: [UInt16]?

  /// Splits a URL.
  package init(_ bytes: some Collection<UInt8>) {
    let units = utf16Units(bytes)
    let colon = units.firstIndex(of: ascii(":"))
    scheme = colon.map { Array(units[..<$0]) }
    let rest = units[(colon.map { $0 + 1 } ?? 0)...]
    // Only marks after the scheme count; a URL without a scheme is searched from its start.
    let numberSign = rest.firstIndex(of: ascii("#"))
    let questionMark = rest.firstIndex(of: ascii("?"))
    schemeSpecificPart = decoded(rest[..<(numberSign ?? rest.endIndex)])
    fragment = numberSign.map { decoded(rest[($0 + 1)...]) }
    if let questionMark, questionMark < numberSign ?? rest.endIndex {
      query = decoded(rest[(questionMark + 1)..<(numberSign ?? rest.endIndex)])
    } else {
      query = nil
    }

    let hierarchyEnd = min(questionMark ?? rest.endIndex, numberSign ?? rest.endIndex)
    let hierarchy = rest[..<hierarchyEnd]
    guard hierarchy.starts(with: [ascii("/"), ascii("/")]) else {
      host = nil
      port = nil
      path = colon == nil || hierarchy.first == ascii("/") ? decoded(hierarchy) : nil
      return
    }
    let authorityStart = hierarchy.startIndex + 2
    let authorityEnd =
      hierarchy[authorityStart...].firstIndex { $0 == ascii("/") || $0 == ascii("\\") }
      ?? hierarchyEnd
    (host, port) = AndroidURL.hostAndPort(hierarchy[authorityStart..<authorityEnd])
    path = decoded(hierarchy[authorityEnd...])
  }

  /// The items of the query that a query matcher sees: the parts of the decoded query between `&`,
  /// or if there is only one part, between `;`. Empty parts at the end are dropped.
  package var queryItems: [ArraySlice<UInt16>] {
    guard let query else { return [] }
    let items = parts(of: query, at: ascii("&"))
    return items.count == 1 ? parts(of: query, at: ascii(";")) : items
  }

  /// Splits an authority into host and port, without the user information.
  private static func hostAndPort(_ authority: ArraySlice<UInt16>) -> ([UInt16], Int?) {
    let start = authority.lastIndex(of: ascii("@")).map { $0 + 1 } ?? authority.startIndex
    // A colon counts if only digits follow it, so it is never ahead of the @.
    let digits = authority.reversed().prefix { (ascii("0")...ascii("9")).contains($0) }.count
    let colon = authority.endIndex - digits - 1
    guard colon >= start, authority[colon] == ascii(":") else {
      return (decoded(authority[start...]), nil)
    }
    let number = Int32(String(decoding: authority[(colon + 1)...], as: UTF16.self))
    return (decoded(authority[start..<colon]), number.map { Int($0) })
  }
}

/// The parts of a text between separators, as Java's `String.split` returns them.
private func parts(of text: [UInt16], at separator: UInt16) -> [ArraySlice<UInt16>] {
  guard text.contains(separator) else { return [text[...]] }
  var parts = text.split(separator: separator, omittingEmptySubsequences: false)
  while parts.last?.isEmpty == true { parts.removeLast() }
  return parts
}

/// Decodes `%` and two hexadecimal digits, as Android does.
///
/// The bytes of neighbouring escapes are decoded together as UTF-8; invalid ones become U+FFFD. An
/// incomplete escape at the end becomes U+FFFD. An escape with another character instead of a digit
/// becomes U+FFFD and the value of the digits ahead of that character, which is dropped.
private func decoded(_ text: ArraySlice<UInt16>) -> [UInt16] {
  guard text.contains(ascii("%")) else { return Array(text) }
  var result: [UInt16] = []
  var bytes: [UInt8] = []
  func flush() {
    guard !bytes.isEmpty else { return }
    result += utf16Units(bytes)
    bytes = []
  }
  var index = text.startIndex
  while index < text.endIndex {
    let unit = text[index]
    index += 1
    guard unit == ascii("%") else {
      flush()
      result.append(unit)
      continue
    }
    var value: UInt8 = 0
    for _ in 0..<2 {
      guard index < text.endIndex else {
        flush()
        return result + [replacement]
      }
      let digit = UInt8(exactly: text[index]).flatMap { $0.hexValue }
      index += 1
      guard let digit else {
        flush()
        result.append(replacement)
        break
      }
      value = value << 4 | digit
    }
    bytes.append(value)
  }
  flush()
  return result
}

private let replacement: UInt16 = 0xFFFD
