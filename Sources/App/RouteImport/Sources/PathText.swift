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

  init(_ text: String) {
    (base, path) = Self.split(text)
    path = replaceParameters(in: path)
  }

  /// A URL as base and path; a path without a slash at its start gets one.
  static func split(_ text: String) -> (base: String?, path: String) {
    guard let mark = text.firstRange(of: "://"),
      !text[..<mark.lowerBound].utf8.contains(UInt8(ascii: "/"))
    else { return (nil, text.utf8.first == UInt8(ascii: "/") ? text : "/" + text) }
    let scheme = text[..<mark.lowerBound].lowercased()
    let rest = text[mark.upperBound...]
    guard scheme == "http" || scheme == "https" else {
      return (scheme + "://", rest.utf8.first == UInt8(ascii: "/") ? String(rest) : "/" + rest)
    }
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let path = String(rest[end...])
    return (
      "\(scheme)://\(rest[..<end])", path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
    )
  }

  /// `{id}` and `<int:id>` as `:id`.
  private mutating func replaceParameters(in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "<" }) {
      let closing: Character = rest[open] == "{" ? "}" : ">"
      let inside = rest.index(after: open)
      guard let close = rest[inside...].firstIndex(of: closing) else { break }
      result += rest[..<open]
      let words = rest[inside..<close].split(separator: ":", omittingEmptySubsequences: false)
      let after = rest.index(after: close)
      let isRest = words.count == 2 && words[0] == "path"
      if let name = words.last, words.count <= (closing == ">" ? 2 : 1), isParameterName(name) {
        result += ":" + name + (isRest ? "+" : "")
        let types = ["int": "int", "float": "number", "uuid": "uuid"]
        if words.count == 2, let type = types[String(words[0])] {
          self.types.append((String(name), type))
        }
      } else {
        result += rest[open..<after]
      }
      rest = rest[after...]
    }
    return result + rest
  }
}

/// Whether a text is a parameter's name in a pattern: letters, digits and `_`, no digit first.
func isParameterName(_ text: some StringProtocol) -> Bool {
  guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
  return text.utf8.allSatisfy { byte in
    byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(asciiLowercase(byte))
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

/// A type as route files write it; `nil` for any other text.
func valueType(_ text: String) -> (type: ValueType, isOptional: Bool)? {
  (try? TypeText.read(text)) ?? nil
}
