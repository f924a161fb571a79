import Diagnostics
public import Navigation
import Observation
import Synchronization

/// The open screens: created when first shown, kept while they are in the tree, closed after they
/// have left it.
@MainActor
public final class ScreenStage {
  /// A screen whose content changed without an event.
  public struct Change: Hashable, Sendable {
    /// The screen.
    public let entry: ScreenEntry
    /// Its new content.
    public let content: ScreenContent
  }

  private struct Open {
    let screen: any Screen
    var entry: ScreenEntry
    var content: ScreenContent
  }

  private var factories: [[UInt8]: ScreenFactory]
  private var source: (any ScreenSource)?
  private var open: [UInt64: Open] = [:]
  /// The facts that all open screens know, and the state they were derived from.
  private var facts = SessionFacts()
  private var factsSource: (gates: GateSet, subjects: [String?])?
  private let changed = ChangedScreens()
  private let instances: InstanceNumbers

  /// Creates a stage without open screens.
  ///
  /// - Parameters:
  ///   - factories: Keyed by the bytes of the screens' names; other screens show what their plugin
  ///     describes.
  ///   - source: The source of late content.
  public init(factories: [[UInt8]: ScreenFactory] = [:], source: (any ScreenSource)? = nil) {
    self.factories = factories
    self.source = source
    instances = InstanceNumbers()
  }

  private init(sharing other: ScreenStage) {
    factories = other.factories
    source = other.source
    instances = other.instances
    changed.notify(other.changed.listener)
  }

  /// A stage for another session of the same app, with the same factories and change listener, and
  /// without open screens.
  public func another() -> ScreenStage { ScreenStage(sharing: self) }

  /// Closes all screens and replaces the factories, after the app was reloaded. The next `update`
  /// creates the visible screen.
  public func reload(
    factories: [[UInt8]: ScreenFactory], source: (any ScreenSource)? = nil
  ) {
    closeAll()
    factsSource = nil
    self.factories = factories
    self.source = source
  }

  /// Waits for late content or a late answer, at most as long as the source allows.
  ///
  /// - Returns: Whether the condition holds.
  public func wait(until isDone: () -> Bool) -> Bool {
    isDone() || source?.wait(until: isDone) ?? false
  }

  /// The longest time that `wait` may take, in milliseconds; 0 without a source.
  public var waitMilliseconds: UInt64 { source?.waitMilliseconds ?? 0 }

  /// Closes the screens that have left the tree, reports flow results and changed facts, and
  /// creates the visible screen if needed. Must be called after every event and change of
  /// definition.
  public func update(_ state: NavigationState, in definition: AppDefinition) {
    guard !factories.isEmpty else { return }
    closeWhatLeft(state)
    updateFacts(state, in: definition)
    guard let entry = state.visibleEntry(in: definition), open[entry.id] == nil,
      let make = factories[Array(definition.name(of: entry).utf8)]
    else { return }
    let request = definition.request(for: entry, instance: instances.next())
    let screen = make(request)
    screen.learned(facts)
    open[entry.id] = Open(screen: screen, entry: entry, content: observed(screen, entry.id))
    entry.result.map(screen.received)
  }

  /// The content of the visible screen; `nil` only if no screen is visible.
  public func content(_ state: NavigationState, in definition: AppDefinition) -> ScreenContent? {
    guard let entry = state.visibleEntry(in: definition) else { return nil }
    if changed.contains(entry.id) { _ = look(at: entry.id) }
    return open[entry.id]?.content ?? definition.describedContent(of: entry)
  }

  /// Whether the visible screen was created by a factory instead of described by its plugin.
  public func isVisibleMade(_ state: NavigationState, in definition: AppDefinition) -> Bool {
    state.visibleEntry(in: definition).map { open[$0.id] != nil } ?? false
  }

  /// Passes a tap without a target to the visible screen.
  ///
  /// - Parameter answer: Called at most once, with what the screen answers.
  /// - Returns: Whether the visible screen has a factory, so that it received the tap.
  package func tap(
    _ name: String, _ state: NavigationState, in definition: AppDefinition,
    answer: @escaping TapResult
  ) -> Bool {
    guard let entry = state.visibleEntry(in: definition), let found = open[entry.id] else {
      return false
    }
    var isAnswered = false
    let answerOnce: TapResult = { result in
      guard !isAnswered else { return }
      isAnswered = true
      answer(result)
    }
    if let screen = found.screen as? any FallibleScreen {
      screen.tapped(name, result: answerOnce)
    } else {
      found.screen.tapped(name) { answerOnce(.success($0)) }
    }
    return true
  }

  /// The screens whose content differs from when it was last read, in id order. Each change is
  /// returned once.
  public func takeChanges() -> [Change] {
    changed.all().sorted().compactMap(look)
  }

  /// Called on any thread when a screen's content is about to change. The new content is not
  /// available yet: call `takeChanges` in a later turn. `nil` removes the listener.
  public func onChange(_ notify: (@Sendable () -> Void)?) {
    changed.notify(notify)
  }

  /// Closes all screens.
  public func closeAll() {
    for found in open.values { found.screen.close() }
    open.removeAll()
  }

  private func closeWhatLeft(_ state: NavigationState) {
    guard !open.isEmpty else { return }
    var left = open
    state.forEachEntry { entry, _ in
      // A screen cannot forget a result, so a screen whose result was undone is recreated.
      guard var found = left[entry.id], found.entry.showsSame(as: entry),
        found.entry.resultNumber <= entry.resultNumber
      else { return }
      left[entry.id] = nil
      if found.entry.resultNumber < entry.resultNumber { entry.result.map(found.screen.received) }
      found.entry = entry
      open[entry.id] = found
    }
    for (id, found) in left {
      open[id] = nil
      found.screen.close()
    }
  }

  private func updateFacts(_ state: NavigationState, in definition: AppDefinition) {
    if let factsSource, factsSource.gates == state.openGates,
      factsSource.subjects.elementsEqual(state.subjects, by: sameBytes)
    {
      return
    }
    factsSource = (state.openGates, state.subjects)
    let known = state.facts(in: definition)
    guard known != facts else { return }
    facts = known
    for id in open.keys.sorted() { open[id]?.screen.learned(known) }
  }

  /// Reads the content again.
  ///
  /// - Returns: The change; `nil` if the screen is not open or its content is the same.
  private func look(at id: UInt64) -> Change? {
    changed.remove(id)
    guard var found = open[id] else { return nil }
    let content = observed(found.screen, id)
    guard content != found.content else { return nil }
    found.content = content
    open[id] = found
    return Change(entry: found.entry, content: content)
  }

  /// Reads the content and observes it until it changes.
  private func observed(_ screen: any Screen, _ id: UInt64) -> ScreenContent {
    let changed = changed
    return withObservationTracking {
      screen.content
    } onChange: {
      changed.insert(id)
    }
  }
}

/// The ids of the screens that have changed, usable from any thread.
private final class ChangedScreens: Sendable {
  private struct State {
    var ids: Set<UInt64> = []
    var notify: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func insert(_ id: UInt64) {
    let notify = state.withLock { state in
      state.ids.insert(id)
      return state.notify
    }
    notify?()
  }

  func remove(_ id: UInt64) { state.withLock { _ = $0.ids.remove(id) } }
  func contains(_ id: UInt64) -> Bool { state.withLock { $0.ids.contains(id) } }
  func all() -> [UInt64] { state.withLock { Array($0.ids) } }
  func notify(_ notify: (@Sendable () -> Void)?) { state.withLock { $0.notify = notify } }
  var listener: (@Sendable () -> Void)? { state.withLock { $0.notify } }
}

/// Ids for created screens, unique across all stages of an app: a recreated screen gets a new id,
/// so that answers for the previous one cannot reach it.
@MainActor
private final class InstanceNumbers {
  private var count: UInt64 = 0

  func next() -> String {
    count += 1
    return "\(count)"
  }
}

/// A source of late content, such as the processes that create screens.
@MainActor
public protocol ScreenSource: AnyObject {
  /// The deadline of a call, in milliseconds.
  var waitMilliseconds: UInt64 { get }

  /// Processes input until a condition holds or the deadline of a call has passed. Returns at once
  /// if no input can arrive.
  ///
  /// - Returns: Whether the condition holds.
  func wait(until isDone: () -> Bool) -> Bool
}
