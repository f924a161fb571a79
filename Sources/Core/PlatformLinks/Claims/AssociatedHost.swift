/// A host, or the hosts with one or more labels ahead of it, for which a website's files speak.
package struct AssociatedHost: Sendable, Hashable {
  /// In lower case.
  package let host: [UInt8]
  /// Whether one or more labels precede the host.
  package let isWildcard: Bool

  /// A host, in any case; empty with `isWildcard` for any host.
  package init(_ host: [UInt8], isWildcard: Bool = false) {
    self.host = host.map(lowercase)
    self.isWildcard = isWildcard
  }

  /// Whether a host, in lower case, is one of these.
  package func covers(_ other: [UInt8]) -> Bool {
    guard isWildcard else { return other == host }
    guard !host.isEmpty else { return !other.isEmpty }
    return other.count > host.count + 1 && other.suffix(host.count) == host[...]
      && other[other.count - host.count - 1] == UInt8(ascii: ".")
  }
}
