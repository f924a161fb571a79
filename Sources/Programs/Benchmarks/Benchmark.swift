import Links

/// A thing that is measured: one row of the table that `signalbox bench` runs, completes and
/// explains.
public struct Benchmark: Sendable {
  /// The word that names it on the command line.
  public let name: String
  /// What is measured: one clause.
  public let summary: String
  /// What the project wants of it, as in `at least 1,000,000 links/s`.
  public let target: String
  /// Measures it; at least one figure.
  let measure: @MainActor @Sendable (BenchmarkSubject) throws(BenchmarkError) -> [Figure]

  /// Every benchmark, in the order in which they run. `sessions` comes first: it measures by how
  /// much the process grows, which uses up what others have given back before it grows.
  public static let all = [
    sessions, resolve, routes, load, check, events, start, journal, plugins, processes, daemon,
    crowd,
  ]

  /// The benchmark of that name, compared as bytes.
  public static func named(_ name: String) -> Benchmark? {
    all.first { sameBytes($0.name, name) }
  }

  /// Measures it: a warm-up, then `Samples.runs` runs. Takes a few seconds.
  /// - Throws: `BenchmarkError`, if the app has nothing to measure it on or the program does not
  ///   start.
  @MainActor public func figures(
    of subject: BenchmarkSubject
  ) throws(BenchmarkError) -> [Figure] {
    try measure(subject)
  }
}
