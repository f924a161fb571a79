/// A set of gates with one bit per gate, which limits a definition to `Limits.gatesMax` gates.
///
/// Every gate comes after the gates that it requires, so the first gate of a set is the one to ask
/// for first.
public struct GateSet: Hashable, Sendable {
  private var bits: UInt64 = 0

  /// The empty set.
  public init() {}

  /// Whether the set is empty.
  public var isEmpty: Bool { bits == 0 }
  /// The gate to ask for first.
  public var first: Identifier<Gate>? { isEmpty ? nil : Identifier(bits.trailingZeroBitCount) }

  /// Whether the set contains a gate.
  public func contains(_ gate: Identifier<Gate>) -> Bool { bits & GateSet.bit(gate) != 0 }
  /// Whether every gate of this set is in the other.
  public func isSubset(of other: Self) -> Bool { bits & ~other.bits == 0 }
  /// The gates of this set that are not in the other.
  public func subtracting(_ other: Self) -> Self { GateSet(bits: bits & ~other.bits) }
  /// The gates of either set.
  public func union(_ other: Self) -> Self { GateSet(bits: bits | other.bits) }
  /// The gates, in the order to ask for them.
  public var members: [Identifier<Gate>] {
    (0..<Limits.gatesMax).map { Identifier($0) }.filter(contains)
  }

  mutating func insert(_ gate: Identifier<Gate>) { bits |= GateSet.bit(gate) }
  mutating func remove(_ gate: Identifier<Gate>) { bits &= ~GateSet.bit(gate) }

  private init(bits: UInt64) { self.bits = bits }
  private static func bit(_ gate: Identifier<Gate>) -> UInt64 { 1 << UInt64(gate.index & 63) }
}
