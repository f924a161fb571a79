import Commands
import Navigation
import Sessions

/// An interpreter and its workspace, as used by the prompt.
@MainActor struct Prompt {
  var interpreter: Interpreter
  var workspace: Workspace

  init(
    _ app: LoadedApp, commands: CommandTable = .standard, display: Display = Display(),
    appSource: Interpreter.AppSource? = nil
  ) {
    interpreter = Interpreter(app, commands: commands, display: display, appSource: appSource)
    workspace = interpreter.workspace()
  }

  init(
    definition: AppDefinition, display: Display = Display(),
    appSource: Interpreter.AppSource? = nil
  ) {
    self.init(LoadedApp(definition), display: display, appSource: appSource)
  }

  var session: Session { workspace.session }

  mutating func run(_ line: String) -> Response { interpreter.run(line, on: &workspace) }

  mutating func completions(line: String, cursorByte: Int) -> [String] {
    interpreter.completions(line: line, cursorByte: cursorByte, on: &workspace)
  }
}
