import Diagnostics
import Navigation
import ProgramSupport

/// A benchmark of `signalbox bench`.
struct Benchmark: Sendable {
  /// What is measured: one clause.
  let summary: String
  /// The project's goal, such as `at least 1,000,000 links/s`.
  let target: String
  /// Measures at least one figure, and reports each when it is measured. Takes at most half a
  /// minute, unless `BenchmarkSubject.isLarge`.
  /// - Throws: `Diagnostic` if the app lacks what is measured, or a program does not start.
  let measure: @MainActor @Sendable (BenchmarkSubject, (Figure) -> Void) throws(Diagnostic) -> Void

  static func named(_ name: BenchmarkName) -> Benchmark {
    switch name {
    case .sessions: sessions
    case .resolve: resolve
    case .routes: routes
    case .load: load
    case .check: check
    case .compare: compare
    case .conform: conform
    case .explore: explore
    case .events: events
    case .host: host
    case .start: start
    case .journal: journal
    case .plugins: plugins
    case .processes: processes
    case .daemon: daemon
    case .crowd: crowd
    case .inspect: inspect
    case .growth: growth
    }
  }
}

struct BenchmarkSubject: Sendable {
  let definition: AppDefinition
  /// The route files of the app, for a program that is started.
  let routes: [String]
  /// The path of the `signalbox` executable.
  let executable: String?
  /// Whether to measure a million routes and sessions too, which takes minutes.
  var isLarge = false

  /// The path of the program; throws if it is unknown.
  func program() throws(Diagnostic) -> String {
    guard let executable else {
      throw .noRun(program: "signalbox", reason: "its path is unknown")
    }
    return executable
  }
}

/// Why a benchmark could not be run.
extension Diagnostic {
  static func nothingToMeasure(benchmark: String, wanted: String) -> Diagnostic {
    Diagnostic(
      .benchmarkFailed, "the benchmark '\(benchmark)' needs \(wanted), and the app has none",
      advice: "Run it on the bundled app, or choose other benchmarks.")
  }

  static func noPrompt(program: String, reason: String) -> Diagnostic {
    Diagnostic(
      .benchmarkFailed, "'\(program)' showed no prompt: \(reason)",
      advice: "Start it yourself to see why.")
  }

  static var memoryUnknown: Diagnostic {
    Diagnostic(
      .benchmarkFailed, "the system does not report how much memory this process uses",
      advice: "Choose other benchmarks.")
  }

  static func noRun(program: String, reason: String) -> Diagnostic {
    Diagnostic(
      .benchmarkFailed, "'\(program)' could not be run: \(reason)",
      advice: "Start it yourself to see why.")
  }

  static func noPlugin(reason: String) -> Diagnostic {
    Diagnostic(
      .benchmarkFailed, "the plugin 'BenchPlugin' failed: \(reason)", advice: "Build it again.")
  }

  static func notInstalled(benchmark: String, program: String) -> Diagnostic {
    Diagnostic(
      .benchmarkFailed,
      "the benchmark '\(benchmark)' is skipped: '\(program)' is not next to signalbox",
      advice: "Run 'make bench' where signalbox was built; it is not installed.",
      severity: .warning)
  }

  static func unknownArgument(_ text: String) -> Diagnostic {
    Diagnostic(
      .benchmarkFailed, "unknown argument '\(text)'", advice: "Run 'signalbox bench' instead.")
  }
}
