import Benchmarks
import Diagnostics
import FileAccess
import JSONCodec

/// What `signalbox bench` can measure.
let benchmarkNames = Benchmark.all.map(\.name)

/// `signalbox bench [NAME…]`.
@MainActor func runBench(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  var names: Set<String> = []
  for name in arguments.operands {
    guard let benchmark = Benchmark.named(name) else {
      throw .usage([UsageError.unknownBenchmark(name)])
    }
    names.insert(benchmark.name)
  }
  let benchmarks = Benchmark.all.filter { names.isEmpty || names.contains($0.name) }
  let app = try App(arguments)
  let subject = BenchmarkSubject(
    definition: app.definition, routes: app.paths, executable: executablePath)
  if !arguments.has(.json) { try streams.write(Machine.text + "\n") }
  var status = ExitStatus.done
  for benchmark in benchmarks {
    do {
      let figures = try benchmark.figures(of: subject)
      try streams.write(
        arguments.has(.json)
          ? figures.map { $0.json.text + "\n" }.joined() : table(benchmark, figures))
      try streams.finish()
    } catch let error as BenchmarkError {
      streams.report(error)
      // What is only skipped is missed by nobody who did not ask for it.
      if error.severity == .error || !arguments.operands.isEmpty { status = .no }
    } catch let stop as ExitError {
      throw stop
    } catch {
      throw ExitError(status: .internalError, findings: [])
    }
  }
  return status
}

private func table(_ benchmark: Benchmark, _ figures: [Figure]) -> String {
  let indent = String(repeating: " ", count: 10)
  let name = benchmark.name + String(repeating: " ", count: max(0, 10 - benchmark.name.count))
  // What was measured is said where there is more than one thing, and on what where there are more.
  let areSeveral = Set(figures.map(\.subject)).count > 1
  let rows = figures.enumerated().map { index, figure in
    let about = (areSeveral ? [figure.subject] : []) + (figures.count > 1 ? [figure.metric] : [])
    return (index == 0 ? name : indent) + figure.text
      + (about.isEmpty ? "" : ", " + about.joined(separator: " ")) + "\n"
  }
  return rows.joined() + "\(indent)\(benchmark.summary); wanted: \(benchmark.target)\n"
}
