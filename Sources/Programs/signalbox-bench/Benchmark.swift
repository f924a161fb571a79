import ProgramSupport

/// A benchmark of `signalbox bench`.
struct Benchmark: Sendable {
  /// What is measured: one clause.
  let summary: String
  /// The project's goal, such as `at least 1,000,000 links/s`.
  let target: String
  /// Measures at least one figure: a warm-up, then `Samples.runs` runs. Takes a few seconds.
  /// - Throws: `BenchmarkError` if the app lacks what is measured, or a program does not start.
  let measure: @MainActor @Sendable (BenchmarkSubject) throws(BenchmarkError) -> [Figure]

  /// The benchmark of a name.
  static func named(_ name: BenchmarkName) -> Benchmark {
    switch name {
    case .sessions: sessions
    case .resolve: resolve
    case .routes: routes
    case .load: load
    case .check: check
    case .events: events
    case .start: start
    case .journal: journal
    case .plugins: plugins
    case .processes: processes
    case .daemon: daemon
    case .crowd: crowd
    }
  }
}
