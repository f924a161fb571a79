/// Where tests take their choices from: a seed, or the bytes that a fuzzer tries.
public protocol ChoiceSource {
  /// A number from 0 up to a bound, which is above 0.
  mutating func below(_ bound: Int) -> Int
}

extension ChoiceSource {
  /// One of some elements, of which there is at least one.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// True so many times of a hundred.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// Choices out of bytes, one each; 0 when they are used up.
public struct ByteChoices: ChoiceSource {
  /// The bytes that are left.
  public private(set) var rest: ArraySlice<UInt8>

  /// Takes choices from bytes.
  public init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// A number from 0 up to a bound, which is above 0.
  public mutating func below(_ bound: Int) -> Int {
    Int(rest.popFirst() ?? 0) % bound
  }
}
