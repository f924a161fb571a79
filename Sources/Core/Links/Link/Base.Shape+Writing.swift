import Diagnostics
import Languages

extension Base.Shape {
  /// A whole link under this base.
  ///
  /// - Parameters:
  ///   - path: A path that begins with `/`, already encoded.
  ///   - query: Empty, or from the `?` on.
  ///   - labels: The labels in place of a host's wildcard, with a dot, or the whole host; otherwise
  ///     empty.
  package func link(path: String, query: String, labels: String = "") -> String {
    let scheme = scheme.isEmpty ? Self.sampleScheme : Links.text(of: scheme)
    let host = labels + Links.text(of: host)
    var result = scheme + "://" + host
    if let port { result += ":\(port)" }
    let start = SymbolText.path(Base.Shape.symbols(prefix))
    if let fragmentPrefix {
      let inner = SymbolText.path(Base.Shape.symbols(fragmentPrefix))
      return result + rooted(start, host) + "#" + Base.Shape.joined(inner, path) + query
    }
    return result + rooted(Base.Shape.joined(start, path), host) + query
  }

  /// The scheme of sample links under a base for any link.
  package static var sampleScheme: String { "any" }

  /// After a custom scheme, the first segment directly follows `://`.
  private func rooted(_ path: String, _ host: String) -> String {
    host.isEmpty ? String(decoding: path.utf8.dropFirst(), as: UTF8.self) : path
  }

  private static func joined(_ prefix: String, _ path: String) -> String {
    if sameBytes(prefix, "/") { return path }
    return sameBytes(path, "/") ? prefix : prefix + path
  }

  private static func symbols(_ segments: [[UInt8]]) -> [Symbol] {
    segments.flatMap { [separator] + $0.map { Symbol($0) } }
  }
}
