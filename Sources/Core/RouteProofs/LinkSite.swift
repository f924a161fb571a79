import Links

/// Where links begin: a scheme, a host and a port, perhaps with the path before a fragment; or
/// nowhere, for a path from inside. Links that begin alike are covered by the same bases.
struct LinkSite {
  /// A base that covers the site.
  struct Entrance: Hashable {
    /// Of the table; nil for a path from inside.
    let base: Int?
    /// The segments that precede every path.
    let prefix: [[UInt8]]

    /// All that precedes a path, as an expression.
    var expression: Expression {
      .sequence(prefix.map { .literal([separator] + $0.map { Symbol($0) }) })
    }
  }

  /// What links of the site look like; nil for a path from inside.
  let shape: Base.Shape?

  static let inside = LinkSite(shape: nil)

  /// The sites that bases tell apart, each once.
  static func all(under bases: [Base]) -> [LinkSite] {
    let shapes = bases.map(\.shape)
    var found: [LinkSite] = [.inside]
    for shape in shapes {
      let host = shape.isWildcard ? label(of: shape, beside: shapes) + shape.host : shape.host
      let prefix = shape.fragmentPrefix == nil ? [] : shape.prefix
      let site = Base.Shape(
        scheme: shape.scheme, host: host, port: shape.port, prefix: prefix,
        fragmentPrefix: shape.fragmentPrefix.map { _ in [] })
      if !found.contains(where: { $0.shape == site }) { found.append(LinkSite(shape: site)) }
    }
    return found
  }

  /// A label that no base names, for one that takes any.
  private static func label(of shape: Base.Shape, beside others: [Base.Shape]) -> [UInt8] {
    for number in 0...others.count {
      let label = Array((number == 0 ? "www." : "www\(number).").utf8)
      let host = label + shape.host
      let isTaken = others.contains { other in
        other.host.count > shape.host.count && host.suffix(other.host.count) == other.host[...]
      }
      if !isTaken { return label }
    }
    return Array("www.".utf8)
  }

  /// The bases of a table that cover the site, the first to be tried first.
  func entrances(of table: RouteTable) -> [Entrance] {
    guard let shape else { return [Entrance(base: nil, prefix: [])] }
    return table.basesBySpecificity.compactMap { base in
      let own = table.bases[base].shape
      guard own.covers(hostOf: shape) else { return nil }
      guard let fragmentPrefix = own.fragmentPrefix else {
        return shape.fragmentPrefix == nil ? Entrance(base: base, prefix: own.prefix) : nil
      }
      guard shape.fragmentPrefix != nil, own.prefix == shape.prefix else { return nil }
      return Entrance(base: base, prefix: fragmentPrefix)
    }
  }

  /// A link of the site.
  func link(_ path: [Symbol], _ items: [QueryItem]) -> String {
    let path = SymbolText.path(path)
    let query = SymbolText.query(items)
    return shape?.link(path: path, query: query) ?? path + query
  }

  /// The link without its fragment, which bases without one cover, too; nil where there is none.
  var outer: String? {
    guard let shape, shape.fragmentPrefix != nil else { return nil }
    let path = SymbolText.path(shape.prefix.flatMap { [separator] + $0.map { Symbol($0) } })
    return Base.Shape(
      scheme: shape.scheme, host: shape.host, port: shape.port, prefix: [], fragmentPrefix: nil
    ).link(path: path, query: "")
  }
}

extension Base.Shape {
  fileprivate func covers(hostOf site: Base.Shape) -> Bool {
    guard scheme == site.scheme, port == site.port else { return false }
    guard isWildcard else { return host == site.host }
    return site.host.count > host.count + 1 && site.host.suffix(host.count) == host[...]
      && site.host[site.host.count - host.count - 1] == UInt8(ascii: ".")
  }
}
