import CLibrary
import CSystem
import Commands
import Console
import Diagnostics
import EventLoops
import FileAccess
import JSONCodec
import Navigation
import PluginProcesses
import ProgramSupport
import Sessions

/// The console's side of the REPL: a workspace whose moves are written to `--log`.
@MainActor final class ReplConversation: Conversation {
  private var interpreter: Interpreter
  private var workspace: Workspace
  private var log: MoveLog?
  /// Findings about the log, for the next answer.
  private var logFindings: [any Diagnostic] = []
  /// Why the log could not be written; `nil` if it could.
  private(set) var logFault: ExitError?
  /// Whether an event was refused or a line failed.
  private(set) var hasFailed = false
  private let isJSON: Bool
  private let paths: [String]

  private let processes: PluginProcesses

  init(app: App, processes: PluginProcesses, log: MoveLog?, isJSON: Bool) {
    let paths = app.paths
    self.processes = processes
    interpreter = Interpreter(
      app.loaded, appSource: { App.load(paths, processes: processes) })
    workspace = interpreter.workspace()
    self.log = log
    self.isJSON = isJSON
    self.paths = paths
    append([workspace.beginning])
  }

  var prompt: String { workspace.prompt }

  var innerLoop: (any InnerLoop)? { processes }

  func answer(to line: String) -> Answer {
    processes.turn()  // Handles what arrived since the last line.
    let columns = csystem_terminal_columns(STDOUT_FILENO)
    interpreter.display = Display(columns: columns > 0 ? Int(columns) : nil)
    let response = interpreter.run(line, on: &workspace) { [self] in append($0.moves) }
    append(response.moves)
    hasFailed = hasFailed || response.json.isNo
    var text = response.text
    if isJSON { text = response.json == [:] ? "" : response.json.text + "\n" }
    for finding in logFindings { text += told(finding) }
    logFindings = []
    return Answer(text: text, isOver: response.isOver)
  }

  func answer(to error: ConsoleError) -> Answer {
    hasFailed = true
    return Answer(text: told(error))
  }

  private func told(_ finding: any Diagnostic) -> String {
    (isJSON ? JSON.failure(finding).text : finding.summary) + "\n"
  }

  func completions(of line: String, cursorByte: Int) -> [String] {
    interpreter.completions(line: line, cursorByte: cursorByte, on: &workspace)
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

  func onNews(_ tell: (@Sendable () -> Void)?) { workspace.onScreenChange(tell) }

  /// Closes the screens.
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
