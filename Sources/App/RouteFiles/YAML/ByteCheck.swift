import Diagnostics

/// Checks the bytes of a file before libyaml sees them.
///
/// Refuses invalid UTF-8, byte order marks, control characters, line endings that editors do not
/// recognize (U+0085, U+2028, U+2029), and lines that start with `%`: libyaml compares every `%TAG`
/// directive with all others, so a hostile file could take hours.
struct ByteCheck {
  private let file: String
  private var line = 1
  private var column = 1

  /// Throws the first fault.
  static func check(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws(Diagnostic) {
    var check = ByteCheck(file: file)
    try check.start(bytes)
    try check.all(bytes)
  }

  private init(file: String) {
    self.file = file
  }

  private var here: SourcePosition { SourcePosition(file: file, line: line, column: column) }

  private func start(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    guard bytes.count <= FileLimits.fileBytesMax else {
      throw .tooLarge(bytes: bytes.count, at: here)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw .byteOrderMark(at: here) }
    // A byte order mark, or a NUL next to a printable character.
    let isMarked = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    let start = bytes.prefix(2)
    if isMarked || start.contains(0) && start.contains(where: { (0x20..<0x7F).contains($0) }) {
      throw .utf16(at: here)
    }
  }

  private mutating func all(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x80 {
        index += try wideScalar(bytes[index...])
        column += 1
      } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        let isFirstOfTwo =
          byte == UInt8(ascii: "\r") && index + 1 < bytes.count
          && bytes[index + 1] == UInt8(ascii: "\n")
        index += isFirstOfTwo ? 2 : 1
        line += 1
        column = 1
      } else {
        try narrowScalar(byte)
        let count = 1 + plainCount(UnsafeBufferPointer(rebasing: bytes[(index + 1)...]))
        index += count
        column += count
      }
    }
  }

  private func narrowScalar(_ byte: UInt8) throws(Diagnostic) {
    if byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F {
      throw .controlCharacter(UInt32(byte), at: here)
    }
    if byte == UInt8(ascii: "%"), column == 1 { throw .directive(at: here) }
  }

  /// Checks a non-ASCII scalar and returns its length in bytes.
  private func wideScalar(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(Diagnostic)
    -> Int
  {
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else {
      throw .notUTF8(at: here)
    }
    switch Unicode.UTF8.decode(encoded).value {
    case let value where value < 0xA0: throw .controlCharacter(value, at: here)
    case let value where value == 0x2028 || value == 0x2029:
      throw .controlCharacter(value, at: here)
    case 0xFEFF: throw .byteOrderMark(at: here)
    case 0xFFFE, 0xFFFF: throw .controlCharacter(Unicode.UTF8.decode(encoded).value, at: here)
    default: return encoded.count
    }
  }
}
