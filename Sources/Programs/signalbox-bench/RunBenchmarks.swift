import CLibrary
import CSystem
import Diagnostics
import FileAccess
import JSONCodec
import ProgramSupport

/// Runs the benchmarks that the arguments name, and ends the process. `signalbox bench` starts it.
@MainActor func runBenchmarks() -> Never {
  csystem_open_closed_streams()
  let streams = Streams()
  var status: ExitStatus
  do throws(ExitError) {
    status = try measure(try BenchArguments(CommandLine.arguments.dropFirst()), streams)
    try streams.finish()
  } catch {
    try? streams.finish()
    streams.report(error.findings)
    status = error.status
  }
  exit(status.rawValue)
}

/// `[--json] [--routes PATH]… [NAME…]`, validated by `signalbox bench`.
struct BenchArguments {
  var isJSON = false
  var routes: [String] = []
  var names: Set<BenchmarkName> = []

  init(_ arguments: some Sequence<String>) throws(ExitError) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      if argument == "--json" {
        isJSON = true
      } else if argument == "--routes", let path = rest.next() {
        routes.append(path)
      } else if let name = BenchmarkName(rawValue: argument) {
        names.insert(name)
      } else {
        throw .usage([BenchmarkError.unknownArgument(argument)])
      }
    }
  }
}

@MainActor private func measure(
  _ arguments: BenchArguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let app = try App(arguments.routes)
  let subject = BenchmarkSubject(
    definition: app.definition, routes: app.paths, executable: program("signalbox"))
  if !arguments.isJSON { try streams.write(Machine.text + "\n") }
  var status = ExitStatus.done
  let names = BenchmarkName.allCases.filter {
    arguments.names.isEmpty || arguments.names.contains($0)
  }
  for name in names {
    let benchmark = Benchmark.named(name)
    do {
      let figures = try benchmark.measure(subject)
      try streams.write(
        arguments.isJSON
          ? figures.map { $0.json.text + "\n" }.joined() : table(name, benchmark, figures))
      try streams.finish()
    } catch let error as BenchmarkError {
      streams.report([error])
      // A skipped benchmark fails the run only if it was named.
      if error.severity == .error || !arguments.names.isEmpty { status = .no }
    } catch let exit as ExitError {
      throw exit
    } catch {
      throw ExitError(status: .internalError, findings: [])
    }
  }
  return status
}

private func table(
  _ name: BenchmarkName, _ benchmark: Benchmark, _ figures: [Figure]
) -> String {
  let indent = String(repeating: " ", count: 10)
  let word = name.rawValue
  let start = word + String(repeating: " ", count: max(0, 10 - word.count))
  // The subject is printed if there are several, the metric if there are several figures.
  let hasSubjects = Set(figures.map(\.subject)).count > 1
  let rows = figures.enumerated().map { index, figure in
    let about = (hasSubjects ? [figure.subject] : []) + (figures.count > 1 ? [figure.metric] : [])
    return (index == 0 ? start : indent) + figure.text
      + (about.isEmpty ? "" : ", " + about.joined(separator: " ")) + "\n"
  }
  return rows.joined() + "\(indent)\(benchmark.summary); target: \(benchmark.target)\n"
}
