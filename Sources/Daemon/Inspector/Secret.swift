/// A random text of 256 bits that a client has to know.
nonisolated struct Secret {
  /// 64 hexadecimal digits.
  let text: String

  /// A new secret, from the system's source of random numbers.
  init() {
    var source = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(source.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Whether a text is the secret. The time does not depend on where they differ.
  func isSame(as other: String?) -> Bool {
    guard let other, other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
