import Diagnostics

/// Finds links in the strings of code, in one pass over its tokens.
///
/// It knows comments, strings and brackets, and no grammar: what it takes for a string by mistake,
/// such as quoted text between the tags of JSX, ends with the line.
struct CodeScanner {
  /// A bracket that is open, or an interpolation.
  private struct Frame {
    let closing: UInt8
    /// That of strings directly in it.
    let place: LinkPlace
    /// Whether it is an object that says where a link leads.
    var isTarget = false
    /// Whether a string continues after it.
    let isInterpolation: Bool
    /// The name before it.
    let name: Range<Int>
  }

  private struct Token {
    enum Kind: Equatable {
      case other, name
      /// A closed bracket; its range is that of the name before it.
      case closed
      case byte(UInt8)
    }

    var kind = Kind.other
    var range = 0..<0
  }

  private let bytes: [UInt8]
  private let end: Int
  private let language: CodeLanguage
  private let forms: LinkForms
  private var index: Int
  private var frames: [Frame] = []
  /// The open brackets by their closing ones, so that one that closes none costs nothing.
  private var open = [UInt8](")]}".utf8).reduce(into: [UInt8: Int]()) { $0[$1] = 0 }
  /// The strings around the open interpolations.
  private var literals: [Literal] = []
  /// The last token, the one before it, and the one before that.
  private var last = Token()
  private var before = Token()
  private var earlier = Token()
  /// The name of the last element that was opened.
  private var element: Range<Int>?
  /// Up to here, no regular expression ends.
  private var regexFreeEnd = 0
  private(set) var found: [FoundLink] = []

  /// - Parameter isLink: Whether the code is an expression for a link.
  init(
    _ bytes: [UInt8], in range: Range<Int>, _ language: CodeLanguage, _ forms: LinkForms,
    isLink: Bool = false
  ) {
    self.bytes = bytes
    (index, end) = (range.lowerBound, range.upperBound)
    (self.language, self.forms) = (language, forms)
    if isLink {
      frames = [Frame(closing: 0, place: .link, isInterpolation: false, name: 0..<0)]
      add(.byte(UInt8(ascii: "(")), index..<index)
    }
  }

  mutating func scan() {
    while index < end { step() }
  }

  private mutating func step() {
    let byte = bytes[index]
    if byte <= 0x20 {
      index += 1
    } else if byte.isNameByte {
      readName()
    } else if byte == UInt8(ascii: "/"), skipsComment() || skipsRegex() {
      return
    } else if beginsLiteral(byte) {
      return
    } else {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): openBracket(byte)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): closeBracket(byte)
      case UInt8(ascii: "<") where skipsTypeArguments(): return
      // `a?.()` is like `a()`, and `a?.b` and `a!.b` are like `a.b`.
      case _ where has("?.(", at: index): index += 2
      case _ where has("?.", at: index) || has("!.", at: index): index += 1
      default: addByte(byte)
      }
    }
  }

  // MARK: Tokens

  private mutating func add(_ kind: Token.Kind, _ range: Range<Int>) {
    (earlier, before, last) = (before, last, Token(kind: kind, range: range))
  }

  private mutating func addByte(_ byte: UInt8) {
    add(.byte(byte), index..<(index + 1))
    index += 1
  }

  private mutating func readName() {
    let start = index
    while index < end, bytes[index].isNameByte { index += 1 }
    if last.kind == .byte(UInt8(ascii: "<")), last.range.upperBound == start {
      element = start..<index
    }
    add(.name, start..<index)
  }

  private func has(_ text: StaticString, at place: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place >= 0, place + count <= end else { return false }
    return text.withUTF8Buffer { wanted in
      (0..<count).allSatisfy { bytes[place + $0] == wanted[$0] }
    }
  }

  // MARK: Comments and regular expressions

  private mutating func skipsComment() -> Bool {
    if has("//", at: index) {
      // In text between tags, it follows a scheme.
      if language.isJavaScript, last.kind == .byte(UInt8(ascii: ":")),
        last.range.upperBound == index
      {
        index += 2
        return true
      }
      while index < end, bytes[index] != newline { index += 1 }
      return true
    }
    guard has("/*", at: index) else { return false }
    index += 2
    var depth = 1
    while index < end, depth > 0 {
      if has("*/", at: index) {
        depth -= 1
        index += 2
      } else if language.nestsComments, has("/*", at: index) {
        depth += 1
        index += 2
      } else {
        index += 1
      }
    }
    return true
  }

  /// Skips a regular expression, where an operand can begin; a slash after one divides.
  private mutating func skipsRegex() -> Bool {
    guard language.isJavaScript, index >= regexFreeEnd, !has("/>", at: index), beginsOperand else {
      return false
    }
    var place = index + 1
    var isInClass = false
    while place < end, bytes[place] != newline {
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        add(.other, index..<(place + 1))
        index = place + 1
        return true
      default: break
      }
      place += 1
    }
    regexFreeEnd = place
    return false
  }

  private var beginsOperand: Bool {
    switch last.kind {
    case .byte(let byte): "(,=:[!&|?{;+-*%~^".utf8.contains(byte)
    case .name: ["return", "typeof", "case"].contains { $0.utf8.elementsEqual(bytes[last.range]) }
    case .closed: false
    case .other: last.range.isEmpty
    }
  }

  // MARK: Brackets

  private mutating func openBracket(_ byte: UInt8) {
    let isName = last.kind == .name
    let place: LinkPlace
    switch byte {
    case UInt8(ascii: "("): place = !isName ? linkPlace : isCall ? .link : .none
    case UInt8(ascii: "{"): place = isAttributeValue ? linkPlace : .none
    default: place = .none
    }
    let closing = byte == UInt8(ascii: "(") ? byte + 1 : byte + 2
    let isFirst = last.kind == .byte(UInt8(ascii: "(")) || last.kind == .byte(UInt8(ascii: "{"))
    let isTarget = byte == UInt8(ascii: "{") && isFirst && isInLink
    push(closing, place: place, isTarget: isTarget, name: isName ? last.range : 0..<0)
    addByte(byte)
  }

  /// Skips the type arguments of a call whose arguments are links: `push<any>("/a")`.
  private mutating func skipsTypeArguments() -> Bool {
    guard last.kind == .name, last.range.upperBound == index, isCall else { return false }
    var depth = 0
    for place in index..<min(end, index + Self.typeArgumentsBytesMax) {
      if bytes[place] == UInt8(ascii: "<") { depth += 1 }
      if bytes[place] == UInt8(ascii: ">") { depth -= 1 }
      guard depth == 0 else { continue }
      guard has("(", at: place + 1) else { return false }
      index = place + 1
      return true
    }
    return false
  }

  private static let typeArgumentsBytesMax = 256

  private mutating func push(
    _ closing: UInt8, place: LinkPlace = .none, isTarget: Bool = false,
    isInterpolation: Bool = false, name: Range<Int> = 0..<0
  ) {
    frames.append(
      Frame(
        closing: closing, place: place, isTarget: isTarget, isInterpolation: isInterpolation,
        name: name))
    open[closing, default: 0] += 1
  }

  /// Closes the innermost bracket of this kind, and those in it that were left open.
  private mutating func closeBracket(_ byte: UInt8) {
    guard open[byte, default: 0] > 0 else { return addByte(byte) }
    while let frame = frames.popLast() {
      open[frame.closing, default: 0] -= 1
      let literal = frame.isInterpolation ? literals.popLast() : nil
      guard frame.closing == byte else { continue }
      index += 1
      if let literal { return read(literal) }
      return add(.closed, frame.name)
    }
  }

  /// Whether the last name is that of a call whose arguments are links.
  private var isCall: Bool {
    var receiver: ArraySlice<UInt8>?
    if before.kind == .byte(UInt8(ascii: ".")), earlier.kind == .name || earlier.kind == .closed {
      receiver = bytes[earlier.range]
    }
    return forms.isCall(bytes[last.range], on: receiver)
  }

  /// Whether what begins here is the value of an attribute, as in `href="…"`, or of a property, as
  /// in `location.href = "…"`.
  private var isAttributeValue: Bool {
    guard last.kind == .byte(UInt8(ascii: "=")), before.kind == .name else { return false }
    let isGlued =
      before.range.upperBound == last.range.lowerBound && last.range.upperBound == index
    guard isGlued || earlier.kind == .byte(UInt8(ascii: ".")) else { return false }
    return forms.isAttribute(bytes[before.range], of: element.map { bytes[$0] })
  }

  /// Whether a string that begins here is in the position of a link.
  private var isLinkPlace: Bool {
    guard case .byte(let byte) = last.kind else { return false }
    if isAttributeValue { return true }
    if byte == UInt8(ascii: ":"), before.kind == .name,
      forms.isKey(bytes[before.range], ofTarget: frames.last?.isTarget == true)
    {
      return true
    }
    guard isInLink else { return false }
    // After `==`, it is compared.
    return byte == UInt8(ascii: "=") ? before.kind == .name : "(,:?|{".utf8.contains(byte)
  }

  /// Whether strings directly in the innermost bracket are links.
  private var isInLink: Bool { (frames.last?.place ?? .none) != .none }

  /// The position of a string that begins here.
  private var linkPlace: LinkPlace {
    guard isLinkPlace, case .byte(let byte) = last.kind else { return .none }
    let isValue = before.kind == .name && "=:".utf8.contains(byte)
    let isTo = isValue && bytes[before.range].elementsEqual(LinkForms.templateName.utf8)
    return language.isJavaScript && (isTo || frames.last?.place == .template) ? .template : .link
  }

  // MARK: Strings

  private mutating func beginsLiteral(_ byte: UInt8) -> Bool {
    guard "\"'`#".utf8.contains(byte) else { return false }
    var hashes = 0
    if language.hasHashes, byte == UInt8(ascii: "#") {
      while has("#", at: index + hashes) { hashes += 1 }
    }
    let quote = language.quotes.first { quote in
      index + hashes + quote.mark.count <= end
        && bytes[(index + hashes)...].starts(with: quote.mark)
    }
    guard let quote else {
      guard hashes > 0 else { return false }
      add(.other, index..<(index + hashes))
      index += hashes
      return true
    }
    let isGluedToName = last.kind == .name && last.range.upperBound == index
    // An apostrophe in a word, in text between tags.
    if language.isJavaScript, isGluedToName, byte == UInt8(ascii: "'") { return false }
    let isRaw =
      language.hasRawPrefix && isGluedToName && bytes[last.range].elementsEqual("r".utf8)
    if isRaw { (last, before) = (before, earlier) }
    let place = linkPlace
    index += hashes + quote.mark.count
    read(
      Literal(start: index, quote: quote, hashes: hashes, isRaw: isRaw, place: place))
    return true
  }

  /// Reads a string from here to its end, or to its next interpolation.
  private mutating func read(_ unread: Literal) {
    var literal = unread
    let escapes = literal.quote.escapes && !literal.isRaw
    let holes = literal.isRaw ? [] : literal.quote.holes
    while index < end {
      let byte = bytes[index]
      if byte == literal.quote.mark[0], isEnd(of: literal) {
        index += literal.quote.mark.count + literal.hashes
        return finish(literal)
      }
      if byte == newline, !literal.quote.spansLines { break }
      if byte == UInt8(ascii: "\\"), escapes, hasHashes(literal.hashes, at: index + 1) {
        let next = index + 1 + literal.hashes
        if has("(", at: next), holes.contains(.backslashParenthesis) {
          return interpolate(literal, from: next + 1, closing: UInt8(ascii: ")"))
        }
        guard next < end else { break }
        literal.add("/$\"'`".utf8.contains(bytes[next]) ? bytes[next] : SourceLink.hole)
        index = next + 1
      } else if byte == UInt8(ascii: "$"), holes.contains(.dollarBrace), has("{", at: index + 1) {
        return interpolate(literal, from: index + 2, closing: UInt8(ascii: "}"))
      } else if byte == UInt8(ascii: "$"), holes.contains(.dollarName), index + 1 < end,
        bytes[index + 1].isNameByte, !bytes[index + 1].isDigit
      {
        index += 1
        while index < end, bytes[index].isNameByte, bytes[index] != UInt8(ascii: "$") {
          index += 1
        }
        literal.add(SourceLink.hole)
      } else {
        literal.add(byte)
        index += 1
      }
    }
    // It has no end, so that it is no string.
    index = max(index, min(end, unread.start))
    add(.other, index..<index)
  }

  private func hasHashes(_ count: Int, at place: Int) -> Bool {
    place + count <= end && bytes[place..<(place + count)].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private func isEnd(of literal: Literal) -> Bool {
    let mark = literal.quote.mark
    return index + mark.count <= end && bytes[index...].starts(with: mark)
      && hasHashes(literal.hashes, at: index + mark.count)
  }

  private mutating func interpolate(_ unread: Literal, from start: Int, closing: UInt8) {
    var literal = unread
    literal.add(SourceLink.hole)
    literals.append(literal)
    push(closing, isInterpolation: true)
    index = start
    add(.other, 0..<0)
  }

  private mutating func finish(_ finished: Literal) {
    var literal = finished
    let margin = literal.marginCount
    literal.text.removeFirst(margin)
    while margin > 0, literal.text.last?.isSpace == true { literal.text.removeLast() }
    var next = index
    while next < end, bytes[next] <= 0x20 { next += 1 }
    // Another text follows, or a call that may change it.
    if next < end, "+.%*[\"'`".utf8.contains(bytes[next]) { literal.add(SourceLink.hole) }
    add(.other, literal.start..<index)
    let link = FoundLink(literal.text, at: literal.start + margin, literal.place)
    if let link { found.append(link) }
  }
}

let newline = UInt8(ascii: "\n")

extension UInt8 {
  /// Letters, digits, `_`, `$`, and all bytes of other scripts.
  fileprivate var isNameByte: Bool {
    isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
  }
}
