import PlatformLinks

/// A text of a platform's file that does not match what it seems to.
///
/// One row per trap: findings take their advice from here, and a test compares the table of
/// docs/compare.md.
package enum Trap: Sendable, Hashable, CaseIterable {
  /// A query item `*` in an exclusion.
  case emptyQueryItem
  /// A `/*` at the end of a component's path.
  case optionalRest
  /// A component after one that matches everything.
  case decidedBefore
  /// A `*` or `?` in a component's path.
  case starTakesSlash
  /// A `.` or `.*` in a `pathPattern`.
  case dotTakesSlash
  /// A `.*` ahead of other text in a `pathPattern`.
  case firstOccurrence
  /// A `+`, `[` or `{` in a `pathPattern`.
  case plainCharacter
  /// A question mark in a path of a filter.
  case queryInPath
  /// A `pathPrefix` without a slash at its end.
  case prefixIsText
  /// A filter without the category BROWSABLE.
  case notBrowsable
  /// An `sspPattern`, or another `android:ssp…`, that does not begin with `//`.
  case schemeSpecificPart

  /// A text of a file that shows it; `advice` says what to write instead.
  package var example: String {
    switch self {
    case .emptyQueryItem: #""?": { "web": "*" }, "exclude": true"#
    case .optionalRest: #"/items/*/*"#
    case .decidedBefore: #"{ "/": "*" }, { "/": "/a" }"#
    case .starTakesSlash: "/items/*"
    case .dotTakesSlash: "/lesson/...."
    case .firstOccurrence: #"/a/.*/b"#
    case .plainCharacter: "/items/[0-9]+"
    case .queryInPath: #"/items\\?id=.*"#
    case .prefixIsText: "/item"
    case .notBrowsable: "<intent-filter>"
    case .schemeSpecificPart: "shop.example/.*"
    }
  }

  /// What the system does: one clause.
  package var effect: String {
    switch self {
    case .emptyQueryItem: "a missing query item is empty, so '*' also matches links without it"
    case .optionalRest: "a '/*' at the end of a path also matches nothing"
    case .decidedBefore: "the first component that matches decides"
    case .starTakesSlash: "'*' and '?' also match slashes"
    case .dotTakesSlash: "'.' and '.*' of a pathPattern also match slashes"
    case .firstOccurrence:
      "'.*' of a pathPattern ends at the first occurrence of the character after it"
    case .plainCharacter: "'+', '[' and '{' are plain characters in a pathPattern"
    case .queryInPath: "a path has no query, so a question mark in it matches only '%3F'"
    case .prefixIsText: "a pathPrefix is text and also ends within a segment"
    case .notBrowsable: "browsers open only filters with the category BROWSABLE"
    case .schemeSpecificPart: "the text after the scheme of a link begins with '//'"
    }
  }

  /// What to write instead of a text, with the effect: one sentence.
  package func advice(for text: String) -> String { "\(remedy(for: text)): \(effect)." }

  /// What to write instead of a text: one imperative clause.
  package func remedy(for text: String) -> String {
    switch self {
    case .emptyQueryItem: #"Write "?*" for "*" in the exclusion"#
    case .optionalRest: "Write \"\(Self.requiringSegment(text))\""
    case .decidedBefore: "Move the component ahead of the one that decides about its links"
    case .starTakesSlash:
      #"Exclude longer paths ahead of it: { "/": "\#(Self.longer(than: text))", "exclude": true }"#
    case .dotTakesSlash:
      Self.advancedPattern(for: text).map {
        "Write android:pathAdvancedPattern=\"\($0)\" (Android 12)"
      } ?? "Write an android:pathAdvancedPattern with [^/] (Android 12)"
    case .firstOccurrence:
      "Write a pathPrefix, a pathSuffix, or a pathPattern for each number of segments"
    case .plainCharacter:
      "Write android:pathAdvancedPattern=\"\(inXML(text))\" (Android 12)"
    case .queryInPath:
      "Delete the question mark and what follows it, or compare the query in a "
        + "uri-relative-filter-group (Android 15)"
    case .prefixIsText: "Write android:path=\"\(text)\" and android:pathPrefix=\"\(text)/\""
    case .notBrowsable: "Add the category \(AndroidName.browsable.rawValue)"
    case .schemeSpecificPart: "Write \"//\(text)\""
    }
  }

  /// The documentation of the effect.
  package var source: String {
    switch self {
    case .emptyQueryItem, .optionalRest: "recorded answers of `swcutil`"
    case .decidedBefore, .starTakesSlash: "Apple, Supporting associated domains"
    case .dotTakesSlash, .firstOccurrence, .plainCharacter: "Android, `PatternMatcher`"
    case .queryInPath, .prefixIsText, .schemeSpecificPart: "Android, `<data>`"
    case .notBrowsable: "Android, Create deep links"
    }
  }

  /// A component's path that matches the paths of another with a segment more.
  static func longer(than text: String) -> String {
    let start = text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) }
    let last = text[(start ?? text.startIndex)...]
    let literal = last.utf8.prefix { !"*?$".utf8.contains($0) }
    let folder = start.map { String(text[..<$0]) } ?? "/"
    return folder + String(decoding: literal, as: UTF8.self) + "*/?*"
  }

  /// A component's path with `?*` for the `*` after its last slash.
  static func requiringSegment(_ text: String) -> String {
    var path = text.utf8[...]
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    while path.last == UInt8(ascii: "*") { path.removeLast() }
    return String(decoding: path, as: UTF8.self) + "?*"
  }

  /// An advanced pattern whose wildcards stop at slashes, for a `pathPattern` of plain text, `.`
  /// and a last `.*`; `nil` for others.
  static func advancedPattern(for text: String) -> String? {
    var result = ""
    let items = SimpleGlob(Array(text.utf16)).items
    for item in items {
      switch item {
      case .unit(let unit):
        guard let scalar = Unicode.Scalar(unit) else { return nil }
        guard !#".*+[]{}\"#.unicodeScalars.contains(scalar) else { return nil }
        result.unicodeScalars.append(scalar)
      case .any: result += "[^/]"
      case .rest: result += "[^/]*"
      case .repeated, .upTo: return nil
      }
    }
    return result
  }
}

/// A text as an attribute of a manifest writes it: each backslash twice.
func inXML(_ text: String) -> String {
  let backslash: UInt8 = 0x5C
  return String(
    decoding: text.utf8.flatMap { $0 == backslash ? [$0, $0] : [$0] }, as: UTF8.self)
}
