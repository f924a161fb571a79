import CLibrary
import CSystem
import Diagnostics
import FileAccess
import JSONCodec
import ProgramSupport

/// Runs the benchmarks that the arguments name, and ends the process. `signalbox bench` starts it.
@MainActor func runBenchmarks() -> Never {
  csystem_program_begin()
  let streams = Streams()
  var status: ExitStatus
  do throws(ExitError) {
    let arguments = CommandLine.arguments.dropFirst()
    status =
      arguments.first == "peer"
      ? try answerAsPeer(Array(arguments.dropFirst()), streams)
      : try measure(try BenchArguments(arguments), streams)
    try streams.finish()
  } catch {
    try? streams.finish()
    streams.report(error.findings)
    status = error.status
  }
  exit(status.rawValue)
}

/// `[--json] [--large] [--routes PATH]… [NAME…]`, validated by `signalbox bench`. Only
/// `make bench-peers` passes others: `peer` (`PeerRun`).
struct BenchArguments {
  var isJSON = false
  var isLarge = false
  var routes: [String] = []
  var names: Set<BenchmarkName> = []

  init(_ arguments: some Sequence<String>) throws(ExitError) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      if argument == "--json" {
        isJSON = true
      } else if argument == "--large" {
        isLarge = true
      } else if argument == "--routes", let path = rest.next() {
        routes.append(path)
      } else if let name = BenchmarkName(rawValue: argument) {
        names.insert(name)
      } else {
        throw .usage([.unknownArgument(argument)])
      }
    }
  }
}

/// Runs `peer path|link ROUTES PATHS` (`PeerRun`).
private func answerAsPeer(
  _ arguments: [String], _ streams: Streams
) throws(ExitError) -> ExitStatus {
  guard arguments.count == 3, ["path", "link"].contains(arguments[0]) else {
    throw .usage([.unknownArgument(arguments.first ?? "peer")])
  }
  var run: PeerRun
  do {
    run = try PeerRun(
      isLink: arguments[0] == "link", routes: arguments[1], paths: arguments[2])
  } catch let error as FileError {
    throw .file(error)
  } catch {
    throw .usage([.nothingToMeasure(benchmark: "peer", wanted: "valid routes without ties")])
  }
  try streams.write(run.greeting)
  try streams.finish()
  while let line = readLine() {
    try streams.write(run.answer(line) ?? "unknown\n")
    try streams.finish()
  }
  return .done
}

@MainActor private func measure(
  _ arguments: BenchArguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let app = try App(arguments.routes)
  let subject = BenchmarkSubject(
    definition: app.definition, routes: app.paths, executable: program("signalbox"),
    isLarge: arguments.isLarge)
  if !arguments.isJSON { try streams.write(Machine.text + "\n") }
  var status = ExitStatus.done
  let names = BenchmarkName.allCases.filter {
    arguments.names.isEmpty || arguments.names.contains($0)
  }
  for name in names {
    let benchmark = Benchmark.named(name)
    do {
      var fault: ExitError?
      var isFirst = true
      try benchmark.measure(subject) { figure in
        let text =
          arguments.isJSON ? figure.json(of: name).text + "\n" : row(name, figure, isFirst: isFirst)
        isFirst = false
        guard fault == nil else { return }
        do throws(ExitError) {
          try streams.write(text)
          try streams.finish()
        } catch {
          fault = error
        }
      }
      if let fault { throw fault }
      if !arguments.isJSON { try streams.write(foot(benchmark)) }
    } catch let error as Diagnostic {
      streams.report([error])
      // A skipped benchmark fails the run only if it was named.
      if error.severity == .error || !arguments.names.isEmpty { status = .negative }
    } catch let exit as ExitError {
      throw exit
    } catch {
      throw ExitError(status: .internalError, findings: [])
    }
  }
  return status
}

/// A figure as a line of the table; the first one of a benchmark begins with its name.
private func row(_ name: BenchmarkName, _ figure: Figure, isFirst: Bool) -> String {
  let word = isFirst ? name.rawValue : ""
  return word + String(repeating: " ", count: max(0, indent - word.utf8.count)) + figure.text
    + ", \(figure.subject) \(figure.metric)\n"
}

/// What was measured, below its figures.
private func foot(_ benchmark: Benchmark) -> String {
  let text = "\(benchmark.summary); target: \(benchmark.target)"
  let blanks = String(repeating: " ", count: indent)
  return wrapped(text, columns: 80).map { blanks + $0 + "\n" }.joined()
}

/// The columns ahead of a figure.
private let indent = 10
