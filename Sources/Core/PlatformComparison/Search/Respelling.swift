import Diagnostics
import PlatformLinks

/// Other spellings of a link that a rule may have been written for.
enum Respelling {
  /// The link with digits of escapes in lower case, with unescaped non-ASCII characters, and in
  /// lower case; those that differ from it.
  static func all(of link: [UInt8]) -> [[UInt8]] {
    return [
      rewritten(link) { byte in
        [UInt8(ascii: "%")] + byte.hexDigits(isLowercase: true)
      },
      rewritten(link) { byte in
        byte >= 0x80
          ? [byte] : [UInt8(ascii: "%")] + byte.hexDigits(isLowercase: false)
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
        ? [byte] : [UInt8(ascii: "%")] + byte.hexDigits(isLowercase: false)
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
      if link[index] == UInt8(ascii: "%"), index + 2 < link.count,
        let high = link[index + 1].hexValue, let low = link[index + 2].hexValue
      {
        result += replacement(high << 4 | low)
        index += 3
      } else {
        result.append(link[index])
        index += 1
      }
    }
    return result
  }
}
