public import Diagnostics
import JSONCodec
public import Navigation
package import Screens
public import Sessions

/// Takes command lines, one by one, and answers them: the one behind the REPL, scripts and clients.
///
///     var interpreter = Interpreter(definition: definition)
///     interpreter.run("open /movies/42").text
///
/// Total: every line gives an answer. It owns a session and the screens that are open: only the
/// commands that it is given change them. `work(on:)` puts a session from elsewhere in their place
/// for one command; meanwhile its own is out of reach, and comes back as it was.
@MainActor
public struct Interpreter {
  /// Where `reload` finds the app.
  public typealias AppSource = @MainActor () -> Result<LoadedApp, DefinitionFaults>

  /// The session that the commands work on.
  public package(set) var session: Session
  /// How answers are shown.
  public var display: Display
  let appSource: AppSource
  /// The screens that are open.
  package var stage: ScreenStage
  /// The commands that plugins add.
  package var pluginCommands: [PluginCommand]
  /// The last event and what became of it; `nil` after a jump through the history.
  package var last: Applied?
  /// Whether a command was run that changes the session, so that `cold` comes too late.
  package var hasChanged = false
  /// The scripts that run, outermost first.
  var scripts: [String] = []
  /// Lines that the running scripts may still run.
  var stepsLeft = Limits.scriptStepsMax
  /// How long scripts may run; `nil` where nobody waits for them.
  package var scriptTime: ScriptTime?

  /// Told of what every command changes, as it happens: events, those of scripts that `source`
  /// runs, the session that `load` leads to, and what `reload` takes away. The definition is the
  /// one that the transitions belong to.
  public var onTransitions: (([Transition], AppDefinition) -> Void)?

  /// Told where the session goes without transitions that tell the way; by `load` after those of
  /// the session that it leads to.
  public var onJump: ((SessionJump) -> Void)?

  /// Told of every change of the session, right after it, but not of those that a script of `load`
  /// makes: what that leads to is one change.
  package var onChange: ((SessionChange) -> Void)?
  /// Told of every event that is refused, those of scripts included.
  package var onRefusal: ((Refusal) -> Void)?
  /// Whether commands may name files, and `reload` reads the routes. They may not where whoever
  /// types them sits elsewhere.
  package var mayUseFiles = true

  /// Begins a session.
  /// - Parameters:
  ///   - app: What it moves through, and what makes its screens.
  ///   - display: How answers are shown.
  ///   - appSource: Where `reload` finds the app; the same one unless given.
  public init(_ app: LoadedApp, display: Display = Display(), appSource: AppSource? = nil) {
    session = Session(definition: app.definition)
    self.display = display
    self.appSource = appSource ?? { .success(app) }
    stage = ScreenStage(factories: app.factories, source: app.source)
    pluginCommands = app.commands
    updateScreens()
  }

  /// Begins a session of an app without Swift plugins.
  public init(
    definition: AppDefinition, display: Display = Display(), appSource: AppSource? = nil
  ) {
    self.init(LoadedApp(definition), display: display, appSource: appSource)
  }

  var definition: AppDefinition { session.definition }
  var state: NavigationState { session.state }

  /// Answers one line.
  /// - Parameters:
  ///   - line: A command, a bare link, a comment that begins with `#`, or nothing; at most
  ///     `Limits.lineBytesMax` bytes.
  ///   - position: Where it stands, if in a script.
  public mutating func run(_ line: String, at position: SourcePosition? = nil) -> Response {
    do throws(CommandError) {
      return try perform(line, at: position)
    } catch {
      return Response(error)
    }
  }

  private mutating func perform(
    _ line: String, at position: SourcePosition?
  ) throws(CommandError) -> Response {
    guard let words = try commandWords(of: line, at: position) else { return Response() }
    guard let command = CommandTable.command(named: words[0]) else {
      if let command = pluginCommand(named: words[0]) {
        return try run(command, Array(words.dropFirst()), at: position)
      }
      throw .unknown(
        word: words[0], nearest: nearest(to: words[0], in: commandNames), at: position)
    }
    let invocation = Command.Invocation(
      words: Array(words.dropFirst()), line: line, position: position)
    let response = try command.run(&self, invocation)
    if command.changesSession { hasChanged = true }
    return response
  }

  /// The words of a line, `open` put before a bare link; `nil` for a comment and for nothing.
  func commandWords(of line: String, at position: SourcePosition?) throws(CommandError) -> [String]?
  {
    guard line.utf8.count <= Limits.lineBytesMax else {
      throw .limit(name: "bytes of a line", bound: Limits.lineBytesMax, at: position)
    }
    guard let first = line.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }),
      first != UInt8(ascii: "#")
    else { return nil }
    let words: [String]
    do { words = try Navigation.words(of: line) } catch { throw .syntax(error, at: position) }
    guard let word = words.first else { return nil }
    return isLink(word) ? ["open"] + words : words
  }

  /// Does what the words of an event ask.
  mutating func apply(
    _ words: [String], at position: SourcePosition?
  ) throws(CommandError) -> Response {
    let event: Event
    do {
      event = try Event(words: words, nowMilliseconds: state.nowMilliseconds)
    } catch {
      // The command table also has an example to show.
      if case .usage(let word, _) = error {
        throw Command.Invocation(words: Array(words.dropFirst()), line: "", position: position)
          .usage(word)
      }
      throw .syntax(error, at: position)
    }
    return apply(event)
  }

  /// Does what is asked, and answers with what became of it.
  mutating func apply(_ event: Event) -> Response {
    let now = state.nowMilliseconds
    let applied = session.apply(event)
    let response = answer(to: event, applied)
    if case .refused(let refusal) = applied.outcome {
      onRefusal?(refusal)
    } else if let onChange {
      let command = event.command(nowMilliseconds: now)
      onChange(.event(command: command, answer: response.json, changes: session.changes))
    }
    return response
  }

  /// Tells what became of an event.
  mutating func answer(to event: Event, _ applied: Applied) -> Response {
    last = applied
    updateScreens()
    tell(applied.transitions)
    let outcome = OutcomeText(
      event: event, applied: applied, state: state, definition: definition,
      changes: session.changes)
    var response = Response(lines: [outcome.line], json: outcome.json)
    response.applied = applied
    return response
  }

  /// Makes the screen that is visible now, and closes what has gone. After every change of the
  /// session.
  func updateScreens() { stage.update(state, in: definition) }

  /// Closes all screens: the session is over.
  public func closeScreens() { stage.closeAll() }

  /// Tells what was changed, if anything was.
  func tell(_ transitions: [Transition]) {
    if !transitions.isEmpty { onTransitions?(transitions, definition) }
  }

  /// Tells where the session is now.
  package func tellJump(_ kind: SessionJump.Kind) {
    onJump?(
      SessionJump(
        kind: kind, position: session.position, lastTransition: state.nextSequence &- 1))
  }

  /// Begins the session again, before the app is ready.
  mutating func beginCold(at position: SourcePosition?) throws(CommandError) -> Response {
    guard !hasChanged, session.count == 0, !session.isCold else { throw .notFirst(at: position) }
    session.begin(isReady: false)
    updateScreens()
    let response = Response(
      lines: ["not ready: links wait for 'ready'"], json: ["ready": false, "seq": sequence])
    onChange?(.state(command: "cold", answer: response.json, changes: session.changes))
    return response
  }
}
