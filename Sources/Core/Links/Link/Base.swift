public import Diagnostics

/// What precedes the path in a whole link: `cinema://`, `https://cinema.example/app`,
/// `https://*.cinema.example`, `https://*`, `https://cinema.example/app#/x`, or anything: `*`
/// (docs/route-files.md).
///
/// Bases are equal when they cover the same links: the case of scheme and host and an explicit
/// default port make no difference.
public struct Base: Hashable, Sendable {
  /// The parsed base. A class, so that lookups retain one object and none of its arrays.
  package final class Shape: Hashable, Sendable {
    /// The scheme in lower case; empty for any scheme.
    package let scheme: [UInt8]
    /// The host in lower case, without `*.`; empty for a custom scheme and for any host.
    package let host: [UInt8]
    /// Whether one or more labels precede the host, or are all of it.
    package let isWildcard: Bool
    /// The port; `nil` if it is absent or the scheme's default.
    package let port: Int?
    /// The decoded segments that precede every path.
    package let prefix: [[UInt8]]
    /// For a base with routes in the fragment: the segments that precede every path there.
    package let fragmentPrefix: [[UInt8]]?

    fileprivate convenience init(_ link: Link, _ wildcard: Wildcard?, fragmentPrefix: [[UInt8]]?) {
      let isAny = wildcard == .host
      self.init(
        scheme: link.bytes[..<link.schemeEnd].map { $0.folded },
        host: isAny ? [] : link.bytes[link.host].map { $0.folded }, port: link.port,
        prefix: Array(link.texts.dropFirst(isAny && !link.isWeb ? 1 : 0)),
        fragmentPrefix: fragmentPrefix, isWildcard: wildcard != nil)
    }

    /// A base from parts in normal form.
    package init(
      scheme: [UInt8], host: [UInt8], port: Int?, prefix: [[UInt8]], fragmentPrefix: [[UInt8]]?,
      isWildcard: Bool = false
    ) {
      self.scheme = scheme
      self.host = host
      self.isWildcard = isWildcard
      self.port = port
      self.prefix = prefix
      self.fragmentPrefix = fragmentPrefix
    }

    package static func == (left: Shape, right: Shape) -> Bool {
      left.scheme == right.scheme && left.host == right.host && left.isWildcard == right.isWildcard
        && left.port == right.port && left.prefix == right.prefix
        && left.fragmentPrefix == right.fragmentPrefix
    }

    package var isAnyHost: Bool { isWildcard && host.isEmpty }

    /// Whether links of other apps are covered too: of any host of http or https, or all.
    package var isOpen: Bool { isAnyHost && (scheme.isEmpty || isWeb) }

    /// Whether it names a host of http or https.
    package var isWebHost: Bool { isWeb && !isAnyHost }

    private var isWeb: Bool {
      scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8)
    }

    /// Whether the host is the first segment of links with a custom scheme, and precedes the path.
    package var skipsSegment: Bool { isAnyHost && !isWeb }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(scheme)
      hasher.combine(host)
      hasher.combine(isWildcard)
      hasher.combine(port)
      hasher.combine(prefix)
      hasher.combine(fragmentPrefix)
    }
  }

  /// The text as given.
  public let text: String
  package let shape: Shape

  /// Reads a base.
  ///
  /// - Parameters:
  ///   - text: A scheme, `://`, for http and https a host with an optional port, optional segments,
  ///     and an optional `#` or `#/…`; or `*`.
  ///   - position: The place of the text, for the error.
  /// - Throws: A diagnostic `base/syntax`.
  public init(_ text: String, at position: SourcePosition? = nil) throws(Diagnostic) {
    func fault(_ fault: PatternFault) -> Diagnostic {
      .base(fault, text: text, at: position)
    }
    guard !sameBytes(text, "*") else {
      self.text = text
      shape = Shape(
        scheme: [], host: [], port: nil, prefix: [], fragmentPrefix: nil, isWildcard: true)
      return
    }
    var bytes = Array(text.utf8.prefix(Limits.linkBytesMax + 1))
    let wildcard = Self.removeWildcard(from: &bytes)
    let link: Link
    do { link = try Link(bytes: bytes) } catch { throw fault(.link(error)) }
    guard link.isHierarchical else { throw fault(.noScheme) }
    if !link.isWeb, wildcard != nil {
      // In a custom scheme the host is the first segment; `*:80` would be another.
      guard wildcard == .host, link.fragment == nil,
        link.texts.first?.elementsEqual([Self.anyHost]) ?? false
      else { throw fault(.wildcard) }
    }
    guard link.queryRange == nil else { throw fault(.query) }
    self.text = text
    shape = Shape(link, wildcard, fragmentPrefix: try Self.fragmentPrefix(of: link, fault))
  }

  /// What `*` matches.
  fileprivate enum Wildcard { case labels, host }

  /// A host in place of `*`, to read the rest of the base as a link.
  private static let anyHost = UInt8(ascii: "a")

  private static func fragmentPrefix(
    of link: Link, _ fault: (PatternFault) -> Diagnostic
  ) throws(Diagnostic) -> [[UInt8]]? {
    guard let fragment = link.fragment else { return nil }
    guard !fragment.isEmpty else { return [] }
    guard link.bytes[fragment.lowerBound] == UInt8(ascii: "/") else { throw fault(.fragment) }
    let inner: Link
    do { inner = try Link(bytes: link.bytes[fragment]) } catch { throw fault(.link(error)) }
    guard inner.queryRange == nil, inner.fragment == nil else { throw fault(.query) }
    return inner.texts
  }

  /// Removes `*.` after `://`, or replaces a `*` that is the whole host.
  private static func removeWildcard(from bytes: inout [UInt8]) -> Wildcard? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://*".utf8)
    else { return nil }
    let star = colon + 3
    switch bytes.dropFirst(star + 1).first {
    case UInt8(ascii: "."):
      bytes.removeSubrange(star...(star + 1))
      return .labels
    case nil, UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "#"):
      bytes[star] = anyHost
      return .host
    default: return nil
    }
  }

  /// Whether the two cover the same links.
  public static func == (left: Self, right: Self) -> Bool { left.shape == right.shape }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(shape) }
}

extension Base.Shape {
  /// The path of a link under this base: the link without the base's segments, or the link in its
  /// fragment; `nil` if the link is not under this base.
  package func path(of link: Link) -> LinkPath? {
    guard link.isHierarchical || scheme.isEmpty, covers(authorityOf: link) else { return nil }
    let first = skipsSegment && link.hasAuthoritySegment ? 1 : 0
    guard starts(link, with: prefix, from: first) else { return nil }
    guard let fragmentPrefix else { return LinkPath(link: link, first: first + prefix.count) }
    guard let fragment = link.fragment, link.segments.count == prefix.count else { return nil }
    // An empty fragment is the root; one that does not begin with '/' is an anchor in a page.
    let inner = fragment.isEmpty ? try? Link("/") : try? Link(fragment: link.bytes[fragment])
    guard let inner, inner.schemeEnd == 0, starts(inner, with: fragmentPrefix) else { return nil }
    return LinkPath(link: inner, first: fragmentPrefix.count)
  }

  private func covers(authorityOf link: Link) -> Bool {
    guard !scheme.isEmpty else { return link.schemeEnd > 0 }
    guard link.schemeEnd == scheme.count, link.port == port else { return false }
    for index in scheme.indices where link.bytes[index].folded != scheme[index] { return false }
    let given = link.host
    guard !isAnyHost else {
      // A path begins where the host would, if there is none.
      let start = link.isWeb ? given.lowerBound : link.path.lowerBound
      return (link.isWeb || link.hasAuthoritySegment) && link.bytes[start] != UInt8(ascii: ".")
    }
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

  private func starts(_ link: Link, with prefix: [[UInt8]], from first: Int = 0) -> Bool {
    guard link.segments.count >= first + prefix.count else { return false }
    for (segment, wanted) in zip(link.segments[first...], prefix) {
      guard link.decoded[segment.range].elementsEqual(wanted) else { return false }
    }
    return true
  }

  /// Whether this base is tried before another that covers the same link: exact host, then longer
  /// host, then a scheme, then longer prefix, then fragment, then longer prefix in the fragment.
  func isMoreSpecific(than other: Base.Shape) -> Bool {
    specificity.lexicographicallyPrecedes(other.specificity) { $0 > $1 }
  }

  private var specificity: [Int] {
    [
      isWildcard ? 0 : 1, host.count, scheme.isEmpty ? 0 : 1, prefix.count,
      fragmentPrefix == nil ? 0 : 1, fragmentPrefix?.count ?? 0,
    ]
  }
}
