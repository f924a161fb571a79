/// The identity of an entity of a definition: its index among the entities of its type.
public struct Identifier<Entity>: Hashable, Sendable, Comparable {
  /// The index, from 0.
  public var index: Int { Int(number) }
  private let number: UInt32

  init(_ index: Int) {
    number = UInt32(index)
  }

  /// Orders by index.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
