import Languages
import Links
import PlatformLinks
import RouteProofs

/// Which texts are links that the comparison looks at: well-formed ones, in one of two spellings.
///
/// Well-formed is what `Link` reads: UTF-8 without control characters, no `.` and `..` segments. In
/// a custom scheme, links with a port are left out, and those whose host has a letter that Android
/// takes for one of ASCII.
struct LinkForm: Automaton {
  /// How links may be spelled.
  enum Spelling {
    /// As browsers and other programs write links: non-ASCII characters and those that a URL
    /// cannot contain are escaped, with upper-case digits, and nothing else is; no empty segments
    /// or hosts.
    case usual
    /// Any way that the router reads.
    case any
  }

  struct State: Hashable {
    enum Phase { case authority, path, query, fragment }

    var phase: Phase
    /// The segments so far, without empty ones. After a slash its separator is still to come.
    var path: WellFormedness
    var isAfterSlash: Bool
    /// In a query whose items have an order.
    var item: QueryOrder.Position?
    /// In a query or fragment.
    var text = UTF8Check()
    /// Whether the bytes of the character that has begun are escaped.
    var isEscaped = false
    /// The bytes so far of a letter of `takenForASCII`, or 0.
    var letter: UInt32 = 0
    /// Whether the text is not one of the links: no continuation changes that.
    var isDead = false
  }

  let spelling: Spelling
  /// Whether the first segment directly follows the scheme.
  let isCustomScheme: Bool
  /// The order of the items of queries; `nil` for any order.
  let order: QueryOrder?

  var start: State {
    State(
      phase: isCustomScheme ? .authority : .path, path: .start, isAfterSlash: isCustomScheme)
  }

  func step(_ state: State, _ token: Token) -> State {
    var next = state
    guard takes(token, &next) else { return Self.dead }
    return next
  }

  func classes(in state: State, _ spelling: Token.Spelling) -> [SymbolSet] {
    var groups: [State: SymbolSet] = [:]
    for byte in UInt8.min...UInt8.max {
      groups[step(state, Token(byte, spelling)), default: SymbolSet()].insert(Symbol(byte))
    }
    return Array(groups.values)
  }

  /// 0 if the text so far is a link.
  func verdict(in state: State) -> Int32 { isLink(state) ? 0 : -1 }

  private func isLink(_ state: State) -> Bool {
    guard !state.isDead, isCharacterComplete(state), isSegmentComplete(state) else { return false }
    // A browser adds the slash after a host.
    return state.phase != .path || state.path != .start || state.isAfterSlash
  }

  func isSettled(_ state: State) -> Bool { state.isDead }

  func weight(of state: State) -> Int { 8 }

  static let dead = {
    var state = State(phase: .path, path: .start, isAfterSlash: false)
    state.isDead = true
    return state
  }()

  // MARK: Steps

  private func isSegmentComplete(_ state: State) -> Bool {
    state.isAfterSlash || state.path.isComplete
  }

  private func isCharacterComplete(_ state: State) -> Bool {
    state.text.isComplete && (state.isAfterSlash || state.path.isCharacterComplete)
  }

  /// Moves to the next state, or returns false if no link continues like that.
  private func takes(_ token: Token, _ state: inout State) -> Bool {
    guard !state.isDead else { return false }
    if isCharacterComplete(state) {
      if !token.isEscaped, let isTaken = takesMark(token.byte, &state) { return isTaken }
      // A path begins with a slash.
      guard state.phase != .path || state.path != .start || state.isAfterSlash else { return false }
    } else if token.isEscaped != state.isEscaped {
      return false
    }
    guard isAllowed(token, in: state.phase), takesText(token.byte, &state) else { return false }
    if state.phase == .query, let order, let item = state.item {
      guard let next = order.after(item, token) else { return false }
      state.item = next
    }
    state.isEscaped = token.isEscaped && !isCharacterComplete(state)
    return true
  }

  /// Takes a byte that ends a segment or a part; `nil` if it does neither.
  private func takesMark(_ byte: UInt8, _ state: inout State) -> Bool? {
    let isInPath = state.phase == .authority || state.phase == .path
    switch byte {
    case UInt8(ascii: "/") where isInPath:
      // After a custom scheme this is an empty host.
      let isEmpty = state.isAfterSlash
      guard isSegmentComplete(state), !isEmpty || spelling == .any else { return false }
      state.phase = .path
      state.isAfterSlash = true
    case UInt8(ascii: "?") where isInPath:
      guard isLink(state) else { return false }
      state = State(
        phase: .query, path: .start, isAfterSlash: true, item: order.map { $0.start })
    case UInt8(ascii: "#") where state.phase != .fragment:
      guard isLink(state) else { return false }
      state = State(phase: .fragment, path: .start, isAfterSlash: true)
    default: return nil
    }
    return true
  }

  private func takesText(_ byte: UInt8, _ state: inout State) -> Bool {
    guard state.phase == .path || state.phase == .authority else {
      return state.text.take(byte) == .fine
    }
    if state.isAfterSlash {
      guard let separated = state.path.after(separator) else { return false }
      state.path = separated
      state.isAfterSlash = false
    }
    guard let path = state.path.after(Symbol(byte)) else { return false }
    state.path = path
    return state.phase != .authority || continuesLetter(byte, &state)
  }

  /// Letters that are one of ASCII in another case: dotless and dotted i, the long s, the Kelvin
  /// sign.
  private static let takenForASCII: [UInt32] = [0xC4B1, 0xC4B0, 0xC5BF, 0xE284AA]

  /// False at the end of a letter of `takenForASCII`.
  private func continuesLetter(_ byte: UInt8, _ state: inout State) -> Bool {
    let letter = state.letter << 8 | UInt32(byte)
    let isStart = Self.takenForASCII.contains { $0 >> 8 == letter || $0 >> 16 == letter }
    state.letter = isStart ? letter : 0
    return !Self.takenForASCII.contains(letter)
  }

  private func isAllowed(_ token: Token, in phase: State.Phase) -> Bool {
    let byte = token.byte
    if token.isEscaped {
      guard spelling == .usual else {
        return token.spelling == .escaped || byte & 15 > 9 || byte >> 4 > 9
      }
      return token.spelling == .escaped
        && (byte >= 0x80 || Self.escapable(in: phase).contains(byte))
    }
    guard byte > 0x20, byte != 0x7F, byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "%") else {
      return false
    }
    if phase == .authority, byte == UInt8(ascii: "@") || byte == UInt8(ascii: ":") { return false }
    guard spelling == .usual else { return true }
    return byte < 0x80 && !Self.unusual.contains(byte)
      && !(phase == .fragment && byte == UInt8(ascii: "#"))
  }

  /// What a URL cannot contain unescaped, by the URL standard's path and query percent-encode sets
  /// and RFC 3986, and `*`: no value that an app means contains it, and no pattern of an
  /// association file can exclude it.
  private static let unusual = SymbolSet("\"<>^`{|}*".utf8)

  /// The bytes that must be escaped.
  private static func escapable(in phase: State.Phase) -> SymbolSet {
    switch phase {
    case .authority, .path: pathEscapable
    case .query: queryEscapable
    case .fragment: fragmentEscapable
    }
  }

  private static let pathEscapable = SymbolSet(" \"<>^`{|}%?#\\".utf8)
  private static let queryEscapable = SymbolSet(" \"<>^`{|}%#\\&=+".utf8)
  private static let fragmentEscapable = SymbolSet(" \"<>^`{|}%#\\".utf8)
}
