import Diagnostics
import Navigation

/// What the text of a screen or layout says about links: which navigator it shows, when it is
/// guarded, and where it redirects.
///
/// The text is not evaluated. Only forms that can mean one thing are taken; others are reported.
struct ExpoSource {
  /// A condition for screens, or for a whole file.
  enum Guard: Hashable {
    /// The screens are shown if a value is there, such as `session`.
    case gate(String)
    /// The screens are shown while a value is not there.
    case guest(String)
    /// Unless a value is there, a link is opened instead.
    case redirect(String)
    /// A condition of another form.
    case unknown(String)

    fileprivate var opposite: Guard {
      switch self {
      case .gate(let name): .guest(name)
      case .guest(let name): .gate(name)
      case .redirect, .unknown: self
      }
    }
  }

  private enum Token: Hashable {
    case word(String)
    case text(String)
    case mark(UInt8)
  }

  private let tokens: [Token]
  /// Where each token begins.
  private let places: [SourcePosition]

  init(_ bytes: [UInt8], file: String) {
    let found = Self.tokens(of: bytes)
    tokens = found.map(\.token)
    var (offset, line, column) = (0, 1, 1)
    places = found.map { _, start in
      for byte in bytes[offset..<start] {
        // Continuation bytes are no scalars of their own.
        if byte & 0xC0 != 0x80 { column += 1 }
        if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
      }
      offset = start
      return SourcePosition(file: file, line: line, column: column)
    }
  }

  /// Whether it shows an element with one of some names.
  func shows(_ names: [String]) -> Bool {
    tokens.indices.contains { index in
      tokens[index] == .mark(UInt8(ascii: "<"))
        && names.contains { tokens[from: index + 1, 1] == [.word($0)] }
    }
  }

  /// The link that opening it leads to, if it does nothing else.
  var onlyRedirect: String? {
    let starts = redirects
    guard starts.count == 1, let link = link(ofRedirect: starts[0]), !hasCondition,
      tokens.indices.count(where: { isElement(at: $0) }) == 1
    else { return nil }
    return link
  }

  /// What must hold for it to be shown, by its redirects and by those of its effects.
  var ownGuards: [Located<Guard>] {
    let elements = onlyRedirect == nil ? redirects.map { ($0, link(ofRedirect: $0)) } : []
    return [elements, effectRedirects].compactMap { found in
      guard let (place, link) = found.first else { return nil }
      guard found.count == 1, let link else {
        return Located(
          .unknown("it redirects in several cases, or to a computed link"), at: places[place])
      }
      return Located(
        isUnlessValue(place)
          ? .redirect(link)
          : .unknown("a condition decides about the redirect to '\(link)'"), at: places[place])
    }
  }

  /// Whether what begins at a place is done unless a value is there: `if (!value) return …`.
  private func isUnlessValue(_ place: Int) -> Bool {
    var end = place - 1
    func skip(_ token: Token) { if tokens[from: end, 1] == [token] { end -= 1 } }
    let isElement = isElement(at: place)
    if isElement {
      skip(.mark(UInt8(ascii: "(")))
      guard tokens[from: end, 1] == [.word("return")] else { return false }
    }
    skip(.word("return"))
    skip(.mark(UInt8(ascii: "{")))
    guard tokens[from: end, 1] == [.mark(UInt8(ascii: ")"))],
      let start = opening(before: end), tokens[from: start - 1, 1] == [.word("if")],
      tokens[from: start + 1, 1] == [.mark(UInt8(ascii: "!"))]
    else { return false }
    return value(Array(tokens[(start + 2)..<end])) != nil
  }

  /// The places of `router.replace('/link')` and the like in effects, and their links.
  ///
  /// A computed link that is pushed guards nothing: it can be that of a notification.
  private var effectRedirects: [(Int, String?)] {
    var found: [(Int, String?)] = []
    var end = 0
    for index in tokens.indices {
      if index >= end {
        let isEffect = ["useEffect", "useFocusEffect"].contains { tokens[index] == .word($0) }
        if isEffect { end = closing(after: index + 1) }
        continue
      }
      guard tokens[from: index, 2] == [.word("router"), .mark(UInt8(ascii: "."))],
        let act = ["replace", "push", "navigate"].first(where: {
          tokens[from: index + 2, 2] == [.word($0), .mark(UInt8(ascii: "("))]
        })
      else { continue }
      let isWhole = [.mark(UInt8(ascii: ")")), .mark(UInt8(ascii: ",")), .word("as")]
        .contains(tokens[from: index + 5, 1].first)
      let link = isWhole ? text(at: index + 4) : nil
      if link != nil || act == "replace" { found.append((index, link)) }
    }
    return found
  }

  /// A screen that a layout declares: `<Stack.Screen name='login' />`.
  struct Screen {
    let name: String
    /// Its `presentation`, such as `modal`; `…` for a computed one.
    let presentation: Located<String>?
    /// Where its tab is hidden, by `href: null`.
    let hiding: SourcePosition?
    /// The condition under which it is shown, by `redirect={!user}`.
    fileprivate let condition: Located<Guard>?
  }

  /// The screens that a layout declares, in its order.
  var screens: [Screen] { screens(in: tokens.indices) }

  private func screens(in range: Range<Int>) -> [Screen] {
    range.compactMap { index in
      guard ["Screen", "Trigger", "TabTrigger"].contains(where: { isElement($0, at: index) })
      else { return nil }
      let attributes = attributes(from: index + 1).0
      guard let name = attributes["name"].flatMap({ text(at: $0.lowerBound) }) else { return nil }
      let options = attributes["options"] ?? 0..<0
      let presentation = options.first { isKey("presentation", at: $0) }
        .map { Located(text(at: $0 + 2) ?? "…", at: places[$0]) }
      let hiding = options.first {
        isKey("href", at: $0) && tokens[from: $0 + 2, 1] == [.word("null")]
      }
      let redirect = attributes["redirect"].map { range in
        Located(condition(Array(tokens[range])).opposite, at: places[index])
      }
      return Screen(
        name: name, presentation: presentation, hiding: hiding.map { places[$0] },
        condition: redirect)
    }
  }

  /// The name of the screen that the navigator begins with.
  var initial: String? {
    tokens.indices.lazy
      .filter { tokens[$0] == .word("initialRouteName") || isKey("anchor", at: $0) }
      .compactMap { text(at: $0 + 2) }.first
  }

  /// A condition for screens, and the link that is opened instead of them if it is literal.
  struct Protection {
    let condition: Located<Guard>
    var redirect: String?
    let screens: [String]
  }

  /// The conditions of `Protected` elements and of single screens.
  var protections: [Protection] {
    var found = screens.compactMap { screen in
      screen.condition.map { Protection(condition: $0, screens: [screen.name]) }
    }
    for index in tokens.indices where isElement("Protected", at: index) {
      let (attributes, end) = attributes(from: index + 1)
      guard let guarding = attributes["guard"] else { continue }
      let close =
        tokens[end...].indices.first {
          tokens[$0] == .word("Protected") && tokens[from: $0 - 3, 1] == [.mark(UInt8(ascii: "/"))]
        } ?? tokens.endIndex
      found.append(
        Protection(
          condition: Located(condition(Array(tokens[guarding])), at: places[index]),
          redirect: attributes["redirectTo"].flatMap { text(at: $0.lowerBound) },
          screens: screens(in: end..<close).map(\.name)))
    }
    return found
  }

  /// The values of an element's attributes, without their braces, and where its start ends.
  private func attributes(from start: Int) -> ([String: Range<Int>], end: Int) {
    var attributes: [String: Range<Int>] = [:]
    var index = start
    let ends = "<>".utf8.map { Token.mark($0) }
    while index < tokens.endIndex, !ends.contains(tokens[index]) {
      guard case .word(let name) = tokens[index],
        tokens[from: index + 1, 1] == [.mark(UInt8(ascii: "="))]
      else {
        index += 1
        continue
      }
      index += 2
      let first = index
      var depth = 0
      repeat {
        if tokens[from: index, 1] == [.mark(0x7B)] { depth += 1 }
        if tokens[from: index, 1] == [.mark(0x7D)] { depth -= 1 }
        index += 1
      } while depth > 0 && index < tokens.endIndex
      index = min(index, tokens.endIndex)
      let hasBraces = tokens[from: first, 1] == [.mark(0x7B)] && index > first + 1
      attributes[name] = hasBraces ? (first + 1)..<(index - 1) : first..<index
    }
    return (attributes, index)
  }

  // MARK: Tokens

  /// The places of `Redirect` in `<Redirect`, without those of other names.
  private var redirects: [Int] {
    tokens.indices.filter { isElement(at: $0) && tokens[from: $0 + 1, 1] == [.word("Redirect")] }
  }

  /// Whether an element begins at a place.
  private func isElement(at index: Int) -> Bool {
    guard tokens[index] == .mark(UInt8(ascii: "<")), case .word? = tokens[from: index + 1, 1].first
    else { return false }
    return true
  }

  /// Whether a word names an element that begins ahead of it: `<Name` or `<Stack.Name`.
  private func isElement(_ name: String, at index: Int) -> Bool {
    tokens[index] == .word(name)
      && [1, 3].contains { tokens[from: index - $0, 1] == [.mark(UInt8(ascii: "<"))] }
  }

  /// Whether a key of an object is there: `name:`.
  private func isKey(_ name: String, at index: Int) -> Bool {
    tokens[from: index, 2] == [.word(name), .mark(UInt8(ascii: ":"))]
  }

  private var hasCondition: Bool {
    tokens.contains(.word("if")) || tokens.contains(.mark(UInt8(ascii: "?")))
      || tokens.contains(.mark(UInt8(ascii: "&"))) || tokens.contains(.mark(UInt8(ascii: "|")))
  }

  /// The literal `href` of a redirect.
  private func link(ofRedirect start: Int) -> String? {
    let end = tokens[start...].firstIndex(of: .mark(UInt8(ascii: ">"))) ?? tokens.endIndex
    for index in start..<end
    where tokens[from: index, 2] == [.word("href"), .mark(UInt8(ascii: "="))] {
      return text(at: index + 2)
    }
    return nil
  }

  /// A text, or one in braces.
  private func text(at index: Int) -> String? {
    let start = tokens[from: index, 1] == [.mark(0x7B)] ? index + 1 : index
    guard case .text(let text)? = tokens[from: start, 1].first else { return nil }
    return text
  }

  private func condition(_ tokens: [Token]) -> Guard {
    let not = Token.mark(UInt8(ascii: "!"))
    let marks = tokens.prefix { $0 == not }.count
    if let name = value(Array(tokens.dropFirst(marks))) {
      return marks % 2 == 0 ? .gate(name) : .guest(name)
    }
    return .unknown("its condition is not the presence of a value")
  }

  /// The last name of a value such as `session` and `auth.user`; `nil` for other expressions.
  private func value(_ tokens: [Token]) -> String? {
    var name: String?
    for token in tokens {
      switch token {
      case .word(let word): name = word
      case .mark(UInt8(ascii: ".")), .mark(UInt8(ascii: "?")): continue
      default: return nil
      }
    }
    return name.flatMap { ["true", "false", "null", "undefined"].contains($0) ? nil : $0 }
  }

  /// The bracket that a closing one belongs to.
  private func opening(before end: Int) -> Int? {
    var depth = 0
    for index in tokens[...end].indices.reversed() {
      if tokens[index] == .mark(UInt8(ascii: ")")) { depth += 1 }
      if tokens[index] == .mark(UInt8(ascii: "(")) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Where the parenthesis at a place is closed.
  private func closing(after start: Int) -> Int {
    var depth = 0
    for index in tokens.indices.dropFirst(start) {
      if tokens[index] == .mark(UInt8(ascii: "(")) { depth += 1 }
      if tokens[index] == .mark(UInt8(ascii: ")")) { depth -= 1 }
      if depth <= 0 { return index }
    }
    return tokens.endIndex
  }

  /// The words, texts and marks of a source with their offsets, without blanks and comments.
  private static func tokens(of bytes: [UInt8]) -> [(token: Token, start: Int)] {
    var tokens: [(Token, Int)] = []
    var index = 0
    func starts(_ text: StaticString) -> Bool {
      text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }
    while index < bytes.count {
      let byte = bytes[index]
      let first = index
      if starts("//") {
        index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      } else if starts("/*") {
        index += 2
        while index < bytes.count, !starts("*/") { index += 1 }
        index += 2
      } else if "'\"`".utf8.contains(byte) {
        index += 1
        while index < bytes.count, bytes[index] != byte, bytes[index] != UInt8(ascii: "\n") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(index, bytes.count)
        let text = bytes[(first + 1)..<max(end, first + 1)]
        let isPlain = !text.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "$") }
        let token = isPlain ? Token.text(String(decoding: text, as: UTF8.self)) : .mark(byte)
        tokens.append((token, first))
        // An apostrophe of a text ends with its line.
        index = end + 1
      } else if isWordPart(byte) {
        while index < bytes.count, isWordPart(bytes[index]) { index += 1 }
        tokens.append((.word(String(decoding: bytes[first..<index], as: UTF8.self)), first))
      } else {
        if byte > 0x20 { tokens.append((.mark(byte), first)) }
        index += 1
      }
    }
    return tokens
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}

extension Array {
  /// The elements from an index on, fewer at the ends.
  fileprivate subscript(from start: Int, count: Int) -> ArraySlice<Element> {
    guard start >= 0 else { return [] }
    return dropFirst(start).prefix(count)
  }
}

extension ArraySlice where Element: Equatable {
  fileprivate static func == (left: ArraySlice, right: [Element]) -> Bool {
    left.elementsEqual(right)
  }
}
