package import Diagnostics
import Links

/// A text of an app's source that can be a link: it begins with `/` in the position of a link, or
/// with a scheme.
package struct SourceLink: Hashable, Sendable {
  /// Means any text, as an interpolation does; no byte of UTF-8.
  package static let hole: UInt8 = 0xFF

  /// Where the text begins.
  package let position: SourcePosition
  /// The text, with `hole` for each part that is not literal; at most `Links.linkBytesMax` bytes.
  package let text: [UInt8]

  /// The text with `…` for its holes.
  package var shown: String {
    let parts = text.split(separator: Self.hole, omittingEmptySubsequences: false)
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "…")
  }
}

/// The position of a text in a source.
enum LinkPlace {
  case none, link
  /// That of a link in which each segment that begins with `$` is a placeholder.
  case template
}

/// A text that a scanner found, at an offset of its file.
struct FoundLink {
  let offset: Int
  let text: [UInt8]

  /// - Parameter written: The text of a literal, attribute or target, without its marks.
  /// - Returns: `nil` if it is no link of this kind: a relative path, an anchor, a name.
  init?(_ written: [UInt8], at offset: Int, _ place: LinkPlace) {
    guard let first = written.first, written.count <= Links.Limits.linkBytesMax else { return nil }
    let isPath =
      first == UInt8(ascii: "/") || first == SourceLink.hole || "{<[".utf8.contains(first)
    guard isPath ? place != .none : written.beginsWithScheme else { return nil }
    let plain = place == .template ? written.withParametersAsHoles : written
    let text = plain.withPlaceholdersAsHoles
    // A path after two slashes is on another host.
    guard !text.starts(with: "//".utf8) else { return nil }
    (self.offset, self.text) = (offset, text)
  }
}

extension [UInt8] {
  /// Whether it begins with a scheme and `://`.
  fileprivate var beginsWithScheme: Bool {
    let scheme = prefix { $0.isInScheme }
    return first?.isLetter == true && self[scheme.count...].starts(with: "://".utf8)
  }

  /// The text with holes for the segments that begin with `$`.
  fileprivate var withParametersAsHoles: [UInt8] {
    let slash = UInt8(ascii: "/")
    let segments = split(separator: slash, omittingEmptySubsequences: false).map { segment in
      segment.first == UInt8(ascii: "$")
        ? [SourceLink.hole] + segment.drop { !"?#".utf8.contains($0) } : segment
    }
    return Array(segments.joined(separator: [slash]))
  }

  /// The text with holes for what a program fills in later: `{id}`, `{{ id }}`, `${id}`, `[id]`,
  /// `<%= id %>`, and everything from a `%` on that escapes no byte, such as `%@`, or from `*|`.
  fileprivate var withPlaceholdersAsHoles: [UInt8] {
    var text = self
    for pair in ["{}", "[]", "<>"] {
      let marks = Array(pair.utf8)
      guard var start = text.firstIndex(of: marks[0]) else { continue }
      // Several are one hole.
      let end = text.lastIndex(of: marks[1]) ?? text.count - 1
      if start > 0, "$#@%".utf8.contains(text[start - 1]) { start -= 1 }
      text.replaceSubrange(start...Swift.max(start, end), with: [SourceLink.hole])
    }
    let end = text.indices.first { index in
      let next = text.dropFirst(index + 1).prefix(2)
      return text[index] == UInt8(ascii: "%")
        && (next.count < 2 || next.contains { $0.hexValue == nil })
        || text[index...].starts(with: "*|".utf8)
    }
    if let end { text.replaceSubrange(end..., with: [SourceLink.hole]) }
    return text
  }
}
