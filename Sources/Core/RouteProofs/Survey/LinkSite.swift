package import Languages
package import Links

/// The beginning of links: a scheme, a host and a port, sometimes the path before a fragment; empty
/// for in-app paths. Links of the same site are covered by the same bases.
package struct LinkSite {
  /// A base that covers the site.
  package struct Mount: Hashable {
    /// An index into the table's bases; nil for in-app paths.
    package let base: Int?
    /// The segments before every path.
    package let prefix: [[UInt8]]
    /// Whether any one segment, the host, precedes these.
    package var skipsSegment = false

    /// The mount of a base.
    package init(base: Int?, prefix: [[UInt8]], skipsSegment: Bool = false) {
      self.base = base
      self.prefix = prefix
      self.skipsSegment = skipsSegment
    }

    /// The segments ahead of every path.
    package var expression: Expression {
      let segment = Expression.sequence([
        .symbols(SymbolSet(separator)), ValueType.string.expression(inPath: true),
      ])
      return .sequence(
        (skipsSegment ? [segment] : [])
          + prefix.map { .literal([separator] + $0.map { Symbol($0) }) })
    }

    /// Whether no segments precede a path.
    package var isEmpty: Bool { prefix.isEmpty && !skipsSegment }

    /// False if no path under it begins with these symbols, or is the beginning of them.
    package func mayMeet(_ begin: [Symbol]) -> Bool {
      guard !skipsSegment else { return true }
      var rest = begin[...]
      for segment in prefix {
        guard let mark = rest.popFirst() else { return true }
        guard mark == separator else { return false }
        for byte in segment {
          guard let next = rest.popFirst() else { return true }
          guard next == Symbol(byte) else { return false }
        }
      }
      return true
    }

    package func precedesSame(as other: Mount) -> Bool {
      prefix == other.prefix && skipsSegment == other.skipsSegment
    }
  }

  /// The form of the site's links; nil for in-app paths.
  package let shape: Base.Shape?

  package static let inside = LinkSite(shape: nil)

  /// Creates a site.
  package init(shape: Base.Shape?) { self.shape = shape }
}

extension Base.Shape {
  /// Text for this base's wildcard, so that no base with a longer host covers the link: a label and
  /// its dot, or a whole host.
  package func freeLabel(among bases: [Base.Shape]) -> String {
    guard !host.isEmpty else {
      let hosts = ["host"] + (1...max(1, bases.count)).map { "host\($0)" }
      let taken = bases.flatMap { [$0.host] + $0.prefix.prefix(1) }
      return hosts.first { host in !taken.contains { $0.elementsEqual(host.utf8) } } ?? "host"
    }
    let labels = ["www."] + (1...max(1, bases.count)).map { "www\($0)." }
    return labels.first { label in
      let host = Array(label.utf8) + self.host
      return !bases.contains { other in
        other.host.count > self.host.count && host.suffix(other.host.count) == other.host[...]
      }
    } ?? "www."
  }
}
