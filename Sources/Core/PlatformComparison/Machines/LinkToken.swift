/// A piece of a link that machines read in one step: a byte as written, or one that `%` and two
/// hexadecimal digits encode.
struct LinkToken: Hashable {
  /// How a byte is written.
  enum Spelling: UInt8, CaseIterable {
    case plain
    /// Escaped, with digits in upper case, as browsers write them.
    case escaped
    /// Escaped, with digits in lower case; only for bytes that have a letter among their digits.
    case escapedInLowercase
  }

  let byte: UInt8
  let spelling: Spelling

  init(_ byte: UInt8, _ spelling: Spelling = .plain) {
    self.byte = byte
    self.spelling = spelling
  }

  init(_ scalar: Unicode.Scalar) {
    self.init(UInt8(ascii: scalar))
  }

  /// Above all numbers of tokens.
  static let numbersMax = Spelling.allCases.count << 8

  /// A number for tables.
  var number: Int32 { Int32(spelling.rawValue) << 8 | Int32(byte) }

  var isEscaped: Bool { spelling != .plain }

  /// Whether the token is this byte, unescaped.
  func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !isEscaped && byte == UInt8(ascii: scalar)
  }
}

/// What is remembered for each spelling of bytes; `nil` until it is asked for.
struct RememberedBySpelling<Value> {
  private var plain: Value?
  private var escaped: Value?
  private var escapedInLowercase: Value?

  subscript(_ spelling: LinkToken.Spelling) -> Value? {
    get {
      switch spelling {
      case .plain: plain
      case .escaped: escaped
      case .escapedInLowercase: escapedInLowercase
      }
    }
    set {
      switch spelling {
      case .plain: plain = newValue
      case .escaped: escaped = newValue
      case .escapedInLowercase: escapedInLowercase = newValue
      }
    }
  }
}
