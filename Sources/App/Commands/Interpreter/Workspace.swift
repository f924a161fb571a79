import Diagnostics
import JSONCodec
package import Navigation
import Screens
public import Sessions

/// The state that commands work on: a session, its open screens and the last event's outcome.
///
/// Copies are independent except for the screens and the recorder, which they share.
@MainActor
public struct Workspace {
  /// The session that commands change.
  public package(set) var session: Session
  /// The open screens; `nil` until a command needs them.
  private(set) var stage: ScreenStage?
  private var lastEvent = LastEvent.isInHistory

  /// Counts what events use; `nil` to count nothing.
  var recorder: CoverageRecorder?

  package var paint = Paint()

  /// The location of the last event's outcome. Indirect, so that it takes one word: most workspaces
  /// of a daemon store no outcome here.
  private indirect enum LastEvent {
    /// The session's history, for an accepted event; no outcome if the history is empty.
    case isInHistory
    /// There is none: the last action was not an event but, for example, a jump through the
    /// history.
    case isNone
    case became(Applied)
  }

  /// Whether the outcome of the last event is kept. Otherwise it is read from the history when a
  /// command needs it, which suits a daemon with many sessions.
  private let keepsOutcome: Bool

  /// Creates a workspace without open screens.
  package init(_ session: Session, keepsOutcome: Bool = true) {
    self.session = session
    self.keepsOutcome = keepsOutcome
  }

  var definition: AppDefinition { session.definition }
  var state: NavigationState { session.state }

  /// The number of changes of the session, for answers; 0 initially.
  var sequence: JSON { .int(session.changes) }

  /// The outcome of the last event; `nil` initially and after a change without an event, such as
  /// `undo`. Commands that only read keep it.
  var last: Applied? {
    switch lastEvent {
    case .isInHistory: session.lastApplied()
    case .isNone: nil
    case .became(let applied): applied
    }
  }

  /// Applies an event.
  package mutating func apply(_ event: Event) -> Response {
    let now = state.nowMilliseconds
    // A second reference to the state makes every change copy it.
    let before = recorder.map { _ in state }
    let applied = session.apply(event)
    if let before { recorder?.record(event, applied, from: before, to: state, in: definition) }
    return note(event, applied, nowMilliseconds: now)
  }

  /// Takes an event's outcome.
  /// - Parameter nowMilliseconds: The session's clock before the event.
  mutating func note(
    _ event: Event, _ applied: Applied, nowMilliseconds: Int64
  ) -> Response {
    let noted = AppliedEvent(
      event, applied, clock: (nowMilliseconds, session.state.nowMilliseconds), state,
      in: definition, changeCount: session.changes, paint: paint)
    lastEvent = noted.refusal == nil && !keepsOutcome ? .isInHistory : .became(applied)
    updateScreens()
    return Response(noted)
  }

  /// Restarts an unchanged session as not ready.
  mutating func beginCold(_ invocation: Command.Invocation) throws(Diagnostic) -> Response {
    guard session.changes == 0, !session.isCold else {
      throw .notFirst(at: invocation.position)
    }
    session.begin(isReady: false)
    updateScreens()
    return changed(
      invocation, "not ready: links wait for 'ready'", ["ready": false, "seq": sequence])
  }

  /// Adopts another workspace's session and screens as one change, and closes the current screens.
  mutating func replace(with other: Workspace) {
    closeScreens()
    session.replace(with: other.session)
    stage = other.stage
    lastEvent = .isNone
  }

  /// Migrates the session to a reloaded app and recreates the visible screen.
  /// - Returns: The transitions of the migration.
  package mutating func reload(_ app: LoadedApp) -> [Transition] {
    let transitions = session.reload(app.definition)
    remakeScreens(of: app)
    return transitions
  }

  /// Closes all screens and creates the visible one again: factories cannot be compared, and a
  /// screen's content may come from another process now.
  package mutating func remakeScreens(of app: LoadedApp) {
    stage?.reload(factories: app.factories, source: app.source)
    lastEvent = .isNone
    updateScreens()
  }

  /// Opens the screens unless they are already open.
  /// - Parameter other: A stage of the same app, as the template.
  mutating func openScreens(like other: ScreenStage) {
    guard stage == nil else { return }
    stage = other.another()
    updateScreens()
  }

  /// Creates the visible screen if needed and closes screens that left the tree. Called after every
  /// change of the session.
  func updateScreens() { stage?.update(state, in: definition) }

  /// Closes all screens.
  public func closeScreens() { stage?.closeAll() }

  package var hasScreens: Bool { stage != nil }

  /// Drops the last event's outcome, after an action that was not an event.
  mutating func forgetLast() { lastEvent = .isNone }

  /// Returns the answer to a command that changed the session without an event.
  func changed(_ invocation: Command.Invocation, _ line: String, _ json: JSON) -> Response {
    var response = Response(lines: [line], json: json)
    response.effects.changes = [
      Change(.state, invocation.text, seq: session.changes, json: json)
    ]
    return response
  }

  /// Returns the move of these transitions; empty if there are none.
  func moves(_ transitions: [Transition]) -> [SessionMove] {
    transitions.isEmpty ? [] : [.transitions(transitions, definition)]
  }

  /// Returns a jump to the session's current position.
  func jump(_ kind: SessionJump.Kind) -> SessionMove {
    .jump(
      SessionJump(
        kind: kind, position: session.position, lastTransition: state.nextSequence &- 1))
  }

  /// The move that begins the session.
  public var beginning: SessionMove { jump(.begin) }
}

extension Workspace {
  /// The prompt, as in `home/MovieDetail [guest]> `: the visible coordinator and screen, `*` for
  /// unsaved work, the logged-in subject if the app has a gate `login`, `(not ready)` before
  /// `ready`, and `(1 waiting)` while a link waits. Escaped; ends in a space.
  public var prompt: String {
    var text = paint(
      definition[state.visibleCoordinator(in: definition)].name, .coordinator)
    if let entry = state.visibleEntry(in: definition) {
      text += "/" + paint(definition.name(of: entry), .screen) + (entry.isDirty ? "*" : "")
    }
    if let gate = definition.gate(named: "login") { text += " [\(person(at: gate))]" }
    if !state.isReady { text += " (not ready)" }
    let waiting = state.deferred.count + (state.request == nil ? 0 : 1)
    if waiting > 0 { text += " (\(waiting) waiting)" }
    return text + "> "
  }

  private func person(at gate: Identifier<Gate>) -> String {
    guard state.openGates.contains(gate) else { return paint("guest", .gateClosed) }
    guard let subject = state.subjects[gate.index] else { return paint("logged in", .gateOpen) }
    return paint(clipped(escaped(subject), columns: Limits.subjectColumnsMax), .gateOpen)
  }
}

/// Clips an escaped text to this number of terminal columns, with `…` in place of the rest.
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
