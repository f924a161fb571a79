import CLibrary
import Diagnostics
import FileAccess
import ProgramSupport

/// `signalbox bench [NAME…]`: replaces this process with `signalbox-bench`.
@MainActor func runBench(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  for name in arguments.operands where BenchmarkName(rawValue: name) == nil {
    throw .usage([UsageError.unknownBenchmark(name)])
  }
  let routes = try App.paths(arguments).flatMap { ["--routes", $0] }
  guard let program = program(BenchmarkName.program) else {
    throw .usage([BenchError.notInstalled])
  }
  var texts =
    ([program] + (arguments.has(.json) ? ["--json"] : [])
    + (arguments.has(.large) ? ["--large"] : []) + routes + arguments.operands)
    .map { strdup($0) }
  texts.append(nil)
  execv(program, texts)
  throw .usage([BenchError.notStarted(reason: systemMessage(errno))])
}

/// Why the benchmarks cannot be started.
private enum BenchError: Diagnostic {
  case notInstalled
  case notStarted(reason: String)

  var code: DiagnosticCode { .benchmarkFailed }

  var message: String {
    switch self {
    case .notInstalled: "'\(BenchmarkName.program)' is not in the folder of signalbox"
    case .notStarted(let reason): "'\(BenchmarkName.program)' could not be started: \(reason)"
    }
  }

  var advice: String? { "Install signalbox again with 'make install', where it was built." }
}
