extension SplitMix64 {
  /// A number from 0 up to a bound, which is above 0.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// One of some elements, of which there is at least one.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// True so many times of a hundred.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Any bytes, fewer than a bound.
  public mutating func bytes(countBelow bound: Int) -> [UInt8] {
    (0..<below(bound)).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
