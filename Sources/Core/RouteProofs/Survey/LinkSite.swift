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

  /// The sites that some bases distinguish, each once.
  package static func all(under bases: [Base]) -> [LinkSite] {
    let shapes = bases.map { $0.shape }
    var found: [LinkSite] = [.inside]
    for shape in shapes {
      // The host of a custom scheme is part of the path.
      let hasLabel = shape.isWildcard && !shape.skipsSegment
      let host = (hasLabel ? Array(shape.freeLabel(among: shapes).utf8) : []) + shape.host
      let prefix = shape.fragmentPrefix == nil ? [] : shape.prefix
      let site = Base.Shape(
        scheme: shape.scheme.isEmpty ? Array(Base.Shape.sampleScheme.utf8) : shape.scheme,
        host: host, port: shape.port, prefix: prefix,
        fragmentPrefix: shape.fragmentPrefix.map { _ in [] })
      if !found.contains(where: { $0.shape == site }) { found.append(LinkSite(shape: site)) }
    }
    return found
  }

  /// The bases of a table that cover the site, in the order they are tried.
  package func mounts(of table: RouteTable) -> [Mount] {
    guard let shape else { return [Mount(base: nil, prefix: [])] }
    return table.basesBySpecificity.compactMap { base in
      let own = table.bases[base].shape
      guard own.covers(hostOf: shape) else { return nil }
      guard let fragmentPrefix = own.fragmentPrefix else {
        return shape.fragmentPrefix == nil
          ? Mount(
            base: base, prefix: own.prefix, skipsSegment: own.isAnyHost && shape.host.isEmpty) : nil
      }
      guard shape.fragmentPrefix != nil, own.prefix == shape.prefix else { return nil }
      return Mount(base: base, prefix: fragmentPrefix)
    }
  }

  package func link(_ path: [Symbol], _ items: [QueryItem]) -> String {
    let path = SymbolText.path(path)
    let query = SymbolText.query(items)
    return shape?.link(path: path, query: query) ?? path + query
  }

  /// A link of the site without its fragment, which bases without a fragment also cover; nil if the
  /// site has none.
  package var outer: String? {
    guard let shape, shape.fragmentPrefix != nil else { return nil }
    let path = SymbolText.path(shape.prefix.flatMap { [separator] + $0.map { Symbol($0) } })
    return Base.Shape(
      scheme: shape.scheme, host: shape.host, port: shape.port, prefix: [], fragmentPrefix: nil
    ).link(path: path, query: "")
  }
}

extension Base.Shape {
  /// Text for this base's wildcard, so that no base with a longer host covers the link: a label and
  /// its dot, or a whole host.
  func freeLabel(among bases: [Base.Shape]) -> String {
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

  /// Whether links of a site are under this base, as far as scheme, host and port decide.
  package func covers(hostOf site: Base.Shape) -> Bool {
    guard !scheme.isEmpty else { return true }
    guard scheme == site.scheme, port == site.port else { return false }
    guard !isAnyHost else { return true }
    guard isWildcard else { return host == site.host }
    return site.host.count > host.count + 1 && site.host.suffix(host.count) == host[...]
      && site.host[site.host.count - host.count - 1] == UInt8(ascii: ".")
  }
}
