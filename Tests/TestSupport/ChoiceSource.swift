public import Diagnostics

/// A source of choices for tests: a seed, or a fuzzer's bytes.
public protocol ChoiceSource {
  /// A number from 0 to below a positive bound.
  mutating func below(_ bound: Int) -> Int
}

extension ChoiceSource {
  /// One of the elements, of which there must be at least one.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// True with the given probability in percent.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// Choices from bytes, one byte each; 0 after the last.
public struct ByteChoices: ChoiceSource {
  /// The bytes left.
  public private(set) var rest: ArraySlice<UInt8>

  /// Creates a source from bytes.
  public init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// A number from 0 to below a positive bound.
  public mutating func below(_ bound: Int) -> Int {
    Int(rest.popFirst() ?? 0) % bound
  }
}

extension SplitMix64: ChoiceSource {
  /// A number from 0 to below a positive bound.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// Random bytes, fewer than a bound.
  public mutating func bytes(countBelow bound: Int) -> [UInt8] {
    (0..<below(bound)).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}

/// Every sequence of choices, one after another: for generators that are to be exhausted.
public struct EveryChoice: ChoiceSource {
  private var choices: [(taken: Int, bound: Int)] = []
  private var position = 0

  /// Creates a source whose first sequence takes 0 each time.
  public init() {}

  /// A number from 0 to below a positive bound.
  public mutating func below(_ bound: Int) -> Int {
    if position == choices.count { choices.append((0, bound)) }
    position += 1
    return choices[position - 1].taken
  }

  /// Begins the next sequence; false after the last one.
  public mutating func advance() -> Bool {
    position = 0
    while let last = choices.popLast() {
      if last.taken + 1 < last.bound {
        choices.append((last.taken + 1, last.bound))
        return true
      }
    }
    return false
  }
}
