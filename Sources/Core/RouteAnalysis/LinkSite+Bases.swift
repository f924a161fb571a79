package import Languages
package import Links
package import RouteProofs

extension LinkSite {
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
