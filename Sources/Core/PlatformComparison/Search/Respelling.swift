import Diagnostics
import Links
import PlatformLinks

/// Other spellings of a link that a rule may have been written for.
enum Respelling {
  /// The link with digits of escapes in lower case, with unescaped non-ASCII characters, and in
  /// lower case; those that differ from it.
  static func all(of link: [UInt8]) -> [[UInt8]] {
    return [
      rewritten(link) { byte in
        byte.percentEncoded(isLowercase: true)
      },
      rewritten(link) { byte in
        byte >= 0x80
          ? [byte] : byte.percentEncoded()
      },
      link.map { $0.folded },
    ].filter { $0 != link }
  }

  /// The link without the slash at the end of its path, or with one.
  static func withOtherEnd(_ link: [UInt8]) -> [UInt8] {
    let path = link.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let slash = UInt8(ascii: "/")
    return (path.last == slash ? path.dropLast() : path + [slash]) + link[path.endIndex...]
  }

  /// The path without slashes at its ends.
  static func path(of link: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    var rest = (URLParts(link)?.path ?? [])[...]
    rest = rest.drop { $0 == slash }
    while rest.last == slash { rest.removeLast() }
    return Array(rest)
  }

  /// The link with a segment more, then those in which a slash replaces a character of its path.
  static func withSlashes(_ link: [UInt8]) -> [[UInt8]] {
    guard !path(of: link).isEmpty else { return [] }
    let slash = UInt8(ascii: "/")
    let path = link.prefix { !"?#".utf8.contains($0) }
    let rest = link[path.endIndex...]
    let start = path.firstIndex(of: UInt8(ascii: ":")).map { $0 + 3 } ?? 0
    let places = path.indices.dropFirst(max(1, start)).dropLast().filter { index in
      path[index - 1...index + 1].allSatisfy { $0.isLetter || $0.isDigit }
    }
    let end = path.last == slash ? "x" : "/x"
    return [path + Array(end.utf8) + rest]
      + places.suffix(crossedMax).map { path[..<$0] + [slash] + path[($0 + 1)...] + rest }
  }

  /// The characters that a slash is tried for.
  private static let crossedMax = 64

  /// The link with its host in the case that Android folds it to before comparing; `nil` if it has
  /// no host.
  static func withFoldedHost(_ link: [UInt8]) -> [UInt8]? {
    guard let colon = link.firstIndex(of: UInt8(ascii: ":")), colon + 3 < link.count else {
      return nil
    }
    let rest = link[(colon + 3)...]
    let host = rest.prefix { !"/?#".utf8.contains($0) }
    let folded = utf16Units(rewritten(Array(host)) { [$0] }).map(foldedCase)
    let escaped = String(decoding: folded, as: UTF16.self).utf8.flatMap { byte -> [UInt8] in
      byte.isLetter || byte.isDigit
        ? [byte] : byte.percentEncoded()
    }
    return link[..<(colon + 3)] + escaped + rest.dropFirst(host.count)
  }

  /// The link with its escapes replaced.
  private static func rewritten(
    _ link: [UInt8], _ replacement: (UInt8) -> [UInt8]
  ) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < link.count {
      let escaped = Percent.byte(in: link, at: index, before: link.count)
      result += escaped.map(replacement) ?? [link[index]]
      index += escaped == nil ? 1 : 3
    }
    return result
  }
}
