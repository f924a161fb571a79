extension SplitMix64: ChoiceSource {
  /// A number from 0 to below a positive bound.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// Random bytes, fewer than a bound.
  public mutating func bytes(countBelow bound: Int) -> [UInt8] {
    (0..<below(bound)).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
