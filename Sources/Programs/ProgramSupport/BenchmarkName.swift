/// The benchmarks of `signalbox bench`, in the order they run.
package enum BenchmarkName: String, CaseIterable, Sendable {
  /// First, because it measures how much the process grows: memory that other benchmarks have
  /// given back would be used before the process grows.
  case sessions
  case resolve, routes, load, check, compare, explore, conform, events, host, start, journal
  case plugins, processes, daemon, crowd, inspect, growth

  /// The names as the user writes them.
  package static let words = allCases.map(\.rawValue)

  /// The program that measures them, installed next to `signalbox`.
  package static let program = "signalbox-bench"
}
