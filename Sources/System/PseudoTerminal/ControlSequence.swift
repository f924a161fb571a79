/// An escape sequence while its bytes come in.
struct ControlSequence: Sendable {
  enum Kind: Sendable {
    /// None is being read.
    case none
    /// `ESC` came; the next byte tells the kind.
    case escape
    /// `ESC [`: parameters, then one letter.
    case control
    /// `ESC ]`: a text up to BEL or `ESC \`.
    case text
    /// `ESC (` and the like: one byte more.
    case charset
  }

  var kind = Kind.none
  /// The bytes between `ESC [` and the letter; bounded.
  private var parameters: [UInt8] = []

  var isOpen: Bool { kind != .none }

  /// Whether the sequence is a private one: `ESC [ ?`.
  var isPrivate: Bool { parameters.first == UInt8(ascii: "?") }

  mutating func begin() {
    kind = .escape
    parameters = []
  }

  mutating func append(_ byte: UInt8) {
    if parameters.count < parameterBytesMax { parameters.append(byte) }
  }

  /// The parameter at an index, or the given value where it is missing; at most 9,999.
  func number(_ index: Int, default missing: Int) -> Int {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let parts = parameters.drop { !digits.contains($0) && $0 != UInt8(ascii: ";") }
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard parts.indices.contains(index), !parts[index].isEmpty else { return missing }
    return parts[index].reduce(0) { value, byte in
      digits.contains(byte) ? min(9_999, value * 10 + Int(byte - digits.lowerBound)) : value
    }
  }
}

private let parameterBytesMax = 64
