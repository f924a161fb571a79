import JSONCodec

extension JSON {
  /// A value as it appears in a link, with the items of a list joined by slashes; `nil` for `null`.
  var linkText: String? {
    switch self {
    case .null, .object, .written: nil
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .number(let number): number.text
    case .string(let text): text
    case .array(let pieces): pieces.map { $0.linkText ?? "" }.joined(separator: "/")
    }
  }

  /// The text of a key; throws a fault that names the key if there is none.
  func text(_ key: String) throws -> String {
    guard let text = self[key]?.stringValue else { throw CorpusFault("a row without '\(key)'") }
    return text
  }

  /// The list of a key; throws a fault that names the key if there is none.
  func list(_ key: String) throws -> [JSON] {
    guard let list = self[key]?.arrayValue else { throw CorpusFault("a row without '\(key)'") }
    return list
  }

  /// Whether an option of a row is on; `nil` if absent.
  func option(_ name: String) -> Bool? { self["options"]?[name]?.boolValue }
}
