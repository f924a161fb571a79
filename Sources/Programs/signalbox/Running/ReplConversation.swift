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

/// What the console talks to: an interpreter, whose moves are logged where that was asked for.
@MainActor final class ReplConversation: Conversation {
  private var interpreter: Interpreter
  private var log: MoveLog?
  /// What the answer to come still has to tell about the log.
  private var logFindings: [any Diagnostic] = []
  /// Why the log could not be written, if it could not.
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
    self.log = log
    self.isJSON = isJSON
    self.paths = paths
    interpreter.onTransitions = { [weak self] transitions, definition in
      self?.appendToLog { log throws(ExitError) in try log.append(transitions, in: definition) }
    }
    interpreter.onJump = { [weak self] jump in
      self?.appendToLog { log throws(ExitError) in try log.append(jump) }
    }
    interpreter.tellJump(.begin)
  }

  var prompt: String { interpreter.prompt }

  var innerLoop: (any InnerLoop)? { processes }

  func answer(to line: String) -> Answer {
    processes.turn()  // What came while nobody waited.
    let columns = csystem_terminal_columns(STDOUT_FILENO)
    interpreter.display = Display(columns: columns > 0 ? Int(columns) : nil)
    let response = interpreter.run(line)
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
    interpreter.completions(line: line, cursorByte: cursorByte)
  }

  func noticed(change paths: [String]) -> String? {
    switch App.load(self.paths) {
    case .success: "The route files have changed: 'reload' takes them."
    case .failure(let faults):
      "The route files have changed; \(counted(faults.diagnostics.count, "error")): "
        + (faults.diagnostics.first?.summary ?? "") + " The session keeps the routes it has."
    }
  }

  func news() -> [String] {
    interpreter.takeScreenChanges().flatMap { change in
      isJSON ? [change.json.text] : change.text.split(separator: "\n").map(String.init)
    }
  }

  func onNews(_ tell: (@Sendable () -> Void)?) { interpreter.onScreenChange(tell) }

  /// Closes the screens, since nobody looks at them any more.
  func end() { interpreter.closeScreens() }

  /// Logs what has moved. A log that cannot be written is given up, and that is told at once, and
  /// again at the end.
  private func appendToLog(_ append: (MoveLog) throws(ExitError) -> Void) {
    guard let log else { return }
    do throws(ExitError) {
      try append(log)
    } catch {
      self.log = nil
      logFault = error
      logFindings = error.findings
    }
  }
}
