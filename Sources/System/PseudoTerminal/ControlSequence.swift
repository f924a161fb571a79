/// An escape sequence in progress.
struct ControlSequence: Sendable {
  enum Kind: Sendable {
    /// No sequence is in progress.
    case none
    /// `ESC`; the next byte determines the kind.
    case escape
    /// `ESC [`: parameters, then a final letter.
    case control
    /// `ESC ]` or `ESC P`: a text up to BEL or `ESC \`.
    case text
    /// `ESC (`, `ESC )` or `ESC #`: one more byte.
    case charset
  }

  var kind = Kind.none
  /// The bytes between `ESC [` and the letter; at most `parameterBytesMax`.
  private var parameters: [UInt8] = []

  var isOpen: Bool { kind != .none }

  /// Whether this is a private sequence: `ESC [ ?`.
  var isPrivate: Bool { parameters.first == UInt8(ascii: "?") }

  mutating func begin() {
    kind = .escape
    parameters = []
  }

  mutating func append(_ byte: UInt8) {
    if parameters.count < parameterBytesMax { parameters.append(byte) }
  }

  /// The parameter at an index, or `missing` if it is absent; at most 9,999.
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
