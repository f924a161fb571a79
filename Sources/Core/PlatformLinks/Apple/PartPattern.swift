import Languages

/// A pattern, and how a part of a link is read before it is compared.
public struct PartPattern: Hashable, Sendable {
  /// The pattern.
  public let glob: Glob
  /// Whether `%` and two hexadecimal digits are read as the byte they encode; a `%` without them is
  /// literal. Otherwise the part is compared as written.
  public let isDecoded: Bool
  /// Whether slashes at both ends of the part do not count, once it is decoded.
  public let trimsSlashes: Bool
  /// The pattern as its file writes it; `nil` if it comes from no file.
  let text: [UInt8]?

  /// A pattern for a part.
  public init(
    _ glob: Glob, isDecoded: Bool, trimsSlashes: Bool = false, text: [UInt8]? = nil
  ) {
    self.text = text
    self.glob = glob
    self.isDecoded = isDecoded
    self.trimsSlashes = trimsSlashes
  }

  /// Whether the pattern matches a part of a link, as written in the link.
  public func matches(_ part: [UInt8]) -> Bool {
    guard mayMatch(part) else { return false }
    return PartMachine(self).matches(part)
  }

  /// False if the part differs from the literal bytes at the start of the pattern, which is found
  /// without building a machine.
  private func mayMatch(_ part: [UInt8]) -> Bool {
    var rest = part[...]
    if trimsSlashes { rest = rest.drop { $0 == UInt8(ascii: "/") } }
    for element in glob.elements {
      let next = rest.popFirst()
      // An escape is decoded by the machine; a slash at an end can be one, too.
      if isDecoded, next == UInt8(ascii: "%") { return true }
      switch element {
      case .byte(let wanted): guard next == wanted else { return false }
      case .bytes(let wanted): guard let next, wanted.contains(next) else { return false }
      case .any, .run, .oneOf: return true
      }
    }
    return true
  }
}
