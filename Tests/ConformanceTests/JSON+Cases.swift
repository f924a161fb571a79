import JSONCodec

extension JSON {
  /// A value as it would stand in a link: the pieces of a list with slashes between them; `nil` for
  /// `null`.
  var linkText: String? {
    switch self {
    case .null, .object: nil
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .number(let number): number.text
    case .string(let text): text
    case .array(let pieces): pieces.map { $0.linkText ?? "" }.joined(separator: "/")
    }
  }

  /// The text of a key, or a fault that names it.
  func text(_ key: String) throws -> String {
    guard let text = self[key]?.stringValue else { throw CorpusFault("a row without '\(key)'") }
    return text
  }

  /// The list of a key, or a fault that names it.
  func list(_ key: String) throws -> [JSON] {
    guard let list = self[key]?.arrayValue else { throw CorpusFault("a row without '\(key)'") }
    return list
  }

  /// Whether an option of a row is on; `nil` if it is not given.
  func option(_ name: String) -> Bool? { self["options"]?[name]?.boolValue }
}
