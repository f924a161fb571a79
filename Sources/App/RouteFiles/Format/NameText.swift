import Diagnostics

package enum NameText {
  /// Names of plugins, gates, coordinators, screens, routes and taps: `[A-Za-z][A-Za-z0-9_-]*`, at
  /// most `FileLimits.nameBytesMax` bytes.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLetter, isShort(text) else { return false }
    return text.utf8.allSatisfy { $0.isLetterOrDigit || isMark($0) }
  }

  /// Names of parameters: letters of any script, also starting with `_`, or all digits for an
  /// unnamed wildcard.
  static func isParameterName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isShort(text) else { return false }
    if text.utf8.allSatisfy({ $0.isDigit }) { return true }
    let scalars = text.unicodeScalars
    return (isWideLetter(first) || first == "_")
      && scalars.allSatisfy { scalar in
        guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else {
          return isWideLetter(scalar)
        }
        return byte.isLetterOrDigit || isMark(byte)
      }
  }

  /// Names of environment variables: `[A-Za-z_][A-Za-z0-9_]*` (POSIX).
  static func isVariableName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !first.isDigit else { return false }
    return text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }

  private static func isShort(_ text: String) -> Bool {
    text.utf8.count <= FileLimits.nameBytesMax
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private static func isWideLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? UInt8(scalar.value).isLetter : scalar.properties.isAlphabetic
  }
}
