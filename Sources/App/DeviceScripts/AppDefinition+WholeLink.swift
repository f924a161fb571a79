import Diagnostics
import Links
import Navigation

extension AppDefinition {
  /// The link to send to a device: a path of the app under the first base that keeps its route,
  /// one with a custom scheme if there is one, since such links need no file of a website.
  /// - Returns: `nil` if the text has no scheme, or the app has no base for the path.
  func wholeLink(_ text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "/") else { return hasScheme(text) ? text : nil }
    let path = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let rest = String(decoding: text.utf8.dropFirst(path.count), as: UTF8.self)
    let bases = table.bases.map(\.shape).filter { !$0.isWildcard }
    let links = (bases.filter { !$0.isWeb } + bases.filter(\.isWeb)).map {
      $0.link(path: String(decoding: path, as: UTF8.self), query: rest)
    }
    guard let opened = match(text) else { return links.first }
    return links.first { link in
      guard let found = match(link) else { return false }
      return found.route == opened.route && found.values.elementsEqual(opened.values, by: sameBytes)
    }
  }

  private func match(_ text: String) -> RouteMatch? {
    guard let link = try? Link(text) else { return nil }
    return try? table.match(link)
  }
}

extension Base.Shape {
  fileprivate var isWeb: Bool { !host.isEmpty }
}

/// Whether a text begins with a scheme and its colon (RFC 3986 §3.1).
private func hasScheme(_ text: String) -> Bool {
  guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
  let scheme = text.utf8[..<colon]
  return scheme.first.map { $0.isLetter } ?? false
    && scheme.allSatisfy { $0.isInScheme }
}
