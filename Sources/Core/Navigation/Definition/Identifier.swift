/// The number of an entity of a definition: its index in the definition's array of such entities.
public struct Identifier<Entity>: Hashable, Sendable, Comparable {
  /// The index, from 0.
  public var index: Int { Int(number) }
  private let number: UInt32

  init(_ index: Int) {
    number = UInt32(index)
  }

  /// By index.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
