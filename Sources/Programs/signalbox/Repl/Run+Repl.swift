import CLibrary
import Commands
import Console
import Diagnostics
import EventLoops
import FileAccess
import JSONCodec
import Navigation
import PluginProcesses
import ProgramSupport

/// `signalbox [repl]`.
@MainActor func runRepl(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let processes = try pluginProcesses()
  defer { processes.close() }
  let app = try App(arguments, processes: processes)
  let conversation = ReplConversation(
    app: app, processes: processes, log: try MoveLog(arguments), isJSON: arguments.has(.json),
    paint: streams.paint)
  let lines = arguments.lines
  if isAtTerminal, lines.isEmpty {
    do { try processes.endWaitsOnInterrupt() } catch { throw .usage(error) }
  }
  let options = ConsoleOptions(
    programName: "signalbox", historyPath: arguments.history.value,
    watchedPaths: app.paths, pager: pager, banner: banner(app.definition))
  defer { conversation.end() }
  let code = lines.isEmpty ? converse(conversation, options: options) : 0
  for (line, script) in lines {
    if let script { try conversation.requireReadable(script) }
    var fault: ExitError?
    let answer = conversation.answer(to: line) { part in
      do throws(ExitError) { try streams.write(part) } catch { fault = error }
      return fault == nil
    }
    if let fault { throw fault }
    try streams.write(answer.text)
    if answer.isOver { break }
  }
  // An incomplete log is an error, so that it is not taken for complete.
  if let fault = conversation.logFault { throw fault }
  guard lines.isEmpty else { return conversation.hasFailed ? .negative : .done }
  return ExitStatus(ofConversation: code, hasFailed: conversation.hasFailed)
}

extension Arguments {
  /// The lines that `-c` and `-f` run, in their order, and the scripts of those of `-f`.
  fileprivate var lines: [(line: String, script: String?)] {
    found.compactMap { option, value in
      guard let value else { return nil }
      switch option {
      case .line: return (value, nil)
      case .script: return ("source " + quoted(value), value)
      default: return nil
      }
    }
  }
}

private func banner(_ definition: AppDefinition) -> String {
  wrappedForTerminal(
    "signalbox \(programVersion): \(counted(definition.plugins.count, "plugin")), "
      + "\(counted(definition.routes.count, "route")). 'help' lists the commands, Ctrl-D leaves.")
}

/// The command that shows long answers: `PAGER`, or `less` if it is installed; `nil` if `PAGER` is
/// empty or `cat`.
private var pager: String? {
  guard let pager = environment("PAGER") else {
    return "command -v less > /dev/null || exit 127; less -FRX"
  }
  return pager.utf8.isEmpty || sameBytes(pager, "cat") ? nil : pager
}

/// The console's side of the REPL: a workspace whose moves are written to `--log`.
@MainActor final class ReplConversation: Conversation {
  private var interpreter: Interpreter
  private var workspace: Workspace
  private var log: MoveLog?
  /// Findings about the log, for the next answer.
  private var logFindings: [Diagnostic] = []
  /// Why the log could not be written; `nil` if it could.
  private(set) var logFault: ExitError?
  /// Whether an event was refused or a line failed.
  private(set) var hasFailed = false
  private let isJSON: Bool
  private let paint: Paint
  private var timing = PromptTiming()
  private let paths: [String]

  private let processes: PluginProcesses

  init(app: App, processes: PluginProcesses, log: MoveLog?, isJSON: Bool, paint: Paint) {
    let paths = app.paths
    self.processes = processes
    interpreter = Interpreter(
      app.loaded, appSource: { App.load(paths, processes: processes) })
    workspace = interpreter.workspace()
    workspace.paint = paint
    self.log = log
    self.isJSON = isJSON
    self.paint = paint
    self.paths = paths
    append([workspace.beginning])
  }

  var prompt: String { workspace.prompt }

  var innerLoop: (any InnerLoop)? { processes }

  /// Ends the program, as other subcommands do, if a script of `-f` cannot be read.
  func requireReadable(_ script: String) throws(ExitError) {
    do { try interpreter.requireReadable(script) } catch { throw .usage(error) }
  }

  func answer(to line: String, showing part: (String) -> Bool) -> Answer {
    timing.begin()
    processes.turn()  // Handles what arrived since the last line.
    processes.isInterrupted = !part("")  // Ctrl-C can have come since the line was entered.
    interpreter.display = Display(columns: terminalColumns(), paint: paint)
    return withoutActuallyEscaping(part) { part in
      interpreter.isInterrupted = { !part("") }
      defer { interpreter.isInterrupted = { false } }
      let response = interpreter.run(line, on: &workspace) { [self] step in
        append(step.response.effects.moves)
        if !isJSON { _ = part(step.text) }
      }
      return answer(response)
    }
  }

  private func answer(_ response: Response) -> Answer {
    append(response.effects.moves)
    hasFailed = hasFailed || response.json.isNo
    var text = response.text
    if isJSON { text = response.json == [:] ? "" : response.json.text + "\n" }
    for finding in logFindings { text += rendered(finding) }
    logFindings = []
    if !isJSON { text += timing.text(paint) }
    if let isTimed = response.isTimed { timing.isOn = isTimed }
    return Answer(
      text: text, isOver: response.isOver, isPaged: !isJSON && response.effects.changes.isEmpty)
  }

  func continued(_ line: String) -> String? { Navigation.continued(line) }

  func answer(to error: Diagnostic) -> Answer {
    hasFailed = true
    return Answer(text: rendered(error))
  }

  private func rendered(_ finding: Diagnostic) -> String {
    (isJSON ? JSON.failure(finding).text : finding.summary) + "\n"
  }

  func completions(of line: String, cursorByte: Int, ignoresCase: Bool) -> [String] {
    interpreter.completions(
      line: line, cursorByte: cursorByte, ignoresCase: ignoresCase, on: &workspace)
  }

  func placeholders(of line: String, cursorByte: Int) -> [String] {
    interpreter.placeholders(line: line, cursorByte: cursorByte, on: workspace)
  }

  func noticed(change paths: [String]) -> String? {
    switch App.load(self.paths) {
    case .success: "The route files have changed: 'reload' loads them."
    case .failure(let faults):
      "The route files have changed; \(counted(faults.diagnostics.count, "error")): "
        + (faults.diagnostics.first?.summary ?? "") + " The session keeps its current routes."
    }
  }

  func news() -> [String] {
    workspace.takeScreenChanges().flatMap { change in
      isJSON ? [change.json.text] : change.text.split(separator: "\n").map(String.init)
    }
  }

  func onNews(_ notify: (@Sendable () -> Void)?) { workspace.onScreenChange(notify) }

  func end() { workspace.closeScreens() }

  /// Writes moves to the log. After a failure, the log is no longer written; the failure is
  /// reported at once and at the end.
  private func append(_ moves: [SessionMove]) {
    guard let log else { return }
    do throws(ExitError) {
      try log.append(moves)
    } catch {
      self.log = nil
      logFault = error
      logFindings = error.findings
    }
  }
}

extension ExitStatus {
  /// The exit code of a session at the console: `no` if a line failed, unless input is a terminal,
  /// where the user has seen the answer.
  init(ofConversation code: Int32, hasFailed: Bool) {
    let isNo = code == 0 && hasFailed && isatty(STDIN_FILENO) != 1
    self = isNo ? .negative : ExitStatus(rawValue: code)
  }
}
