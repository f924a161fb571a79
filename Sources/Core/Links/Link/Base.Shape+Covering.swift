extension Base.Shape {
  /// The path of a link under this base: the link without the base's segments, or the link in its
  /// fragment; `nil` if the link is not under this base.
  package func path(of link: Link) -> LinkPath? {
    guard link.isHierarchical, covers(authorityOf: link) else { return nil }
    guard starts(link, with: prefix) else { return nil }
    guard let fragmentPrefix else { return LinkPath(link: link, first: prefix.count) }
    guard let fragment = link.fragment, link.segments.count == prefix.count else { return nil }
    // An empty fragment is the root; one that does not begin with '/' is an anchor in a page.
    let inner = fragment.isEmpty ? try? Link("/") : try? Link(bytes: link.bytes[fragment])
    guard let inner, inner.schemeEnd == 0, starts(inner, with: fragmentPrefix) else { return nil }
    return LinkPath(link: inner, first: fragmentPrefix.count)
  }

  private func covers(authorityOf link: Link) -> Bool {
    guard link.schemeEnd == scheme.count, link.port == port else { return false }
    for index in scheme.indices where link.bytes[index].folded != scheme[index] { return false }
    let given = link.host
    guard isWildcard else { return given.count == host.count && ends(given, of: link) }
    // One label or more, then a dot, then the host.
    let dot = given.upperBound - host.count - 1
    guard dot > given.lowerBound, link.bytes[dot] == UInt8(ascii: "."),
      link.bytes[given.lowerBound] != UInt8(ascii: ".")
    else { return false }
    return ends(given, of: link)
  }

  /// Whether the link's host ends in the base's host.
  private func ends(_ given: Range<Int>, of link: Link) -> Bool {
    let start = given.upperBound - host.count
    for index in host.indices where link.bytes[start + index].folded != host[index] { return false }
    return true
  }

  private func starts(_ link: Link, with prefix: [[UInt8]]) -> Bool {
    guard link.segments.count >= prefix.count else { return false }
    for (segment, wanted) in zip(link.segments, prefix) {
      guard link.decoded[segment.range].elementsEqual(wanted) else { return false }
    }
    return true
  }

  /// Whether this base is tried before another that covers the same link: exact host, then longer
  /// host, then longer prefix, then fragment, then longer prefix in the fragment.
  func isMoreSpecific(than other: Base.Shape) -> Bool {
    specificity.lexicographicallyPrecedes(other.specificity) { $0 > $1 }
  }

  private var specificity: [Int] {
    [
      isWildcard ? 0 : 1, host.count, prefix.count, fragmentPrefix == nil ? 0 : 1,
      fragmentPrefix?.count ?? 0,
    ]
  }
}
