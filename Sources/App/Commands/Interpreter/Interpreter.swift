public import Diagnostics
import JSONCodec
package import Navigation
import Screens
import Sessions

/// Runs command lines for the prompt, scripts and the daemon.
///
///     var interpreter = Interpreter(LoadedApp(definition))
///     var workspace = interpreter.workspace()
///     interpreter.run("open /movies/42", on: &workspace).text
///
/// Never fails: every line gets an answer. Holds what all workspaces of an app share; only `reload`
/// changes it.
@MainActor
public struct Interpreter {
  /// Loads the app for `reload`.
  public typealias AppSource = @MainActor () -> Result<LoadedApp, DiagnosticList>

  /// How answers are shown.
  public var display: Display
  private(set) var app: LoadedApp
  let commands: CommandTable
  private let appSource: AppSource
  /// The stage without open screens that workspaces' stages are created from.
  private var emptyStage: ScreenStage
  /// Whether commands can name files and `reload` can load the app again. False for remote clients.
  package var mayUseFiles = true
  /// Whether the answers to a script's lines reach anyone. False for remote clients: `log`, which
  /// can be long, is not written then.
  package var showsScripts = true
  /// Whether to end the running script; asked ahead of each of its lines.
  public var isInterrupted: @MainActor () -> Bool = { false }
  /// The paths of the running scripts, outermost first.
  var scripts: [String] = []
  /// The number of lines that the running scripts can still run.
  var stepsLeft = Limits.scriptStepsMax
  /// The time limit of scripts; `nil` for none.
  package var scriptTime: ScriptTime?

  /// - Parameters:
  ///   - app: The app that new workspaces use, and its screen factories.
  ///   - commands: The built-in commands; those of plugins follow them.
  ///   - display: How answers are shown.
  ///   - appSource: Loads the app for `reload`; returns `app` unless given.
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

  /// Begins a session and opens its first screen.
  public func workspace() -> Workspace {
    var workspace = Workspace(Session(definition: app.definition))
    openScreens(of: &workspace)
    return workspace
  }

  /// Opens the screens of a workspace if they are not open.
  func openScreens(of workspace: inout Workspace) { workspace.openScreens(like: emptyStage) }

  /// How long a tap can wait for the content of the visible screen, in milliseconds; `nil` if it
  /// can be performed or refused now.
  package func millisecondsToWait(
    forTap name: String, on workspace: inout Workspace
  ) -> UInt64? {
    guard asksScreen(workspace) else { return nil }
    openScreens(of: &workspace)
    return workspace.awaits(tap: name) ? workspace.stage?.waitMilliseconds : nil
  }

  /// How long a command that shows the visible screen can wait for its content, in milliseconds;
  /// `nil` if it is not loading.
  package func millisecondsToWaitForContent(of workspace: inout Workspace) -> UInt64? {
    openScreens(of: &workspace)
    guard workspace.isVisibleMade, case .loading = workspace.content?.state else { return nil }
    return workspace.stage?.waitMilliseconds
  }

  /// Adopts a reloaded app; each workspace adopts it through `Workspace.reload`.
  package mutating func adopt(_ app: LoadedApp) {
    self.app = app
    emptyStage = emptyStage.another()
    emptyStage.reload(factories: app.factories, source: app.source)
  }

  /// Runs one line and returns its answer.
  /// - Parameters:
  ///   - line: A command, a bare link, a comment starting with `#`, or an empty line; at most
  ///     `Limits.lineBytesMax` bytes.
  ///   - position: The line's position; `nil` outside scripts.
  ///   - onStep: Receives each line of a script that `source` runs and its answer, as it runs;
  ///     without it, the response contains the texts, changes, moves and refusals of those lines.
  public mutating func run(
    _ line: String, at position: SourcePosition? = nil, on workspace: inout Workspace,
    onStep: ((ScriptStep) -> Void)? = nil
  ) -> Response {
    workspace.paint = display.paint
    do throws(Diagnostic) {
      guard let line = try CommandLine(line, commands, at: position) else { return Response() }
      return answer(line, on: &workspace, onStep: onStep)
    } catch {
      return Response(error, display)
    }
  }

  /// Runs a command whose arguments have their parameters' types.
  package mutating func run(
    _ invocation: Command.Invocation, on workspace: inout Workspace
  ) -> Response {
    do throws(Diagnostic) {
      return try perform(invocation, on: &workspace, onStep: nil)
    } catch {
      return Response(error, display)
    }
  }

  mutating func answer(
    _ line: CommandLine, on workspace: inout Workspace, onStep: ((ScriptStep) -> Void)? = nil
  ) -> Response {
    do throws(Diagnostic) {
      let response = try perform(line, on: &workspace, onStep: onStep)
      return line.command?.answersInProse ?? false ? display.wrapped(response) : response
    } catch {
      return Response(error, display)
    }
  }

  private mutating func perform(
    _ line: CommandLine, on workspace: inout Workspace, onStep: ((ScriptStep) -> Void)?
  ) throws(Diagnostic) -> Response {
    if let command = line.command {
      if line.isHelp { return try help(command.word, at: line.position) }
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
    onStep: ((ScriptStep) -> Void)?
  ) throws(Diagnostic) -> Response {
    let command = invocation.command
    if command.traits.contains(.looksAtScreens) { openScreens(of: &workspace) }
    switch command.action {
    case .event(let syntax):
      let event: Event
      do {
        event = try syntax.event(
          invocation.arguments, nowMilliseconds: workspace.state.nowMilliseconds)
      } catch {
        throw error.diagnostic.at(invocation.position)
      }
      return try apply(event, at: invocation.position, on: &workspace)
    case .answer(let answer): return try answer(&self, &workspace, invocation)
    case .expect: return try workspace.expect(invocation, display)
    case .log where !showsScripts && !scripts.isEmpty: return Response()
    case .log: return workspace.log(invocation.arguments.integer(0) ?? Limits.logDefault)
    case .source: return try source(invocation, on: &workspace, onStep: onStep)
    case .reload: return try reload(invocation, &workspace)
    }
  }

  /// Applies an event; a tap on a screen that a factory made is the screen's first.
  package func apply(
    _ event: Event, at position: SourcePosition? = nil, on workspace: inout Workspace
  ) throws(Diagnostic) -> Response {
    guard case .tap(let name) = event, asksScreen(workspace) else {
      return workspace.apply(event)
    }
    openScreens(of: &workspace)
    return try workspace.tap(name, at: position)
  }

  /// Whether the visible screen comes from a factory, so that it handles taps before the
  /// definition.
  private func asksScreen(_ workspace: Workspace) -> Bool {
    guard !app.factories.isEmpty,
      let entry = workspace.state.visibleEntry(in: workspace.definition)
    else { return false }
    return app.factories[Array(workspace.definition.name(of: entry).utf8)] != nil
  }

  /// Loads the app again and migrates the session to it.
  private mutating func reload(
    _ invocation: Command.Invocation, _ workspace: inout Workspace
  ) throws(Diagnostic) -> Response {
    guard mayUseFiles else { throw .reloadElsewhere(at: invocation.position) }
    switch appSource() {
    case .success(let app):
      adopt(app)
      let transitions = workspace.reload(app)
      var response = workspace.reloaded(transitions)
      response.effects = workspace.changed(invocation, "", response.json).effects
      response.effects.moves = workspace.moves(transitions)
      return response
    case .failure(let faults): return .notReloaded(faults.diagnostics)
    }
  }
}

/// Commands of plugins, which follow the built-in ones.
extension Interpreter {
  /// The first words of all commands, in the order of help.
  var commandNames: [String] { commands.all.map(\.word) + app.commands.map(\.name) }

  /// Returns the plugin command with this name, compared bytewise; `nil` if there is none.
  func pluginCommand(named word: String) -> PluginCommand? {
    app.commands.first { sameBytes($0.name, word) }
  }

  /// Runs a plugin's command and follows the target of its answer as a tap would.
  private func run(
    _ command: PluginCommand, _ line: CommandLine, on workspace: inout Workspace
  ) throws(Diagnostic) -> Response {
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
