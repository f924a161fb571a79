#if canImport(SwiftUI)
  import Navigation
  import Observation
  package import SignalboxHost
  import SwiftUI

  /// Runs a closure after a time; after zero, in a later turn of the main loop.
  package typealias Later = @MainActor (Duration, @escaping @MainActor () -> Void) -> Void

  /// `Later` with the clock of the system.
  @MainActor
  func sleepAndRun(_ duration: Duration, _ action: @escaping @MainActor () -> Void) {
    Task {
      try? await Task.sleep(for: duration)
      action()
    }
  }

  /// A presented sheet, cover or flow.
  package struct ShownLayer: Identifiable, Hashable {
    /// Unique in a surface, so that what SwiftUI says of an old layer does not apply to a new one.
    package let id: Int
    let isSheet: Bool
  }

  /// What SwiftUI shows, and what it writes.
  ///
  /// The bindings (`SwiftUISurface+Bindings.swift`) read `shown`. What SwiftUI writes counts as the
  /// user's act, and takes effect in the next turn: SwiftUI writes in the middle of an update,
  /// where nothing that it observes may change, and can write several times for one act.
  ///
  /// SwiftUI reports the end of a dismissal, but not that of a push, pop or presentation: the next
  /// operation then waits for `transitionDuration`, which is longer than these take.
  @MainActor
  @Observable
  package final class SwiftUISurface {
    static let transitionDuration = Duration.milliseconds(600)

    let navigator: Navigator
    /// What SwiftUI was asked to show, with what it has written.
    package private(set) var shown: HostTree
    /// The layers of `shown`, lowest first.
    package private(set) var layers: [ShownLayer] = []
    /// The screens whose content must not be visible.
    package private(set) var hidden: Set<UInt64> = []
    /// Whether the engine would dismiss the topmost layer now.
    private(set) var isDismissible = true
    /// What SwiftUI has written since the last turn; `nil` if nothing.
    @ObservationIgnored package private(set) var written: HostTree?
    @ObservationIgnored private var driver: HostDriver?
    @ObservationIgnored package private(set) var transition: Transition?
    /// The transitions that have begun.
    @ObservationIgnored private var transitions = 0
    /// What the shown screens were made from.
    @ObservationIgnored private var requests: [UInt64: ScreenRequest] = [:]
    /// The screens that have appeared, and not disappeared since.
    @ObservationIgnored package private(set) var onScreen: Set<UInt64> = []
    /// The screens that have left `shown` and have not disappeared since.
    @ObservationIgnored package private(set) var left: Set<UInt64> = []
    /// The visible screen, if it has disappeared without being asked to.
    @ObservationIgnored package private(set) var lost: UInt64?
    /// The selections before another tab was to be selected, if SwiftUI still shows the old one.
    @ObservationIgnored package private(set) var keptSelections: [Int?]?
    /// The transitions by which SwiftUI brings a screen back that the user has popped in a covered
    /// stack.
    @ObservationIgnored package private(set) var returns = 0
    @ObservationIgnored private let later: Later

    /// A change that SwiftUI has not finished.
    package struct Transition {
      /// What ends it.
      package enum End: Equatable {
        case time
        /// A layer appears, and then time.
        case appearance(of: Int)
        case dismissal(level: Int)
      }

      let number: Int
      package fileprivate(set) var end: End
      /// Tells the driver; `nil` if the user has started it.
      package let ended: (@MainActor () -> Void)?
    }

    init(_ navigator: Navigator, _ later: @escaping Later) {
      (self.navigator, self.later) = (navigator, later)
      shown = HostTree(emptyUnder: navigator.definition)
    }

    /// Shows the navigator's state, once.
    func start() {
      guard driver == nil else { return }
      let driver = HostDriver(navigator, surface: self)
      self.driver = driver
      hide([])
      driver.start()
    }
  }

  // MARK: - Operations

  extension SwiftUISurface: HostSurface {
    /// What is shown. If the visible screen has disappeared and one below it has not, SwiftUI has
    /// popped without writing the path.
    package var tree: HostTree {
      var tree = shown
      if let keptSelections { tree.selections = keptSelections }
      let place = tree.visiblePlace(in: navigator.definition)
      if let lost, tree[place].last == lost,
        let visible = tree[place].lastIndex(where: { onScreen.contains($0) })
      {
        tree[place].removeSubrange((visible + 1)...)
      }
      return tree
    }

    package var leaving: Set<UInt64> { left.union(onScreen).subtracting(shown.screens) }

    package var isBusy: Bool {
      written != nil || returns > 0 || transition.map { $0.ended == nil } ?? false
    }

    package func request(for screen: UInt64) -> ScreenRequest? {
      navigator.request(for: screen) ?? requests[screen]
    }

    /// Hides the content of screens as long as they exist: what has left `shown` can still slide
    /// away. Called after each event.
    package func hide(_ screens: Set<UInt64>) {
      var state = navigator.state
      let moves = state.apply(.dismiss, in: navigator.definition).outcome == .moved
      change(animated: false) {
        if !screens.isSubset(of: hidden) { hidden.formUnion(screens) }
        if isDismissible != moves { isDismissible = moves }
      }
    }

    package func perform(_ operation: HostOperation, ended: @escaping @MainActor () -> Void) {
      let before = shown
      (lost, keptSelections) = (nil, nil)
      change(animated: operation.isAnimated) { shown = shown.applying(operation) }
      for screen in shown.screens where requests[screen] == nil {
        requests[screen] = navigator.request(for: screen)
      }
      switch operation {
      case .present(let layer, let animated):
        let shownLayer = ShownLayer(id: transitions, isSheet: layer.kind == .sheet)
        change(animated: animated) { layers.append(shownLayer) }
        begin(.appearance(of: shownLayer.id), ended)
      case .dismiss(let level, let animated) where layers.indices.contains(level):
        change(animated: animated) { layers.removeSubrange(level...) }
        begin(.dismissal(level: level), ended)
      case .setStack(_, _, animated: true): begin(.time, ended)
      case .setStack, .select, .dismiss:
        if case .select = operation { watchSelection(since: before) }
        ended()
        forgetScreens()
      }
    }

    /// Notices, when SwiftUI has had the time to select another tab, that it has not: the visible
    /// screen has not appeared, and the one of the old tab has not disappeared.
    private func watchSelection(since before: HostTree) {
      let definition = navigator.definition
      let selections = shown.selections
      guard let left = before.visibleScreen(in: definition) else { return }
      later(Self.transitionDuration) { [weak self] in
        guard let self, shown.selections == selections, shown.layers.isEmpty,
          transition == nil, written == nil, onScreen.contains(left),
          let wanted = shown.visibleScreen(in: definition), !onScreen.contains(wanted)
        else { return }
        keptSelections = before.selections
      }
    }

    /// Changes what views observe. SwiftUI merges the changes of a turn, and a view is animated as
    /// the first one says.
    private func change(animated: Bool, _ body: () -> Void) {
      var transaction = Transaction()
      transaction.disablesAnimations = !animated
      withTransaction(transaction, body)
    }

    private func begin(_ end: Transition.End, _ ended: (@MainActor () -> Void)?) {
      transition = Transition(number: transitions, end: end, ended: ended)
      transitions += 1
      if end == .time { endInTime() }
    }

    private func endInTime() {
      guard let number = transition?.number else { return }
      later(Self.transitionDuration) { [weak self] in
        guard let self, transition?.number == number, transition?.end == .time else { return }
        endTransition()
        takeActs()
      }
    }

    private func endTransition() {
      guard let transition else { return }
      self.transition = nil
      if let ended = transition.ended { ended() } else { driver?.userActed() }
      forgetScreens()
    }

    /// Forgets the screens that are neither shown nor wanted; not during a transition, in which one
    /// that leaves is still on screen. By a long swipe it is also afterwards, and stays hidden.
    private func forgetScreens() {
      guard transition == nil else { return }
      let screens = Set(shown.screens)
      requests = requests.filter { screens.contains($0.key) }
      left = leaving
      onScreen.formIntersection(screens)
      let kept = screens.union(left)
      if !hidden.isSubset(of: kept) {
        change(animated: false) { hidden.formIntersection(kept) }
      }
    }
  }

  // MARK: - What SwiftUI reports

  extension SwiftUISurface {
    /// Records what SwiftUI writes.
    func write(_ now: HostTree) {
      if written == nil { later(.zero) { [weak self] in self?.takeActs() } }
      written = now
    }

    /// Lets no operation begin until SwiftUI has ended a pop and brought the screen back.
    func awaitReturn() {
      returns += 1
      later(Self.transitionDuration * 2) { [weak self] in
        self?.returns -= 1
        self?.driver?.userActed()
      }
    }

    /// Turns what SwiftUI has written into events. What the user does in a transition shows that it
    /// has ended; only a presentation or dismissal that the act does not concern is waited for.
    private func takeActs() {
      guard let now = written else { return }
      let level = now.layers.count
      let dismissed = layers.indices.contains(level) ? layers[level] : nil
      var (hasAppeared, takesTime) = (true, now.selections == shown.selections)
      switch transition?.end {
      case nil: break
      case .time:
        // If the user has acted before SwiftUI has drawn the change, the transition is yet to come.
        let top = shown.visibleScreen(in: navigator.definition)
        takesTime = takesTime || top.map { !onScreen.contains($0) } ?? false
        endTransition()
      case .appearance(let id) where dismissed != nil:
        hasAppeared = dismissed?.id != id
        endTransition()
      case .dismissal where dismissed != nil: endTransition()
      case .appearance, .dismissal: return
      }
      let place = now.visiblePlace(in: navigator.definition)
      if dismissed != nil, now[place] != shown[place] { awaitReturn() }
      (written, lost, keptSelections) = (nil, nil, nil)
      change(animated: false) {
        shown = now
        if dismissed != nil { layers.removeSubrange(level...) }
      }
      if dismissed == nil, takesTime { begin(.time, nil) }
      if dismissed != nil, hasAppeared { begin(.dismissal(level: level), nil) }
      driver?.userActed()
    }

    /// A layer is on screen, and its presentation ends soon.
    func layerAppeared(_ layer: ShownLayer) {
      guard transition?.end == .appearance(of: layer.id) else { return }
      transition?.end = .time
      endInTime()
    }

    /// A dismissal has ended. If it was not asked for, the user has pulled the layer down.
    func dismissalEnded(at level: Int) {
      if layers.indices.contains(level) {
        var now = written ?? shown
        now.layers.removeSubrange(min(level, now.layers.count)...)
        written = now
        takeActs()
      }
      guard transition?.end == .dismissal(level: level) else { return }
      endTransition()
      takeActs()
    }

    /// A screen appears. The one below the visible screen does when a swipe begins.
    func appeared(_ screen: UInt64) {
      onScreen.insert(screen)
      left.remove(screen)
      if lost == screen { lost = nil }
      keptSelections = nil
    }

    /// A screen disappears, also after a push, under a cover or in another tab.
    func disappeared(_ screen: UInt64) {
      onScreen.remove(screen)
      left.remove(screen)
      if !isBusy, transition == nil, shown.visibleScreen(in: navigator.definition) == screen {
        lost = screen
      }
    }
  }
#endif
