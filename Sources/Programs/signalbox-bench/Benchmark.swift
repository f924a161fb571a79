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
  /// - Throws: `BenchmarkError` if the app lacks what is measured, or a program does not start.
  let measure:
    @MainActor @Sendable (BenchmarkSubject, (Figure) -> Void) throws(BenchmarkError) -> Void

  /// The benchmark of a name.
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
    case .start: start
    case .journal: journal
    case .plugins: plugins
    case .processes: processes
    case .daemon: daemon
    case .crowd: crowd
    case .inspect: inspect
    }
  }
}

/// The app and the program that are measured.
struct BenchmarkSubject: Sendable {
  /// The app.
  let definition: AppDefinition
  /// The route files of the app, for a program that is started.
  let routes: [String]
  /// The path of the `signalbox` executable.
  let executable: String?
  /// Whether to measure a million routes and sessions too, which takes minutes.
  var isLarge = false

  /// The path of the program; throws if it is unknown.
  func program() throws(BenchmarkError) -> String {
    guard let executable else {
      throw .noRun(program: "signalbox", reason: "its path is unknown")
    }
    return executable
  }
}

/// Why a benchmark could not be run.
enum BenchmarkError: Diagnostic, Hashable {
  /// The app has nothing that the benchmark could measure.
  case nothingToMeasure(benchmark: String, wanted: String)
  /// The program could not be started, or showed no prompt in time.
  case noPrompt(program: String, reason: String)
  /// The system does not report how much memory is in use.
  case memoryUnknown
  /// The measured program could not be run.
  case noRun(program: String, reason: String)
  /// The measured plugin could not be started, or did not answer.
  case noPlugin(reason: String)
  /// The measured program is not next to this one: it is built, but not installed.
  case notInstalled(benchmark: String, program: String)
  /// An argument that `signalbox bench` does not pass.
  case unknownArgument(String)

  /// `bench/failed`.
  var code: DiagnosticCode { .benchmarkFailed }

  /// A warning if a program is not installed, otherwise an error.
  var severity: Severity {
    if case .notInstalled = self { .warning } else { .error }
  }

  /// What happened.
  var message: String {
    switch self {
    case .nothingToMeasure(let benchmark, let wanted):
      "the benchmark '\(benchmark)' needs \(wanted), and the app has none"
    case .noPrompt(let program, let reason): "'\(program)' showed no prompt: \(reason)"
    case .noRun(let program, let reason): "'\(program)' could not be run: \(reason)"
    case .noPlugin(let reason): "the plugin 'BenchPlugin' failed: \(reason)"
    case .notInstalled(let benchmark, let program):
      "the benchmark '\(benchmark)' is skipped: '\(program)' is not next to signalbox"
    case .unknownArgument(let text): "unknown argument '\(text)'"
    case .memoryUnknown: "the system does not report how much memory this process uses"
    }
  }

  /// What to do.
  var advice: String? {
    switch self {
    case .nothingToMeasure: "Run it on the bundled app, or choose other benchmarks."
    case .noPrompt, .noRun: "Start it yourself to see why."
    case .noPlugin: "Build it again."
    case .notInstalled: "Run 'make bench' where signalbox was built; it is not installed."
    case .unknownArgument: "Run 'signalbox bench' instead."
    case .memoryUnknown: "Choose other benchmarks."
    }
  }
}
