import Analysis
import CLibrary
import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import PluginProcesses
import ProgramSupport

/// `signalbox replay SCRIPT…`.
@MainActor func runReplay(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  let (jobs, shard) = (try arguments.jobs(), try arguments.shard())
  try arguments.requireUsableResult()
  guard !arguments.scripts.value.isEmpty else {
    throw .usage([.missingOperand(arguments.subcommand)])
  }
  guard arguments.has(.watch) else {
    return try replayOnce(arguments, streams, jobs: jobs, shard)
  }
  return try watching(arguments, streams) { () throws(ExitError) in
    // What a script loads or sources is usually in its folder.
    let scripts = (try? scriptPaths(arguments.scripts.value)) ?? []
    return try App.paths(arguments) + scripts + scripts.map(parentFolder)
      + arguments.scripts.value.filter(isFolder)
  } run: { () throws(ExitError) in
    _ = try replayOnce(arguments, streams, jobs: jobs, shard)
  }
}

@MainActor private func replayOnce(
  _ arguments: Arguments, _ streams: Streams, jobs: Int, _ shard: Shard?
) throws(ExitError) -> ExitStatus {
  let all = try scriptPaths(arguments.scripts.value)
  let numbers = shard?.part(of: all) ?? Array(all.indices)
  let scripts = numbers.map { all[$0] }
  var printer = try ReplayPrinter(arguments, streams, scripts: scripts.count)
  // Standard input is not a worker's, nor is an inherited pipe.
  if min(jobs, scripts.count) > 1, !scripts.contains(where: { $0 == "-" || isPipe($0) }) {
    let definition = arguments.recordsCoverage ? try App(arguments).definition : nil
    let workers = try ReplayWorkers(min(jobs, scripts.count), arguments, streams)
    if let definition { printer.begin(numbers, of: ReplayPart.Run(of: all, in: definition)) }
    try workers.run(scripts, &printer)
    return try printer.finish(coverageOf: definition)
  }
  let processes = try pluginProcesses()
  defer { processes.close() }
  let app = try App(arguments, processes: processes)
  printer.begin(numbers, of: ReplayPart.Run(of: all, in: app.definition))
  let runner = ScriptReplay(app, processes, arguments, streams.paint)
  for script in scripts where !printer.isOver {
    var fault: ExitError?
    let result = runner.run(
      script,
      onStep: { step in
        guard fault == nil else { return }
        do throws(ExitError) { try printer.add(step: step) } catch { fault = error }
      },
      onMoves: { bytes in
        guard fault == nil else { return }
        do throws(ExitError) { try printer.add(moves: bytes) } catch { fault = error }
      })
    if let fault { throw fault }
    try printer.add(result)
  }
  return try printer.finish(coverageOf: app.definition)
}

extension Arguments {
  /// Refuses a file of `--result` that another output or `merge` could not use.
  fileprivate func requireUsableResult() throws(ExitError) {
    guard let result = value(of: .result) else { return }
    if has(.watch) { throw .usage([.excluding("--result", "--watch")]) }
    if ["-", value(of: .junit), value(of: .log)].contains(where: { sameBytes($0, result) }) {
      throw .usage([.badValue(result, of: .result)])
    }
  }
}

/// Runs scripts in this process: that of `replay`, or one of its workers.
@MainActor struct ScriptReplay {
  private let app: App
  private let processes: PluginProcesses
  private let stopsAtFailure: Bool
  private let recordsCoverage: Bool
  private let paint: Paint

  init(_ app: App, _ processes: PluginProcesses, _ arguments: Arguments, _ paint: Paint) {
    (self.app, self.processes, self.paint) = (app, processes, paint)
    stopsAtFailure = !arguments.has(.keepGoing)
    recordsCoverage = arguments.recordsCoverage
  }

  /// Runs a script.
  /// - Parameters:
  ///   - onStep: Receives every step as a line of JSON, without a line end; the error of a script
  ///     that cannot be read.
  ///   - onMoves: Receives lines of JSON for `--log`.
  func run(
    _ script: String, onStep: (String) -> Void, onMoves: ([UInt8]) -> Void
  ) -> ReplayedScript {
    let (paths, processes) = (app.paths, processes)
    var runner = ScriptRunner(
      app.loaded, appSource: { App.load(paths, processes: processes) },
      clock: monotonicNanoseconds)
    runner.stopsAtFailure = stopsAtFailure
    if recordsCoverage { runner.recorder = CoverageRecorder(app.definition) }
    Progress.during("replaying \(script)") {
      runner.run(
        script, onStep: { onStep($0.json.text) },
        onMove: { onMoves(MoveLog.bytes(of: [$0])) })
    }
    let result = runner.report.scripts[0]
    if result.isUnreadable, let failure = result.failures.first {
      onStep(JSON.failure(failure.diagnostic).text)
    }
    return ReplayedScript(result, paint, coverage: runner.recorder?.coverage ?? Coverage())
  }
}

/// Prints what `replay` and `merge` print, script by script.
@MainActor struct ReplayPrinter {
  private let streams: Streams
  private let log: MoveLog?
  private let isJSON: Bool
  private let junit: String?
  private let result: String?
  private let printsCoverage: Bool
  private let failsFast: Bool
  private let isLCOV: Bool
  private let coverageMin: Percentage?
  private var results = ReplayResults()
  /// For the file of `--result`.
  private var part: ReplayPart?
  private var scriptsLeft: Int

  /// Opens the file of `--log`.
  init(_ arguments: Arguments, _ streams: Streams, scripts: Int) throws(ExitError) {
    self.streams = streams
    isLCOV = arguments.has(.lcov)
    coverageMin = try arguments.coverageMin()
    log = try MoveLog(arguments)
    isJSON = arguments.has(.json)
    junit = arguments.value(of: .junit)
    result = arguments.value(of: .result)
    printsCoverage = arguments.printsCoverage
    failsFast = arguments.has(.failFast)
    scriptsLeft = scripts
    for file in [junit, result] {
      guard let file, !sameBytes(file, "-") else { continue }
      try requireReplaceable([file], by: "replay", isReport)
    }
    if isJSON, isXML { throw .usage([.excluding("--json", "--junit -")]) }
    guard isLCOV else { return }
    if isJSON { throw .usage([.excluding("--lcov", "--json")]) }
    if isXML { throw .usage([.excluding("--lcov", "--junit -")]) }
  }

  /// Whether a file is a JUnit report, of any program, or the results of a run.
  private func isReport(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(200), as: UTF8.self)
    return start.hasPrefix("<") && start.contains("<testsuite") || start.hasPrefix(ReplayPart.start)
  }

  /// Whether no further script counts.
  var isOver: Bool { scriptsLeft == 0 || failsFast && results.counts.failures > 0 }

  /// Whether standard output is the report of `--junit -`.
  private var isXML: Bool { sameBytes(junit, "-") }

  private var isText: Bool { !isJSON && !isXML }

  /// Collects the results of `--result` from now on, if it was given.
  /// - Parameter numbers: Those of the scripts in the run, from 0.
  mutating func begin(_ numbers: [Int], of run: ReplayPart.Run) {
    if result != nil { part = ReplayPart(of: run, numbers) }
  }

  /// - Parameter step: A line of JSON, without a line end.
  func add(step: String) throws(ExitError) {
    if isJSON { try streams.write(step + "\n") }
  }

  /// - Parameter moves: Lines of `--log`.
  func add(moves: [UInt8]) throws(ExitError) { try log?.append(bytes: moves) }

  mutating func add(_ script: ReplayedScript) throws(ExitError) {
    results.add(script)
    part?.add(script)
    scriptsLeft -= 1
    guard isText else { return }
    try write(script.text)
    try streams.finish()
  }

  /// Writes text to standard output, or to standard error if that is a report for a program.
  /// - Parameter text: Ends in `\n`.
  private func write(_ text: String) throws(ExitError) {
    if isXML || isLCOV {
      streams.note(String(text.dropLast()))
    } else {
      try streams.write(prose: text)
    }
  }

  /// Prints the end of the report.
  /// - Parameter definition: That of the coverage to print, if coverage was asked for.
  mutating func finish(coverageOf definition: AppDefinition?) throws(ExitError) -> ExitStatus {
    results.leaveOut(scriptsLeft)
    if isXML {
      try streams.write(results.junit)
    } else if let junit {
      do { try writeFile(junit, Array(results.junit.utf8)) } catch { throw .file(error) }
    }
    if let result, let part {
      do { try writeFile(result, Array(part.text.utf8)) } catch { throw .file(error) }
    }
    let covered = printsCoverage ? definition : nil
    let coverage = covered.map { CoverageReport(results.coverage, of: $0) }
    if isJSON { try streams.write((coverage?.json ?? "") + results.counts.json.text + "\n") }
    if isText { try write(results.counts.summary) }
    if let coverage { try print(coverage) }
    if results.counts.unreadable > 0 { return .usage }
    if results.counts.failures > 0 { return .negative }
    return coverage.map(isBelowMinimum) ?? false ? .negative : .done
  }

  /// Prints the coverage as text or for `--lcov`, and whether it is too little.
  private func print(_ coverage: CoverageReport) throws(ExitError) {
    if isLCOV { try streams.write(coverage.lcov) }
    if !isJSON { try write(coverage.text(streams.paint)) }
    try streams.finish()
    if let coverageMin, isBelowMinimum(coverage) {
      streams.report([.coverageTooLow(coverage.share, minimum: coverageMin)])
    }
  }

  private func isBelowMinimum(_ coverage: CoverageReport) -> Bool {
    coverageMin.map { coverage.share.isLess(than: $0) } ?? false
  }
}
