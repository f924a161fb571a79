/// A set of gates: one bit a gate, which is why a definition holds at most `Limits.gatesMax`.
///
/// Gates are numbered such that every gate comes after the gates it requires; the first of a set is
/// therefore the one to ask first.
public struct GateSet: Hashable, Sendable {
  private var bits: UInt64 = 0

  /// The empty set.
  public init() {}

  /// Whether it holds no gate.
  public var isEmpty: Bool { bits == 0 }
  /// The gate to ask first.
  public var first: Identifier<Gate>? { isEmpty ? nil : Identifier(bits.trailingZeroBitCount) }

  /// Whether it holds the gate.
  public func contains(_ gate: Identifier<Gate>) -> Bool { bits & GateSet.bit(gate) != 0 }
  /// Whether all of it is in the other.
  public func isSubset(of other: Self) -> Bool { bits & ~other.bits == 0 }
  /// What is in it and not in the other.
  public func subtracting(_ other: Self) -> Self { GateSet(bits: bits & ~other.bits) }
  /// What is in either.
  public func union(_ other: Self) -> Self { GateSet(bits: bits | other.bits) }
  /// The gates, first to ask first.
  public var members: [Identifier<Gate>] {
    (0..<Limits.gatesMax).map { Identifier($0) }.filter(contains)
  }

  mutating func insert(_ gate: Identifier<Gate>) { bits |= GateSet.bit(gate) }
  mutating func remove(_ gate: Identifier<Gate>) { bits &= ~GateSet.bit(gate) }

  private init(bits: UInt64) { self.bits = bits }
  private static func bit(_ gate: Identifier<Gate>) -> UInt64 { 1 << UInt64(gate.index & 63) }
}
