/// A distribution of values, as in the Prometheus exposition format.
///
/// Values are integers of a small unit (nanoseconds, bytes), so that adding one takes only a few
/// comparisons and additions; they are exported in a larger unit.
public struct MetricHistogram: Sendable, Hashable {
  /// The largest value of each bucket, ascending; one more bucket without a bound follows.
  public let bounds: [UInt64]
  /// The small units in one exported unit: 1e9 for nanoseconds exported as seconds.
  public let unit: Double
  /// The number of values in each bucket; one more than there are bounds.
  public private(set) var counts: [UInt64]
  /// The sum of all values.
  public private(set) var sum: UInt64 = 0

  /// An empty histogram.
  /// - Precondition: The bounds ascend.
  public init(bounds: [UInt64], unit: Double = 1) {
    precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "the bounds must increase")
    self.bounds = bounds
    self.unit = unit
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// For latencies from 10 µs to 10 s: values in nanoseconds, exported in seconds.
  public static var latency: MetricHistogram {
    MetricHistogram(
      bounds: [
        10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
        10_000_000, 50_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
      ], unit: 1e9)
  }

  /// The number of values.
  public var count: UInt64 { counts.reduce(0, &+) }

  /// Adds a value one or more times.
  /// - Complexity: O(bounds below the value); no allocation.
  public mutating func add(_ value: UInt64, times: UInt64 = 1) {
    var index = 0
    while index < bounds.count, bounds[index] < value { index += 1 }
    counts[index] &+= times
    sum &+= value &* times
  }
}
