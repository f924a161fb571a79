import CLibrary
import Diagnostics
import FileAccess
import ProgramSupport

/// `signalbox bench [NAME…]`: replaces this process with `signalbox-bench`.
@MainActor func runBench(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  for name in arguments.operands where BenchmarkName(rawValue: name) == nil {
    throw .usage([.unknownBenchmark(name)])
  }
  let routes = try App.paths(arguments).flatMap { ["--routes", $0] }
  guard let program = program(BenchmarkName.program) else {
    throw .usage([.notInstalled])
  }
  var texts =
    ([program] + (arguments.has(.json) ? ["--json"] : [])
    + (arguments.has(.large) ? ["--large"] : []) + routes + arguments.operands)
    .map { strdup($0) }
  texts.append(nil)
  execv(program, texts)
  throw .usage([.notStarted(reason: systemMessage(errno))])
}

/// Why the benchmarks cannot be started.
extension Diagnostic {
  fileprivate static let notInstalled = noBenchmarks("is not in the folder of signalbox")

  fileprivate static func notStarted(reason: String) -> Diagnostic {
    noBenchmarks("could not be started: \(reason)")
  }

  private static func noBenchmarks(_ why: String) -> Diagnostic {
    Diagnostic(
      .benchmarkFailed, "'\(BenchmarkName.program)' \(why)",
      advice: "Run 'make bench' in the folder of the sources; it is not installed.")
  }
}
