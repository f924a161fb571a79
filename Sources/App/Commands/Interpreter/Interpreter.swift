public import Diagnostics
import JSONCodec
import Links
public import Navigation
import Screens
import Sessions

/// Answers command lines: the one function that the prompt, scripts and the daemon run commands by.
///
///     var interpreter = Interpreter(definition: definition)
///     var workspace = interpreter.workspace()
///     interpreter.run("open /movies/42", on: &workspace).text
///
/// Total: every line gives an answer. It holds what is common to all workspaces of an app; only
/// `reload` changes it.
@MainActor
public struct Interpreter {
  /// Where `reload` finds the app.
  public typealias AppSource = @MainActor () -> Result<LoadedApp, DefinitionFaults>

  /// How answers are shown.
  public var display: Display
  /// The app as it was loaded last.
  private(set) var app: LoadedApp
  let commands: CommandTable
  private let appSource: AppSource
  /// A stage on which no screen is open, which those of workspaces are made like.
  private var emptyStage: ScreenStage
  /// Whether commands may name files, and `reload` reads the routes. False for remote clients.
  package var mayUseFiles = true
  /// The scripts that run, outermost first.
  var scripts: [String] = []
  /// Lines that the running scripts may still run.
  var stepsLeft = Limits.scriptStepsMax
  /// How long scripts may run; `nil` for no limit.
  package var scriptTime: ScriptTime?

  /// - Parameters:
  ///   - app: What the first workspaces move through, and what makes their screens.
  ///   - commands: The commands before those of plugins.
  ///   - display: How answers are shown.
  ///   - appSource: Where `reload` finds the app; the same one unless given.
  public init(
    _ app: LoadedApp, commands: CommandTable = .standard, display: Display = Display(),
    appSource: AppSource? = nil
  ) {
    self.app = app
    self.commands = commands
    self.display = display
    self.appSource = appSource ?? { .success(app) }
    emptyStage = ScreenStage(factories: app.factories, source: app.source)
  }

  /// Interprets commands on an app without Swift plugins.
  public init(
    definition: AppDefinition, display: Display = Display(), appSource: AppSource? = nil
  ) {
    self.init(LoadedApp(definition), display: display, appSource: appSource)
  }

  /// Begins a session, its first screen open.
  public func workspace() -> Workspace {
    var workspace = Workspace(Session(definition: app.definition))
    openScreens(of: &workspace)
    return workspace
  }

  /// Opens the screens of a workspace if they are not open.
  func openScreens(of workspace: inout Workspace) { workspace.openScreens(like: emptyStage) }

  /// Adopts an app that was loaded again; workspaces adopt it by `Workspace.reload`.
  package mutating func adopt(_ app: LoadedApp) {
    self.app = app
    emptyStage = emptyStage.another()
    emptyStage.reload(factories: app.factories, source: app.source)
  }

  /// Answers one line.
  /// - Parameters:
  ///   - line: A command, a bare link, a comment that begins with `#`, or nothing; at most
  ///     `Limits.lineBytesMax` bytes.
  ///   - position: Where the line is, if in a script.
  ///   - onStep: Receives the answer to every line of a script that `source` runs, as it is run;
  ///     without it the changes, moves and refusals of those lines are in the response.
  public mutating func run(
    _ line: String, at position: SourcePosition? = nil, on workspace: inout Workspace,
    onStep: ((Response) -> Void)? = nil
  ) -> Response {
    do throws(CommandError) {
      guard let line = try CommandLine(line, commands, at: position) else { return Response() }
      return answer(line, on: &workspace, onStep: onStep)
    } catch {
      return Response(error)
    }
  }

  /// Answers a command with arguments of its parameters' types.
  package mutating func run(
    _ invocation: Command.Invocation, on workspace: inout Workspace
  ) -> Response {
    do throws(CommandError) {
      return try perform(invocation, on: &workspace, onStep: nil)
    } catch {
      return Response(error)
    }
  }

  /// Answers a line that was taken apart.
  mutating func answer(
    _ line: CommandLine, on workspace: inout Workspace, onStep: ((Response) -> Void)? = nil
  ) -> Response {
    do throws(CommandError) {
      return try perform(line, on: &workspace, onStep: onStep)
    } catch {
      return Response(error)
    }
  }

  private mutating func perform(
    _ line: CommandLine, on workspace: inout Workspace, onStep: ((Response) -> Void)?
  ) throws(CommandError) -> Response {
    if let command = line.command {
      return try perform(try line.invocation(of: command), on: &workspace, onStep: onStep)
    }
    guard let command = pluginCommand(named: line.word) else {
      throw .unknown(
        word: line.word, nearest: nearest(to: line.word, in: commandNames), at: line.position)
    }
    return try run(command, line, on: &workspace)
  }

  private mutating func perform(
    _ invocation: Command.Invocation, on workspace: inout Workspace,
    onStep: ((Response) -> Void)?
  ) throws(CommandError) -> Response {
    let command = invocation.command
    if command.traits.contains(.looksAtScreens) { openScreens(of: &workspace) }
    switch command.action {
    case .event(let syntax):
      let event: Event
      do {
        event = try syntax.event(
          invocation.arguments, nowMilliseconds: workspace.state.nowMilliseconds)
      } catch {
        throw .syntax(error, at: invocation.position)
      }
      guard case .tap(let name) = event else { return workspace.apply(event) }
      return try workspace.tap(name, at: invocation.position)
    case .answer(let answer): return try answer(&self, &workspace, invocation)
    case .expect: return try workspace.expect(invocation)
    case .source: return try source(invocation, on: &workspace, onStep: onStep)
    case .reload: return try reload(invocation, &workspace)
    }
  }

  /// Reads the app again and moves the session to it.
  private mutating func reload(
    _ invocation: Command.Invocation, _ workspace: inout Workspace
  ) throws(CommandError) -> Response {
    guard mayUseFiles else { throw .reloadElsewhere(at: invocation.position) }
    switch appSource() {
    case .success(let app):
      adopt(app)
      let transitions = workspace.reload(app)
      var response = workspace.reloaded(transitions)
      response.changes = workspace.changed(invocation, "", response.json).changes
      response.moves = workspace.moves(transitions)
      return response
    case .failure(let faults): return .notReloaded(faults.diagnostics)
    }
  }
}

/// The commands that plugins add; they come after the built-in ones.
extension Interpreter {
  /// The first words of all commands, in the order of help.
  var commandNames: [String] { commands.all.map(\.word) + app.commands.map(\.name) }

  /// The plugin's command of that name, compared as bytes.
  func pluginCommand(named word: String) -> PluginCommand? {
    app.commands.first { sameBytes($0.name, word) }
  }

  /// Runs a plugin's command, and does what its answer leads to, as a tap would.
  private func run(
    _ command: PluginCommand, _ line: CommandLine, on workspace: inout Workspace
  ) throws(CommandError) -> Response {
    let answer = command.run(Array(line.words))
    let lines = answer.lines.map(escaped)
    guard let target = answer.target else {
      return Response(lines: lines, json: ["lines": .texts(answer.lines)])
    }
    var response = try workspace.follow(target, from: command.name, at: line.position)
    response.text = lines.map { $0 + "\n" }.joined() + response.text
    response.json = .object(
      [.init("lines", .texts(answer.lines))] + (response.json.objectValue ?? []))
    return response
  }
}
