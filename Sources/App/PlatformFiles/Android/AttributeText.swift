import Diagnostics

/// The text that an attribute has in the app, after Gradle and the resource compiler.
struct AttributeText {
  /// The text, in UTF-8; `nil` if it depends on a resource or placeholder without a value.
  let bytes: [UInt8]?
  /// Whether a backslash was dropped that does not start an escape sequence.
  let hasDroppedBackslash: Bool

  init(_ value: [UInt8], _ substitutions: ManifestSubstitutions) {
    guard let text = Self.replacePlaceholders(in: value, substitutions.placeholders) else {
      self.init(bytes: nil)
      return
    }
    switch Self.reference(text) {
    case .some("@string"):
      self.init(bytes: substitutions.strings[TextBytes(Self.resourceName(text))])
    case .some: self.init(bytes: nil)
    case .none: self.init(unescaping: text)
    }
  }

  /// The names of the resource or the placeholders in an attribute.
  static func names(in value: [UInt8]) -> [String] {
    if reference(value) == "@string" { return [resourceName(value)] }
    var names: [String] = []
    var rest = value[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[start...].dropFirst()
      guard rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
        continue
      }
      names.append(String(decoding: rest[(start + 2)..<end], as: UTF8.self))
    }
    return names
  }

  /// The name of a resource that is referred to.
  private static func resourceName(_ reference: [UInt8]) -> String {
    String(decoding: trimmed(reference).split(separator: slash).last ?? [], as: UTF8.self)
  }

  private init(bytes: [UInt8]?, hasDroppedBackslash: Bool = false) {
    self.bytes = bytes
    self.hasDroppedBackslash = hasDroppedBackslash
  }

  /// Replaces each `${name}` by its value.
  ///
  /// - Returns: `nil` if one has none, or the text becomes too long.
  private static func replacePlaceholders(
    in value: [UInt8], _ placeholders: [TextBytes: [UInt8]]
  ) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = value[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      result += rest[..<start]
      rest = rest[start...]
      guard rest.starts(with: "${".utf8) else {
        result.append(rest.removeFirst())
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { break }
      let name = String(decoding: rest[(start + 2)..<end], as: UTF8.self)
      guard let text = placeholders[TextBytes(name)] else { return nil }
      result += text
      guard result.count <= ManifestLimits.valueBytesMax else { return nil }
      rest = rest[(end + 1)...]
    }
    return result + rest
  }

  /// The type of a reference: `@string` of `@string/host` and `@com.example:string/host`, `?` of
  /// `?attr/host`; `nil` for any other text.
  private static func reference(_ value: [UInt8]) -> String? {
    let text = trimmed(value)
    guard let mark = text.first, mark == UInt8(ascii: "@") || mark == UInt8(ascii: "?") else {
      return nil
    }
    let parts = text.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
    guard parts.count == 2, let type = parts.first?.split(separator: UInt8(ascii: ":")).last,
      !type.isEmpty, parts[1].allSatisfy(isNameByte), !parts[1].isEmpty
    else { return nil }
    guard mark == UInt8(ascii: "@") else { return "?" }
    return "@" + String(decoding: type, as: UTF8.self)
  }

  /// Replaces escape sequences: a backslash and `n`, `t`, `u` with four digits, or a mark, which
  /// loses its meaning. Any other backslash is dropped.
  private init(unescaping value: [UInt8]) {
    var result: [UInt8] = []
    var isDropped = false
    var rest = value[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let next = rest.popFirst() else {
        isDropped = true
        break
      }
      switch next {
      case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "u"):
        guard let scalar = scalar(rest.prefix(4)) else {
          isDropped = true
          result.append(next)
          continue
        }
        rest = rest.dropFirst(4)
        result += String(scalar).utf8
      default:
        if !"#@?\"'\\".utf8.contains(next) { isDropped = true }
        result.append(next)
      }
    }
    self.init(bytes: result, hasDroppedBackslash: isDropped)
  }
}

/// The scalar of four hexadecimal digits.
private func scalar(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
  guard digits.count == 4, digits.allSatisfy({ $0.hexValue != nil }) else { return nil }
  return UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap { Unicode.Scalar($0) }
}

private let slash = UInt8(ascii: "/")

private func isNameByte(_ byte: UInt8) -> Bool {
  byte >= 0x80 || byte.isLetterOrDigit || "_.".utf8.contains(byte)
}

/// A value without blanks at its ends.
func trimmed(_ value: [UInt8]) -> ArraySlice<UInt8> {
  let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || (9...13).contains(byte) }
  guard let first = value.firstIndex(where: { !isBlank($0) }),
    let last = value.lastIndex(where: { !isBlank($0) })
  else { return [] }
  return value[first...last]
}
