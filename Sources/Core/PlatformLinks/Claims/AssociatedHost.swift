import Diagnostics

/// A host that a website's files cover, or all hosts with one or more labels ahead of it.
package struct AssociatedHost: Sendable, Hashable {
  /// In lower case.
  package let host: [UInt8]
  /// Whether one or more labels precede the host.
  package let isWildcard: Bool

  /// A host, in any case; empty with `isWildcard` for any host.
  package init(_ host: [UInt8], isWildcard: Bool = false) {
    self.host = host.map { $0.folded }
    self.isWildcard = isWildcard
  }

  /// A host such as `x.example`, or `*.x.example` for all hosts with more labels.
  package init(_ text: String) {
    let isWildcard = text.utf8.starts(with: "*.".utf8)
    self.init(Array(text.utf8.dropFirst(isWildcard ? 2 : 0)), isWildcard: isWildcard)
  }

  /// Whether a host, in lower case, is one of these.
  package func covers(_ other: [UInt8]) -> Bool {
    guard isWildcard else { return other == host }
    guard !host.isEmpty else { return !other.isEmpty }
    return other.count > host.count + 1 && other.suffix(host.count) == host[...]
      && other[other.count - host.count - 1] == UInt8(ascii: ".")
  }
}
