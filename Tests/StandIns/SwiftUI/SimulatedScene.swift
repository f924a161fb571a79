/// What no app sees: the main loop, the clock, the user, and what SwiftUI has refused. Not part of
/// SwiftUI.
@MainActor
public final class SimulatedScene {
  /// What SwiftUI punishes by a warning, a lost presentation or a wrong path; README.md has the
  /// sources.
  public enum Rule: String, Sendable {
    case changeDuringUpdate, endlessUpdates, pathDuringTransition, noDestination, noSuchTab
    case presentOverPresentation, presentDuringTransition
  }

  /// What was refused.
  public private(set) var refused: [(rule: Rule, text: String)] = []
  /// The milliseconds that transitions take.
  public var transitionMilliseconds = 400
  /// Whether SwiftUI does not write what the user does: a fault that a test plants.
  public var swallowsWrites = false
  /// Whether SwiftUI does not select the tab that a binding says: a fault that a test plants.
  public var ignoresSelections = false

  private let storedPhase = ScenePhaseMemory()
  let window = Presenter()
  private(set) var isUpdating = false
  /// The transaction of the part of an update that runs.
  var transaction = Transaction()
  var callbacks: [() -> Void] = []
  private(set) var root: Node?
  private var isDirty = true
  /// What the next turn does, each with its name.
  private(set) var jobs: [(name: String, action: @MainActor () -> Void)] = []
  private(set) var timers: [(time: Int, number: Int, name: String, action: @MainActor () -> Void)] =
    []
  private var timersSet = 0
  private(set) var now = 0
  private(set) var gesture: SimulatedTransition?
  private var transitions = 0
  /// Whether the user has acted since the last update.
  private(set) var hasTouched = false

  /// Creates a scene that shows nothing yet.
  public init() {}

  /// Whether the app is in use, as views see it.
  public var phase: ScenePhase {
    get { storedPhase.current }
    set { storedPhase.current = newValue }
  }

  /// Shows a view in the window.
  public func show<V: View>(_ view: V) {
    let view = PhaseView(base: view, phase: storedPhase)
    root = Node(Content(key: 0, view: view, environment: EnvironmentValues()), in: self)
    window.content = root
    update()
  }

  /// Shows the content of an app's window group.
  public func show<A: App>(_ app: A) {
    if let group = app.body as? any Windowed { show(group.content) }
  }

  func refuse(_ rule: Rule, _ text: String) { refused.append((rule, text)) }

  // MARK: - Updates

  func needsUpdate() { isDirty = true }

  /// SwiftUI calls a binding's setter in the middle of an update.
  func writeInUpdate(isUsers: Bool = false, _ write: () -> Void) {
    if isUsers, swallowsWrites { return }
    let outer = isUpdating
    isUpdating = true
    hasTouched = hasTouched || isUsers
    write()
    isUpdating = outer
  }

  /// Evaluates what has changed since the last update, all changes together.
  private func update() {
    hasTouched = false
    var rounds = 0
    while isDirty, rounds < 100 {
      isDirty = false
      isUpdating = true
      root?.updateIfNeeded()
      root?.setOnScreen(true)
      isUpdating = false
      let actions = callbacks
      callbacks = []
      for action in actions { action() }
      rounds += 1
    }
    if isDirty { refuse(.endlessUpdates, "") }
  }

  /// A turn of the main loop: what was to be done later, then an update.
  public func turn() {
    let actions = jobs
    jobs = []
    for job in actions { job.action() }
    update()
  }

  /// Whether everything that has changed is on screen.
  public var isDrawn: Bool { !isDirty }

  /// Whether a turn would do something.
  public var isIdle: Bool { jobs.isEmpty && !isDirty }

  // MARK: - Time

  /// Runs an action of the app after a time; after zero, in a later turn.
  public func later(_ duration: Duration, _ action: @escaping @MainActor () -> Void) {
    later("app", Int(duration / .milliseconds(1)), action)
  }

  func later(_ name: String, _ milliseconds: Int = 0, _ action: @escaping @MainActor () -> Void) {
    guard milliseconds > 0 else { return jobs.append((name, action)) }
    timersSet += 1
    timers.append((now + milliseconds, timersSet, name, action))
  }

  @discardableResult
  func begin(
    isInteractive: Bool = false, isAnimated: Bool = true, _ ended: @escaping (Bool) -> Void
  ) -> SimulatedTransition {
    let transition = SimulatedTransition(isInteractive: isInteractive, ended)
    transitions += 1
    if isInteractive {
      gesture = transition
    } else {
      later("transition", isAnimated ? transitionMilliseconds : 0) { [weak self] in
        self?.transitions -= 1
        transition.ended(false)
      }
    }
    return transition
  }

  /// Whether a transition or gesture runs.
  public var isInTransition: Bool { transitions > 0 }

  /// Lets time pass, with a turn before it and after each timer.
  public func advance(byMilliseconds milliseconds: Int) {
    turn()
    let end = now + milliseconds
    while let next = timers.min(by: { ($0.time, $0.number) < ($1.time, $1.number) }),
      next.time <= end
    {
      timers.removeAll { $0.number == next.number }
      now = next.time
      next.action()
      turn()
    }
    now = end
  }

  /// A turn, or the time until the next timer if a turn would do nothing.
  public func endNext() {
    guard isIdle else { return turn() }
    if let next = timers.map(\.time).min() { advance(byMilliseconds: next - now) }
  }

  /// Lets all end that runs; a gesture is cancelled.
  public func rest() {
    endGesture(isCancelled: true)
    var rounds = 0
    while !isIdle || !timers.isEmpty, rounds < 1_000 {
      endNext()
      rounds += 1
    }
  }

  /// What waits for the end of a presentation is evaluated again.
  func invalidatePresentations() {
    for node in root?.all ?? [] where node.memory is Presentation { node.invalidate() }
  }

  // MARK: - The user

  private var presenters: [Presenter] {
    var presenters = [window]
    while let next = presenters.last?.presented { presenters.append(next) }
    return presenters
  }

  private var acceptsTouches: Bool { transitions == 0 && !hasTouched }

  private func stack(of presenter: Presenter?) -> StackMemory? {
    presenter?.content?.visible.lazy.compactMap { $0.memory as? StackMemory }.first
  }

  /// Taps the back button, or chooses from its menu after a long press.
  public func goBack(_ count: Int = 1) {
    if acceptsTouches { stack(of: presenters.last)?.pop(count) }
  }

  /// Begins to swipe back.
  public func beginSwipe() {
    if acceptsTouches { stack(of: presenters.last)?.beginSwipe() }
  }

  /// Begins to pull the topmost sheet down.
  public func beginPull() {
    if acceptsTouches { (presenters.last as? Presentation)?.beginPull() }
  }

  /// Ends the gesture, or cancels it.
  public func endGesture(isCancelled: Bool = false) {
    guard let gesture else { return }
    self.gesture = nil
    transitions -= 1
    gesture.ended(isCancelled)
  }

  /// Taps a tab, if nothing covers the tabs: the outermost ones, or those below.
  public func tapTab(_ index: Int, depth: Int = 0) {
    let tabs = (root?.visible ?? []).compactMap { $0.memory as? TabMemory }
    if acceptsTouches, window.presented == nil, tabs.indices.contains(depth) {
      tabs[depth].tap(index)
    }
  }

  /// Taps the first visible button with this title.
  public func tap(_ title: String) {
    let button = presenters.last?.content?.visible.first {
      $0.view is any Tappable && $0.texts == [title]
    }
    if acceptsTouches { (button?.view as? any Tappable)?.action() }
  }

  /// Types into the first visible text field.
  public func type(_ text: String) {
    let field = presenters.last?.content?.visible.lazy.compactMap { $0.view as? any Editable }.first
    if acceptsTouches { field?.text.wrappedValue = text }
  }

  /// The system passes a link to the app.
  public func open(_ link: String) {
    guard let url = URL(string: link) else { return }
    for node in root?.all ?? [] { (node.view as? any URLReceiver)?.action(url) }
  }

  // MARK: - What is shown

  /// For the window and each presentation, the visible stack: the first text of each screen, lowest
  /// first; `nil` for a screen that SwiftUI has not made yet.
  public var stacks: [[String?]] {
    presenters.map { presenter in
      guard let stack = stack(of: presenter) else { return [] }
      let nodes = Dictionary(
        stack.node.children.map { ($0.key, $0.node) }, uniquingKeysWith: { $1 })
      return stack.keys.map { nodes[$0]?.texts.first }
    }
  }

  /// All texts on screen, also of what a transition shows; without those of screens that the user
  /// has popped.
  public var visibleTexts: [String] {
    presenters.flatMap { presenter in
      let popped = stack(of: presenter)?.poppedByUser
      let texts = (presenter.content?.visible ?? []).compactMap { ($0.view as? Text)?.text }
      return texts.filter { popped?.contains($0) != true }
    }
  }
}

@MainActor
protocol Windowed {
  associatedtype Content: View
  var content: Content { get }
}

extension WindowGroup: Windowed {}

@MainActor
protocol Tappable {
  var action: @MainActor () -> Void { get }
}

extension Button: Tappable {}

@MainActor
protocol Editable {
  var text: Binding<String> { get }
}

extension TextField: Editable {}

/// A change that takes time.
@MainActor
final class SimulatedTransition {
  let isInteractive: Bool
  let ended: (_ isCancelled: Bool) -> Void

  init(isInteractive: Bool, _ ended: @escaping (_ isCancelled: Bool) -> Void) {
    (self.isInteractive, self.ended) = (isInteractive, ended)
  }
}
