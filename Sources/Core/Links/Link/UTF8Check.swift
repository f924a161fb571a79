import Diagnostics

/// Checks a stream of bytes, one at a time, for invalid UTF-8 (Unicode 3.9, D92) and control
/// characters.
package struct UTF8Check: Hashable {
  package enum Verdict { case fine, controlCharacter, invalid }

  /// The number of continuation bytes still expected.
  private var due = 0
  /// The bounds of the next continuation byte.
  private var low: UInt8 = 0x80
  private var high: UInt8 = 0xBF
  /// Whether the lead byte was C2, which forms the C1 controls with the continuations 80…9F.
  private var mayBeControl = false

  package init() {}

  package var isComplete: Bool { due == 0 }

  /// Hashes all fields as one number, because searches hash often.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(
      UInt32(due) << 24 | UInt32(low) << 16 | UInt32(high) << 8 | (mayBeControl ? 1 : 0))
  }

  package mutating func take(_ byte: UInt8) -> Verdict {
    guard due > 0 else { return lead(byte) }
    guard byte >= low, byte <= high else { return .invalid }
    due -= 1
    low = 0x80
    high = 0xBF
    if mayBeControl {
      mayBeControl = false
      return byte < 0xA0 ? .controlCharacter : .fine
    }
    return .fine
  }

  private mutating func lead(_ byte: UInt8) -> Verdict {
    switch byte {
    case 0x00..<0x80: return byte.isControl ? .controlCharacter : .fine
    case 0xC2...0xDF: due = 1
    case 0xE0...0xEF: due = 2
    case 0xF0...0xF4: due = 3
    default: return .invalid
    }
    mayBeControl = byte == 0xC2
    if byte == 0xE0 { low = 0xA0 }  // shorter forms exist below
    if byte == 0xED { high = 0x9F }  // surrogates
    if byte == 0xF0 { low = 0x90 }
    if byte == 0xF4 { high = 0x8F }  // past U+10FFFF
    return .fine
  }
}
