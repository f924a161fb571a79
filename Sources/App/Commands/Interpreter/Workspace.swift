import Diagnostics
import JSONCodec
package import Navigation
import Screens
public import Sessions

/// What commands work on: a session, the screens that are open and what the last command did.
///
/// A value, but for the screens: copies share them.
@MainActor
public struct Workspace {
  /// The session that the commands change.
  public package(set) var session: Session
  /// The screens that are open; `nil` until a command looks at one.
  private(set) var stage: ScreenStage?
  private var lastEvent = LastEvent.isInHistory

  /// What became of the last event, in one word: most workspaces of a daemon need no more.
  private indirect enum LastEvent {
    /// The last event of the history was applied, if it has one.
    case isInHistory
    /// Something else happened, such as a jump through the history.
    case isNone
    case became(Applied)
  }

  /// A session on which no screen is open yet.
  package init(_ session: Session) {
    self.session = session
  }

  var definition: AppDefinition { session.definition }
  var state: NavigationState { session.state }

  /// How often the session was changed, for answers; 0 before the first time.
  var sequence: JSON { .int(session.changes) }

  /// What became of the last event; `nil` after anything else.
  var last: Applied? {
    switch lastEvent {
    case .isInHistory: session.lastApplied()
    case .isNone: nil
    case .became(let applied): applied
    }
  }

  /// Applies an event, and answers with what became of it.
  mutating func apply(_ event: Event) -> Response {
    let now = state.nowMilliseconds
    return answer(to: event, session.apply(event), nowMilliseconds: now)
  }

  /// Answers with what became of an event.
  /// - Parameter nowMilliseconds: The session's clock before it.
  mutating func answer(
    to event: Event, _ applied: Applied, nowMilliseconds: Int64
  ) -> Response {
    lastEvent = .became(applied)
    updateScreens()
    let outcome = OutcomeText(
      event: event, applied: applied, state: state, definition: definition,
      changes: session.changes)
    var response = Response(lines: [outcome.line], json: outcome.json)
    response.applied = applied
    if case .refused(let refusal) = applied.outcome {
      response.refusals = [refusal]
    } else {
      response.changes = [
        SessionChange(
          kind: .event, command: event.command(nowMilliseconds: nowMilliseconds),
          answer: response.json, seq: session.changes)
      ]
      response.moves = moves(applied.transitions)
    }
    return response
  }

  /// Applies an event without an answer: the caller writes its own.
  package mutating func applyAlone(_ event: Event) -> Applied {
    let applied = session.apply(event)
    if case .refused = applied.outcome {
      lastEvent = .became(applied)
    } else {
      lastEvent = .isInHistory
    }
    updateScreens()
    return applied
  }

  /// Begins the session again, before the app is ready.
  mutating func beginCold(_ invocation: Command.Invocation) throws(CommandError) -> Response {
    guard session.changes == 0, !session.isCold else {
      throw .notFirst(at: invocation.position)
    }
    session.begin(isReady: false)
    updateScreens()
    return changed(
      invocation, "not ready: links wait for 'ready'", ["ready": false, "seq": sequence])
  }

  /// Goes on with the session and screens of another workspace, as one change.
  mutating func replace(with other: Workspace) {
    closeScreens()
    session.replace(with: other.session)
    stage = other.stage
    lastEvent = .isNone
  }

  /// Moves the session to a definition, and makes the screens anew.
  /// - Returns: What that changed.
  package mutating func reload(_ app: LoadedApp) -> [Transition] {
    let transitions = session.reload(app.definition)
    remakeScreens(of: app)
    return transitions
  }

  /// Closes the open screens and makes the visible one anew: factories cannot be compared, and the
  /// process that a screen came from may be another now.
  package mutating func remakeScreens(of app: LoadedApp) {
    stage?.reload(factories: app.factories, source: app.source)
    lastEvent = .isNone
    updateScreens()
  }

  /// Opens the screens if they are not open.
  /// - Parameter other: A stage of the same app.
  mutating func openScreens(like other: ScreenStage) {
    guard stage == nil else { return }
    stage = other.another()
    updateScreens()
  }

  /// Makes the screen that is visible now, and closes those that have left the tree. After every
  /// change of the session.
  func updateScreens() { stage?.update(state, in: definition) }

  /// Closes all screens.
  public func closeScreens() { stage?.closeAll() }

  /// Whether screens are open.
  package var hasScreens: Bool { stage != nil }

  /// Notes that the last command was no event.
  mutating func forgetLast() { lastEvent = .isNone }

  /// The answer to a command that changed the session without an event.
  func changed(_ invocation: Command.Invocation, _ line: String, _ json: JSON) -> Response {
    var response = Response(lines: [line], json: json)
    response.changes = [
      SessionChange(kind: .state, command: invocation.text, answer: json, seq: session.changes)
    ]
    return response
  }

  /// Transitions as moves, if there are any.
  func moves(_ transitions: [Transition]) -> [SessionMove] {
    transitions.isEmpty ? [] : [.transitions(transitions, definition)]
  }

  /// A jump to where the session is now.
  func jump(_ kind: SessionJump.Kind) -> SessionMove {
    .jump(
      SessionJump(
        kind: kind, position: session.position, lastTransition: state.nextSequence &- 1))
  }

  /// That the session has begun.
  public var beginning: SessionMove { jump(.begin) }
}

extension Workspace {
  /// `home/MovieDetail [guest]> `: the visible coordinator and screen, `*` for unsaved work, who is
  /// logged in if the app has a gate `login`, and `(not ready)` before `ready`. Safe to print; ends
  /// in a space.
  public var prompt: String {
    let coordinator = definition[state.visibleCoordinator(in: definition)].name
    var text = coordinator
    if let entry = state.visibleEntry(in: definition) {
      text += "/" + definition.name(of: entry) + (entry.isDirty ? "*" : "")
    }
    if let gate = definition.gate(named: "login") { text += " [\(person(at: gate))]" }
    if !state.isReady { text += " (not ready)" }
    return escaped(text) + "> "
  }

  private func person(at gate: Identifier<Gate>) -> String {
    guard state.openGates.contains(gate) else { return "guest" }
    guard let subject = state.subjects[gate.index] else { return "logged in" }
    return clipped(subject, columns: Limits.subjectColumnsMax)
  }
}

/// As much of a text as fits into so many columns, with `…` for the rest. Control characters must
/// be escaped before.
func clipped(_ text: String, columns: Int) -> String {
  guard terminalWidth(text) > columns else { return text }
  var kept = ""
  var width = 0
  for scalar in text.unicodeScalars {
    width += terminalWidth(scalar)
    guard width < columns else { break }
    kept.unicodeScalars.append(scalar)
  }
  return kept + "…"
}
