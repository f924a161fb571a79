import CLibrary
import CSystem
import Commands
import Diagnostics
import FileAccess
import JSONCodec
import PluginProcesses
import ProgramSupport

/// The worker processes of `replay --jobs`. Each worker runs one script at a time and gets the next
/// one when it reports. The results are printed in the order of the scripts, as without `--jobs`.
///
/// Processes, because a plugin's screens and the event loop that serves them belong to one thread.
@MainActor final class ReplayWorkers {
  private var workers: [Worker] = []

  private struct Worker {
    let program: RunningProgram
    let input: Descriptor
    let output: Descriptor
    var framer = LineFramer(lineBytesMax: answerBytesMax)
    /// The index of the script that it runs.
    var script: Int?
    /// The lines of JSON and of the log that belong to its script.
    var part = Part()
  }

  /// What a worker reported about a script.
  private struct Part {
    var steps: [String] = []
    var moves: [UInt8] = []
    var result: ReplayedScript?
  }

  init(_ count: Int, _ arguments: Arguments, _ streams: Streams) throws(ExitError) {
    guard let program = executablePath else {
      throw .usage([.notStarted(reason: "its path is unknown")])
    }
    var words = [replayWorkerName, "--color", streams.paint.isColored ? "always" : "never"]
    for path in try App.paths(arguments) { words += ["--routes", path] }
    if arguments.has(.keepGoing) { words.append("--keep-going") }
    if arguments.recordsCoverage { words.append("--" + Option.coverage.name) }
    if arguments.has(.json) { words.append("--json") }
    if arguments.has(.log) { words += ["--log", "-"] }
    for _ in 0..<count {
      guard let input = Descriptor.pipe(), let output = Descriptor.pipe() else {
        throw .usage([.notStarted(reason: systemMessage(errno))])
      }
      do throws(Diagnostic) {
        let running = try RunningProgram(
          program, words, descriptors: [input.reading.number, output.writing.number, 2])
        workers.append(Worker(program: running, input: input.writing, output: output.reading))
      } catch {
        throw .usage([.notStarted(reason: error.message)])
      }
    }
  }

  /// Runs all scripts, or those up to the first failure if that is what the printer wants.
  func run(_ scripts: [String], _ printer: inout ReplayPrinter) throws(ExitError) {
    var next = 0
    var parts: [Int: Part] = [:]
    var printed = 0
    while printed < scripts.count, !printer.isOver {
      // Not far ahead of a slow script, since what follows it is kept in memory.
      for index in workers.indices
      where workers[index].script == nil && next < scripts.count
        && next - printed < scriptsAheadMax
      {
        try begin(next, scripts[next], at: index)
        next += 1
      }
      for index in try answering() {
        guard let script = try read(from: index, scripts), workers[index].part.result != nil
        else { continue }
        parts[script] = workers[index].part
        (workers[index].part, workers[index].script) = (Part(), nil)
      }
      while !printer.isOver, let part = parts.removeValue(forKey: printed), let result = part.result
      {
        for step in part.steps { try printer.add(step: step) }
        try printer.add(moves: part.moves)
        try printer.add(result)
        printed += 1
      }
    }
  }

  private func begin(_ number: Int, _ script: String, at index: Int) throws(ExitError) {
    workers[index].script = number
    do throws(FileFault) {
      try workers[index].input.write(JSON.string(script).line)
    } catch {
      throw failure(of: index, script)
    }
  }

  /// Waits until workers have said something; returns their indices.
  private func answering() throws(ExitError) -> [Int] {
    var polled = workers.map { pollfd(fd: $0.output.number, events: Int16(POLLIN), revents: 0) }
    while poll(&polled, nfds_t(polled.count), -1) < 0 {
      guard errno == EINTR else {
        throw .usage([.notStarted(reason: systemMessage(errno))])
      }
    }
    return polled.indices.filter { polled[$0].revents != 0 }
  }

  /// Reads what a worker reported; returns its script.
  private func read(from index: Int, _ scripts: [String]) throws(ExitError) -> Int? {
    let script = workers[index].script
    var bytes = [UInt8](repeating: 0, count: readBytesMax)
    let count = (try? workers[index].output.read(into: &bytes)) ?? 0
    guard count > 0 else {
      throw failure(of: index, script.map { scripts[$0] } ?? "-")
    }
    workers[index].framer.feed(bytes[..<count])
    while let line = workers[index].framer.next() {
      guard case .whole(let line) = line, let kind = line.first else { continue }
      let rest = Array(line.dropFirst())
      switch kind {
      case WorkerLine.step: workers[index].part.steps.append(String(decoding: rest, as: UTF8.self))
      case WorkerLine.move: workers[index].part.moves += rest + [UInt8(ascii: "\n")]
      default:
        let json = try? JSON(parsing: rest, file: "worker", bytesMax: answerBytesMax)
        workers[index].part.result = json.flatMap(ReplayedScript.init)
      }
    }
    return script
  }

  /// The error of a worker that ended unexpectedly.
  private func failure(of index: Int, _ script: String) -> ExitError {
    let end = workers[index].program.wait(seconds: 1)
    return ExitError(
      status: .internalError, findings: [.ended(script: script, end: end)])
  }
}

/// The first byte of a worker's line: the kind of the rest.
private enum WorkerLine {
  static let step = UInt8(ascii: "s")
  static let move = UInt8(ascii: "m")
  static let result = UInt8(ascii: "r")
}

let replayWorkerName = "replay-worker"

/// `signalbox replay-worker`: runs the scripts that standard input names, each a line with a JSON
/// text, and answers each with lines for `ReplayWorkers`.
@MainActor func runReplayWorker(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  let processes = try pluginProcesses()
  defer { processes.close() }
  let replay = ScriptReplay(
    try App(arguments, processes: processes), processes, arguments, streams.paint)
  let output = OutputWriter(descriptor: STDOUT_FILENO, name: "<standard output>")
  let (sendsSteps, sendsMoves) = (arguments.has(.json), arguments.has(.log))
  do throws(FileError) {
    let input = LineReader(
      descriptor: STDIN_FILENO, name: "<standard input>", lineBytesMax: pathBytesMax)
    while let line = try input.next() {
      guard case .whole(let bytes) = line,
        let json = try? JSON(parsing: Array(bytes), file: "worker", bytesMax: pathBytesMax),
        let script = json.stringValue
      else { return .internalError }
      var lines: [UInt8] = []
      func add(_ kind: UInt8, _ line: some Sequence<UInt8>) {
        lines.append(kind)
        lines += line
        lines.append(UInt8(ascii: "\n"))
      }
      let result = replay.run(
        script, onStep: { if sendsSteps { add(WorkerLine.step, $0.utf8) } },
        onMoves: { moves in
          guard sendsMoves else { return }
          for line in moves.split(separator: UInt8(ascii: "\n")) { add(WorkerLine.move, line) }
        })
      add(WorkerLine.result, result.json.text.utf8)
      try output.write(lines)
      try output.flush()
    }
  } catch {
    throw .file(error)
  }
  return .done
}

/// Why a worker cannot go on.
extension Diagnostic {
  fileprivate static func notStarted(reason: String) -> Diagnostic {
    Diagnostic(
      .scriptWorker, "a process for --jobs could not be started: \(reason)",
      advice: "Choose fewer jobs.")
  }

  fileprivate static func ended(script: String, end: ProgramEnd?) -> Diagnostic {
    Diagnostic(
      .scriptWorker,
      "the process that ran '\(script)' ended too early"
        + (end.map { ": \($0.text)" } ?? ""),
      advice: "Run this script alone to see why: signalbox replay \(script).")
  }
}

extension ProgramEnd {
  /// `exit code 1`, for messages.
  var text: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .killed(let signal): "signal \(signal)"
    }
  }
}

/// The most bytes of one line of a worker: the text of a result, or a step.
private let answerBytesMax = 256 << 20
/// The most bytes of a script's path as JSON.
private let pathBytesMax = 1 << 20
/// The bytes that are read at once.
private let readBytesMax = 65_536
/// How many scripts may be begun ahead of the one that is printed next.
private let scriptsAheadMax = 64
