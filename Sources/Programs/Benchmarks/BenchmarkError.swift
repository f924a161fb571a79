public import Diagnostics

/// Why a benchmark could not be run.
public enum BenchmarkError: Diagnostic, Hashable {
  /// The app lacks what it is about.
  case nothingToMeasure(benchmark: String, wanted: String)
  /// The program could not be started, or showed no prompt in time.
  case noPrompt(program: String, reason: String)
  /// The system does not tell how much memory is in use.
  case memoryUnknown
  /// The program that is measured could not be run.
  case noRun(program: String, reason: String)
  /// The plugin that is measured could not be started, or did not answer.
  case noPlugin(reason: String)
  /// The program that is measured does not stand beside ours: it is built with it, not installed.
  case notInstalled(benchmark: String, program: String)

  /// `bench/failed`.
  public var code: DiagnosticCode { .benchmarkFailed }

  /// A warning for what is not installed.
  public var severity: Severity {
    if case .notInstalled = self { .warning } else { .error }
  }

  /// What happened.
  public var message: String {
    switch self {
    case .nothingToMeasure(let benchmark, let wanted):
      "the benchmark '\(benchmark)' needs \(wanted), and the app has none"
    case .noPrompt(let program, let reason): "'\(program)' showed no prompt: \(reason)"
    case .noRun(let program, let reason): "'\(program)' could not be run: \(reason)"
    case .noPlugin(let reason): "the plugin 'BenchPlugin' did not serve: \(reason)"
    case .notInstalled(let benchmark, let program):
      "the benchmark '\(benchmark)' is skipped: '\(program)' does not stand beside signalbox"
    case .memoryUnknown: "the system does not tell how much memory this process uses"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .nothingToMeasure: "Run it on the bundled app, or name other benchmarks."
    case .noPrompt, .noRun: "Try to start it by hand."
    case .noPlugin: "Build it anew, and try again."
    case .notInstalled: "It is not installed: run 'make bench' where signalbox was built."
    case .memoryUnknown: "Name other benchmarks."
    }
  }
}
