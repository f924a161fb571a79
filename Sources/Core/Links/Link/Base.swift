public import Diagnostics

/// What precedes the path in a whole link: `cinema://`, `https://cinema.example/app`,
/// `https://*.cinema.example`, `https://cinema.example/app#/x` (docs/route-files.md).
///
/// Bases are equal when they cover the same links: the case of scheme and host and an explicit
/// default port make no difference.
public struct Base: Hashable, Sendable {
  /// The parsed base. A class, so that lookups retain one object and none of its arrays.
  package final class Shape: Hashable, Sendable {
    package let scheme: [UInt8]
    /// The host in lower case, without `*.`; empty for a custom scheme.
    package let host: [UInt8]
    /// Whether one or more labels precede the host.
    package let isWildcard: Bool
    /// The port; `nil` if it is absent or the scheme's default.
    package let port: Int?
    /// The decoded segments that precede every path.
    package let prefix: [[UInt8]]
    /// For a base with routes in the fragment: the segments that precede every path there.
    package let fragmentPrefix: [[UInt8]]?

    convenience init(_ link: Link, isWildcard: Bool, fragmentPrefix: [[UInt8]]?) {
      self.init(
        scheme: link.bytes[..<link.schemeEnd].map(\.folded),
        host: link.bytes[link.host].map(\.folded), port: link.port, prefix: link.texts,
        fragmentPrefix: fragmentPrefix, isWildcard: isWildcard)
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
  ///     and an optional `#` or `#/…`.
  ///   - position: The place of the text, for the error.
  /// - Throws: `PatternError.base`.
  public init(_ text: String, at position: SourcePosition? = nil) throws(PatternError) {
    func fault(_ fault: PatternError.BaseFault) -> PatternError {
      .base(fault, text: text, at: position)
    }
    var bytes = Array(text.utf8.prefix(Limits.linkBytesMax + 1))
    let isWildcard = Self.removeWildcard(from: &bytes)
    let link: Link
    do { link = try Link(bytes: bytes) } catch { throw fault(.link(error)) }
    guard link.isHierarchical else { throw fault(.noScheme) }
    guard link.isWeb || !isWildcard else { throw fault(.wildcard) }
    guard link.queryRange == nil else { throw fault(.query) }
    self.text = text
    shape = Shape(
      link, isWildcard: isWildcard, fragmentPrefix: try Self.fragmentPrefix(of: link, fault))
  }

  private static func fragmentPrefix(
    of link: Link, _ fault: (PatternError.BaseFault) -> PatternError
  ) throws(PatternError) -> [[UInt8]]? {
    guard let fragment = link.fragment else { return nil }
    guard !fragment.isEmpty else { return [] }
    guard link.bytes[fragment.lowerBound] == UInt8(ascii: "/") else { throw fault(.fragment) }
    let inner: Link
    do { inner = try Link(bytes: link.bytes[fragment]) } catch { throw fault(.link(error)) }
    guard inner.queryRange == nil, inner.fragment == nil else { throw fault(.query) }
    return inner.texts
  }

  /// Removes `*.` after `://` and returns whether it was there.
  private static func removeWildcard(from bytes: inout [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let wanted = Array("://*.".utf8)
    guard bytes[colon...].starts(with: wanted) else { return false }
    bytes.removeSubrange((colon + 3)..<(colon + 5))
    return true
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
    guard link.isHierarchical, covers(authorityOf: link) else { return nil }
    guard starts(link, with: prefix) else { return nil }
    guard let fragmentPrefix else { return LinkPath(link: link, first: prefix.count) }
    guard let fragment = link.fragment, link.segments.count == prefix.count else { return nil }
    // An empty fragment is the root; one that does not begin with '/' is an anchor in a page.
    let inner = fragment.isEmpty ? try? Link("/") : try? Link(fragment: link.bytes[fragment])
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
