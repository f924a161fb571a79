import CLibrary
public import Navigation
public import Observation

/// Runs the navigation of an app: it owns the state, applies each event to it, and passes what to
/// show to the host.
///
///     let navigator = Navigator(definition) { line in log.append(line) }
///     navigator.open("shop://items/42")
///     navigator.tap("orders")                  // deferred(login): the login is shown
///     navigator.satisfy("login", subject: "alice")
///
/// Views and controllers call it and never move screens themselves. Whatever happens goes through
/// `NavigationState.apply`: what it refuses changes nothing, and `last` says why.
@MainActor
@Observable
public final class Navigator {
  /// The definition of the app.
  public let definition: AppDefinition
  /// The state of the session.
  public private(set) var state: NavigationState
  /// The result of the last event. Its outcome says whether unsaved work asks a question, a gate
  /// defers a link, or a link belongs in the browser.
  public private(set) var last = Applied(outcome: .moved, transitions: [])
  /// What shows the screens.
  @ObservationIgnored public weak var host: (any NavigatorHost)?
  /// Called after each event, ahead of the host; for tests that record events.
  @ObservationIgnored package var applied: (@MainActor (Event) -> Void)?
  @ObservationIgnored var log: NavigatorLog
  @ObservationIgnored private let clock: @MainActor () -> Int64
  /// The time of `clock` at which the session's clock was 0.
  @ObservationIgnored let origin: Int64

  /// Starts a session with the first screens of the definition and every gate closed.
  ///
  /// - Parameters:
  ///   - isReady: Whether links open at once. If false (a cold start), they wait for `ready()`.
  ///   - session: The name of the session in the log, unique in the app; empty for none.
  ///   - clock: Milliseconds since any moment, for links that wait and for the log. It must not go
  ///     back while the app runs, nor begin anew with the app if sessions are restored.
  ///   - log: Receives each line of the log that `signalbox conform` checks (docs/conform.md), JSON
  ///     without the line's end.
  public convenience init(
    _ definition: AppDefinition, isReady: Bool = true, session: String = "",
    clock: @escaping @MainActor () -> Int64 = monotonicMilliseconds,
    log: (@MainActor (String) -> Void)? = nil
  ) {
    self.init(
      NavigationState(of: definition, isReady: isReady), from: nil,
      log: NavigatorLog(of: definition, session: session, write: log), clock: clock)
    self.log.begin(in: state, at: clock())
  }

  /// - Parameter origin: That of the navigator that had the state; `nil` if no time has passed
  ///   since. None has either if the clock has gone back.
  init(
    _ state: NavigationState, from origin: Int64?, log: NavigatorLog,
    clock: @escaping @MainActor () -> Int64
  ) {
    (self.state, definition, self.clock, self.log) = (state, log.definition, clock, log)
    let latest = clock() &- state.nowMilliseconds
    self.origin = min(origin ?? latest, latest)
  }

  /// What a host should show.
  public var tree: HostTree { HostTree(state, in: definition) }

  /// The visible screen; `nil` only if the definition can show nothing.
  public var visibleScreen: ScreenRequest? {
    state.visibleEntry(in: definition).map { ScreenRequest($0, in: definition) }
  }

  /// What a screen is to be made from; `nil` if it is no longer in the state.
  public func request(for screen: UInt64) -> ScreenRequest? {
    state.entry(screen).map { ScreenRequest($0, in: definition) }
  }

  /// Applies an event, after setting the session's clock.
  ///
  /// - Returns: What `last` then has as its outcome.
  @discardableResult
  public func apply(_ event: Event) -> Outcome {
    let now = updateClock()
    let before = state
    last = state.apply(event, in: definition)
    log.record(event, last.outcome, from: before, to: state, at: now)
    applied?(event)
    host?.navigator(self, didMove: last.transitions)
    return last.outcome
  }

  /// Sets the session's clock, as each event does: gates lapse, and links expire. Call it from a
  /// timer if a gate is to close at its time although nothing happens.
  ///
  /// - Returns: The time of `clock`.
  @discardableResult
  public func updateClock() -> Int64 {
    let now = clock()
    let elapsed = min(now &- origin, Limits.clockMillisecondsMax)
    guard elapsed > state.nowMilliseconds else { return now }
    let (before, event) = (state, Event.tick(milliseconds: elapsed))
    let passed = state.apply(event, in: definition)
    guard !passed.transitions.isEmpty else { return now }
    log.record(event, passed.outcome, from: before, to: state, at: now)
    host?.navigator(self, didMove: passed.transitions)
    return now
  }

  /// Lets a gate lapse ahead of its time. The log says that it has closed.
  func lapse(_ gate: Identifier<Gate>) {
    let before = state
    last = state.lapse(gate, in: definition)
    let event = Event.revoke(gate: definition[gate].name)
    log.record(event, last.outcome, from: before, to: state, at: clock())
  }

  /// Adds a line to the log if a host shows another screen at rest than the log has last: then the
  /// host has not done what it was asked to, or has changed without an event.
  public func hostShows(_ screen: ScreenRequest) {
    log.show(screen, at: clock())
  }
}

/// Shows the screens of a navigator.
@MainActor
public protocol NavigatorHost: AnyObject {
  /// Called after each event.
  func navigator(_ navigator: Navigator, didMove transitions: [Transition])
}

/// The milliseconds since 1970 by the device's date at the first use, and from then on by a clock
/// that nobody sets and that runs while the device sleeps.
@MainActor
public func monotonicMilliseconds() -> Int64 {
  let (seconds, attoseconds) = (ContinuousClock.now - start.instant).components
  return start.milliseconds + seconds * 1_000 + attoseconds / 1_000_000_000_000_000
}

private let start = (instant: ContinuousClock.now, milliseconds: dateMilliseconds())

private func dateMilliseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
}
