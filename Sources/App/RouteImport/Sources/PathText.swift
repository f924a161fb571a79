import Diagnostics
import Links
import Navigation
import RouteFiles

/// A path or URL of a source, with parameters as `:name`, `{name}` or `<type:name>`.
///
///     movies/{id}                        → /movies/:id
///     https://shop.example/items/<int:id> → /items/:id, id is int, base https://shop.example
///     shop://items/:id                   → /items/:id, base shop://
struct PathText {
  /// The base of a URL; `nil` for a path.
  private(set) var base: String?
  /// The path as a pattern of a route file.
  private(set) var path: String
  /// The types that the path names, by parameter.
  private(set) var types: [(name: String, type: String)] = []
  /// The parameters with other names than in the text.
  private(set) var renamed: [(old: String, new: String)] = []

  init(_ text: String) {
    (base, path) = Self.split(text)
    path = replaceParameters(in: path)
  }

  /// A URL as base and path; a path without a slash at its start gets one.
  static func split(_ text: String) -> (base: String?, path: String) {
    let bytes = Array(text.utf8)
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") && $0 != slash }
    guard bytes.dropFirst(scheme.count).starts(with: "://".utf8) else {
      return (nil, rooted(bytes[...]))
    }
    let name = String(decoding: scheme.map { $0.folded }, as: UTF8.self)
    let rest = bytes.dropFirst(scheme.count + 3)
    guard name == "http" || name == "https" else { return (name + "://", rooted(rest)) }
    let host = rest.prefix { !"/?#".utf8.contains($0) }
    return (
      "\(name)://" + String(decoding: host, as: UTF8.self), rooted(rest.dropFirst(host.count))
    )
  }

  private static func rooted(_ path: ArraySlice<UInt8>) -> String {
    (path.first == slash ? "" : "/") + String(decoding: path, as: UTF8.self)
  }

  /// `{id}` and `<int:id>` as `:id`.
  private mutating func replaceParameters(in text: String) -> String {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let open = rest.firstIndex(where: { "{<".utf8.contains($0) }) {
      let closing = rest[open] == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ">")
      guard let close = rest[open...].firstIndex(of: closing) else { break }
      result += rest[..<open]
      let words = rest[(open + 1)..<close].split(
        separator: UInt8(ascii: ":"), omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      let wordsMax = closing == UInt8(ascii: ">") ? 2 : 1
      // A group of a pattern has a modifier.
      let isGroup = rest[(close + 1)...].first.map { "?+*".utf8.contains($0) } ?? false
      if let old = words.last, words.count <= wordsMax,
        isParameterName(old) || !isGroup && Self.isForeignName(old)
      {
        let type = words.count == 2 ? words[0] : ""
        let name = parameterName(for: old)
        if !sameBytes(name, old) { renamed.append((old, name)) }
        result += ":\(name)\(type == "path" ? "+" : "")".utf8
        if let type = Self.types[type] { types.append((name, type)) }
      } else {
        result += rest[open...close]
      }
      rest = rest[(close + 1)...]
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  /// Whether a text is a name such as `item-id`, which a pattern cannot contain.
  private static func isForeignName(_ text: String) -> Bool {
    isParameterName(String(text.unicodeScalars.prefix(1)))
      && !text.utf8.contains { "/,()\\".utf8.contains($0) }
  }

  private static let types = ["int": "int", "float": "number", "uuid": "uuid"]
}

private let slash = UInt8(ascii: "/")

/// The segments of a path, without empty ones.
func pathSegments(_ path: String) -> [String] {
  path.utf8.split(separator: slash).map { String(decoding: $0, as: UTF8.self) }
}

/// A text that means itself in a redirect.
func literalTarget(_ text: String) -> String {
  text.replacingBytes("\\", with: "\\\\").replacingBytes(":", with: "\\:")
}

/// Whether a text is a parameter's name in a pattern: letters of any script, digits and `_`, no
/// digit first.
func isParameterName(_ text: some StringProtocol) -> Bool {
  guard let first = text.unicodeScalars.first, first == "_" || first.properties.isIDStart else {
    return false
  }
  return text.unicodeScalars.allSatisfy { scalar in
    scalar.isASCII
      ? scalar == "_" || UInt8(truncatingIfNeeded: scalar.value).isLetterOrDigit
      : scalar.properties.isAlphabetic && scalar.properties.isIDContinue
  }
}

extension PathText {
  /// The types as parameters of a route.
  func parameters(at position: SourcePosition?) -> [(name: Located<String>, type: ValueType)] {
    types.compactMap { name, type in
      valueType(type).map { (Located(name, at: position), $0.type) }
    }
  }
}

/// A type as route files write it, without `!`; `nil` for any other text.
func valueType(_ text: String) -> (type: ValueType, isOptional: Bool)? {
  guard let read = (try? TypeText.read(text)) ?? nil, !read.ignoresMisfits else { return nil }
  return (read.type, read.isOptional)
}
