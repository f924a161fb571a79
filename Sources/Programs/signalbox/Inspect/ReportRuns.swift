import Analysis
import CLibrary
import Diagnostics
import EventLoops
import FileAccess
import Inspector

/// Computes the reports of `inspect` by running this program's own commands as child processes,
/// which neither delay the page nor can end it.
@MainActor final class ReportRuns {
  private let paths: [String]
  private var timer: LoopTimer?
  private var runs: [Run] = []

  private struct Run {
    let commands: [Command]
    let done: (ReportAnswer) -> Void
    /// Removed when the report is done.
    let folder: TemporaryFolder?
    var program: TextProgram
    var running: RunningProgram
    var deadline: Deadline
    var outputs: [[UInt8]] = []

    var command: Command { commands[outputs.count] }
  }

  /// A command line, and the exit codes after which its output is a report.
  private struct Command {
    let words: [String]
    let codes: ClosedRange<Int32>
  }

  /// - Parameter paths: The route files.
  init(_ paths: [String], loop: EventLoop) throws(LoopFault) {
    self.paths = paths
    timer = try loop.timer { [weak self] in self?.proceed() }
  }

  func start(_ report: InspectorReport, _ done: @escaping (ReportAnswer) -> Void) {
    do throws(ReportFault) {
      let (commands, folder) = try commands(of: report)
      let (program, running) = try Self.started(commands[0])
      runs.append(
        Run(
          commands: commands, done: done, folder: folder, program: program, running: running,
          deadline: Deadline(milliseconds: secondsMax * 1_000)))
    } catch {
      return done(.fault(error.diagnostic))
    }
    timer?.start(afterMilliseconds: pollMilliseconds, everyMilliseconds: pollMilliseconds)
  }

  private func commands(
    of report: InspectorReport
  ) throws(ReportFault) -> ([Command], TemporaryFolder?) {
    let routes = paths.flatMap { ["--routes", $0] }
    switch report {
    case .findings:
      let explore = ["explore", "--json", "--time", "\(exploreSeconds)s"]
      return (
        [
          Command(words: ["check", "--json"] + routes, codes: 0...2),
          Command(words: explore + routes, codes: 0...3),
        ], nil
      )
    case .graph(let subject, let script):
      let subjects = AppGraph.Subject.allCases.map(\.rawValue)
      guard subjects.contains(where: { sameBytes($0, subject) }) else {
        throw ReportFault(Diagnostic.unknownChoice(subject, .subject, choices: subjects))
      }
      let words = ["graph", "--format", "svg", "--of", subject] + routes
      guard !script.utf8.isEmpty else { return ([Command(words: words, codes: 0...0)], nil) }
      let (folder, files) = try Self.saved([script])
      let visited = files.flatMap { ["--visited", $0] }
      return ([Command(words: words + visited, codes: 0...1)], folder)
    case .coverage(let scripts):
      let (folder, files) = try Self.saved(scripts)
      let words = ["replay", "--keep-going", "--coverage", "--json"] + routes + files
      return ([Command(words: words, codes: 0...1)], folder)
    }
  }

  private static func saved(
    _ scripts: [String]
  ) throws(ReportFault) -> (TemporaryFolder, [String]) {
    do throws(FileError) {
      let folder = try TemporaryFolder()
      let files = try scripts.enumerated().map { index, script throws(FileError) in
        let file = folder("session-\(index).nav")
        try writeFile(file, Array(script.utf8), isSynced: false)
        return file
      }
      return (folder, files)
    } catch {
      throw ReportFault(error)
    }
  }

  private static func started(
    _ command: Command
  ) throws(ReportFault) -> (TextProgram, RunningProgram) {
    guard let path = executablePath else {
      throw ReportFault(Diagnostic.noReport("the path of this program is unknown"))
    }
    let program: TextProgram
    do { program = try TextProgram(path, command.words + ["--color", "never"]) } catch {
      throw ReportFault(error)
    }
    do { return (program, try program.start()) } catch { throw ReportFault(error) }
  }

  /// Handles commands that have ended or take too long.
  private func proceed() {
    var left: [Run] = []
    for var run in runs {
      guard run.running.end != nil || run.deadline.isOver else {
        left.append(run)
        continue
      }
      do throws(ReportFault) {
        if try proceed(&run) { left.append(run) }
      } catch {
        run.done(.fault(error.diagnostic))
      }
    }
    runs = left
    if runs.isEmpty { timer?.stop() }
  }

  /// Takes the output of the command that has ended, and starts the next.
  /// - Returns: Whether there is one.
  private func proceed(_ run: inout Run) throws(ReportFault) -> Bool {
    do throws(TextProgramFault) {
      run.outputs.append(
        try run.program.output(
          after: run.running.end, codes: run.command.codes, bytesMax: reportBytesMax))
    } catch {
      throw ReportFault(error)
    }
    guard run.outputs.count == run.commands.count else {
      (run.program, run.running) = try Self.started(run.command)
      run.deadline = Deadline(milliseconds: secondsMax * 1_000)
      return true
    }
    let isPicture = run.commands[0].words.first == Subcommand.graph.name
    run.done(.text(isPicture ? run.outputs[0] : Self.list(of: run.outputs)))
    return false
  }

  /// One JSON array of all lines that are findings or figures.
  private static func list(of outputs: [[UInt8]]) -> [UInt8] {
    let lines = outputs.flatMap { $0.split(separator: UInt8(ascii: "\n")) }
    return Array("[\n".utf8) + lines.joined(separator: ",\n".utf8) + Array("\n]\n".utf8)
  }
}

private struct ReportFault: Error {
  let diagnostic: Diagnostic

  init(_ error: some DiagnosticError) { diagnostic = error.diagnostic }

  init(_ fault: TextProgramFault) {
    switch fault {
    case .notStarted(let reason): diagnostic = .noReport(reason)
    case .failed(nil, _): diagnostic = .noReport("it took more than \(secondsMax) s")
    case .failed(let end?, let line): diagnostic = .noReport(line ?? end.text)
    case .file(let error): diagnostic = error.diagnostic
    }
  }
}

extension Diagnostic {
  fileprivate static func noReport(_ reason: String) -> Diagnostic {
    Diagnostic(
      .inspectReport, "there is no report: \(shortened(reason))",
      advice: "Run 'signalbox check' and 'signalbox graph' on the route files.")
  }
}

/// The time for each command of a report.
private let secondsMax = 60
/// The time after which an exploration reports what it has found.
private let exploreSeconds = 20
/// How often a running command is looked at.
private let pollMilliseconds: UInt64 = 20
/// The longest output of a command.
private let reportBytesMax = 64 << 20
