/// The screens that one link has placed.
package struct Arrival: Hashable, Sendable {
  /// Where the link came from, after its redirects.
  package let source: Identifier<Source>
  /// Whether the user has agreed to open it.
  package let hasConsent: Bool
  /// The ids of the screens; some of them need not be in the tree.
  package let screens: Range<UInt64>
  /// The number of the transition after it.
  let sequence: UInt64
}
