/// How often values were how large, as the Prometheus exposition format has it.
///
/// Values are whole numbers of a small unit (nanoseconds, bytes), so that counting one is a few
/// comparisons and additions; they are told in a larger one.
public struct MetricHistogram: Sendable, Hashable {
  /// The largest value of each bucket, rising; a last one without a bound comes behind them.
  public let bounds: [UInt64]
  /// How many small units make one of those that are told: 1e9 for nanoseconds told in seconds.
  public let unit: Double
  /// How many values each bucket holds; one more than there are bounds.
  public private(set) var counts: [UInt64]
  /// The sum of all values.
  public private(set) var sum: UInt64 = 0

  /// One without values.
  /// - Precondition: The bounds rise.
  public init(bounds: [UInt64], unit: Double = 1) {
    precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds must rise")
    self.bounds = bounds
    self.unit = unit
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// For latencies: counts nanoseconds, from 10 µs to 10 s, and tells seconds.
  public static var latency: MetricHistogram {
    MetricHistogram(
      bounds: [
        10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
        10_000_000, 50_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
      ], unit: 1e9)
  }

  /// How many values there are.
  public var count: UInt64 { counts.reduce(0, &+) }

  /// Counts a value, so many times.
  /// - Complexity: O(bounds below it); no allocation.
  public mutating func add(_ value: UInt64, times: UInt64 = 1) {
    var index = 0
    while index < bounds.count, bounds[index] < value { index += 1 }
    counts[index] &+= times
    sum &+= value &* times
  }
}
