import Navigation
import Traces

/// Writes what happens as lines of the log that `signalbox conform` checks.
struct NavigatorLog {
  let definition: AppDefinition
  private let session: String
  private let write: (@MainActor (String) -> Void)?
  /// The id of the screen of the last line that has one.
  private var screen: UInt64?

  init(of definition: AppDefinition, session: String, write: (@MainActor (String) -> Void)?) {
    (self.definition, self.session, self.write) = (definition, session, write)
  }

  /// Adds the line of the first screen.
  @MainActor
  mutating func begin(in state: NavigationState, at milliseconds: Int64) {
    guard let entry = state.visibleEntry(in: definition) else { return }
    add(.screen(definition.observed(entry)), at: milliseconds)
    screen = entry.id
  }

  /// Adds the lines of an event and of the screen that it shows.
  @MainActor
  mutating func record(
    _ event: Event, _ outcome: Outcome, from before: NavigationState, to after: NavigationState,
    at milliseconds: Int64
  ) {
    guard write != nil else { return }
    let lines = definition.observations(
      of: event, outcome, from: before, to: after, logged: Set(ObservedKind.allCases))
    for line in lines { add(line, at: milliseconds) }
    screen = after.visibleEntry(in: definition)?.id
  }

  /// Adds the line of a screen that a host shows, unless the last one is of this screen.
  @MainActor
  mutating func show(_ request: ScreenRequest, at milliseconds: Int64) {
    guard request.id != screen else { return }
    add(.screen(definition.observed(request.entry)), at: milliseconds)
    screen = request.id
  }

  @MainActor
  private func add(_ line: Observation, at milliseconds: Int64) {
    guard let write else { return }
    write(String(decoding: line.line(session: session, at: milliseconds), as: UTF8.self))
  }
}
