import Links
public import Navigation
import Observation
import Synchronization

/// The screens that are open: made when first shown, kept while they stand in the tree, closed when
/// they have left it.
@MainActor
public final class ScreenStage {
  /// A screen whose content has changed by itself.
  public struct Change: Hashable, Sendable {
    /// The screen.
    public let entry: ScreenEntry
    /// What it shows now.
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
  /// What all open screens have been told, and what it was made of.
  private var facts = SessionFacts()
  private var factsSource: (gates: GateSet, subjects: [String?])?
  private let changed = ChangedScreens()
  private let instances: InstanceNumbers

  /// Begins with no screen open.
  /// - Parameters:
  ///   - factories: By the bytes of the screens' names; other screens show what their plugin
  ///     describes.
  ///   - source: Where content comes from that is late.
  public init(factories: [[UInt8]: ScreenFactory] = [:], source: (any ScreenSource)? = nil) {
    self.factories = factories
    self.source = source
    instances = InstanceNumbers()
  }

  private init(beside other: ScreenStage) {
    factories = other.factories
    source = other.source
    instances = other.instances
    changed.notify(other.changed.listener)
  }

  /// A stage for another session of the same app: it has the same factories and tells the same
  /// listener of changes, and no screen is open on it.
  public func another() -> ScreenStage { ScreenStage(beside: self) }

  /// Closes all screens and goes on with other factories, since the app was loaded again. The
  /// visible screen is made at the next `update`.
  public func reload(
    factories: [[UInt8]: ScreenFactory], source: (any ScreenSource)? = nil
  ) {
    closeAll()
    factsSource = nil
    self.factories = factories
    self.source = source
  }

  /// Waits for late content or a late answer, at most as long as the source allows.
  /// - Returns: Whether what was waited for is so.
  public func wait(until isDone: () -> Bool) -> Bool {
    isDone() || source?.wait(until: isDone) ?? false
  }

  /// Closes what has left the tree, tells flows' results and changed facts, and makes the visible
  /// screen if it is not made yet. To be called after every event, and when the definition has
  /// changed.
  public func update(_ state: NavigationState, in definition: AppDefinition) {
    guard !factories.isEmpty else { return }
    closeWhatLeft(state)
    tellFacts(state, in: definition)
    guard let entry = state.visibleEntry(in: definition), open[entry.id] == nil,
      let make = factories[Array(definition.name(of: entry).utf8)]
    else { return }
    let request = definition.request(for: entry, instance: instances.next())
    let screen = make(request)
    screen.learned(facts)
    open[entry.id] = Open(screen: screen, entry: entry, content: observed(screen, entry.id))
    entry.result.map(screen.received)
  }

  /// What the visible screen shows.
  /// - Returns: `nil` only if no screen is visible.
  public func content(_ state: NavigationState, in definition: AppDefinition) -> ScreenContent? {
    guard let entry = state.visibleEntry(in: definition) else { return nil }
    if changed.contains(entry.id) { _ = look(at: entry.id) }
    return open[entry.id]?.content ?? definition.describedContent(of: entry)
  }

  /// Whether a factory made the visible screen, rather than that its plugin describes it.
  public func isVisibleMade(_ state: NavigationState, in definition: AppDefinition) -> Bool {
    state.visibleEntry(in: definition).map { open[$0.id] != nil } ?? false
  }

  /// Hands a tap without a target to the visible screen.
  /// - Parameter answer: See `Screen.tapped`; called at most once.
  /// - Returns: Whether a factory's screen is visible, so that the tap could be handed on.
  public func tap(
    _ name: String, _ state: NavigationState, in definition: AppDefinition,
    answer: @escaping @MainActor (String?) -> Void
  ) -> Bool {
    guard let entry = state.visibleEntry(in: definition), let found = open[entry.id] else {
      return false
    }
    var isAnswered = false
    found.screen.tapped(name) { target in
      guard !isAnswered else { return }
      isAnswered = true
      answer(target)
    }
    return true
  }

  /// The screens that show something else than they did when they were last looked at, in order
  /// of their numbers. Each is told once.
  public func takeChanges() -> [Change] {
    changed.all().sorted().compactMap(look)
  }

  /// Is called, on any thread, when a screen's content is about to change. At that moment it has
  /// not changed yet: `takeChanges` is for a later turn. `nil` ends it.
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
      // A result that was undone cannot be taken back from the screen: it is made anew.
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

  private func tellFacts(_ state: NavigationState, in definition: AppDefinition) {
    if let factsSource, factsSource.gates == state.openGates,
      factsSource.subjects.elementsEqual(state.subjects, by: sameText)
    {
      return
    }
    factsSource = (state.openGates, state.subjects)
    let known = state.facts(in: definition)
    guard known != facts else { return }
    facts = known
    for id in open.keys.sorted() { open[id]?.screen.learned(known) }
  }

  /// Reads the content afresh.
  /// - Returns: The change; `nil` if the screen is not open or shows what it did.
  private func look(at id: UInt64) -> Change? {
    changed.remove(id)
    guard var found = open[id] else { return nil }
    let content = observed(found.screen, id)
    guard content != found.content else { return nil }
    found.content = content
    open[id] = found
    return Change(entry: found.entry, content: content)
  }

  /// The content, which is from now on observed until it changes.
  private func observed(_ screen: any Screen, _ id: UInt64) -> ScreenContent {
    let changed = changed
    return withObservationTracking {
      screen.content
    } onChange: {
      changed.insert(id)
    }
  }
}

/// The numbers of screens that have changed; from any thread.
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

/// Numbers for the screens that are made, each given once to all stages of an app: a screen that
/// is made again is another one, and what was on its way to the first must not reach it.
@MainActor
private final class InstanceNumbers {
  private var count: UInt64 = 0

  func next() -> String {
    count += 1
    return "\(count)"
  }
}
