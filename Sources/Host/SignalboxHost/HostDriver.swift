import Diagnostics
public import Navigation

/// What a framework does for a driver: it shows screens, and reports what it shows.
@MainActor
public protocol HostSurface: AnyObject {
  /// What it shows now, read from the framework rather than remembered. During a transition it can
  /// be what was shown before or what will be shown.
  var tree: HostTree { get }
  /// The screens that have left `tree` and can still be seen, as during a long gesture.
  var leaving: Set<UInt64> { get }
  /// Whether a transition or a gesture runs that the driver has not started.
  var isBusy: Bool { get }
  /// Performs an operation and calls `ended` once, at once or later.
  func perform(_ operation: HostOperation, ended: @escaping @MainActor () -> Void)
  /// Hides the content of these screens, even while a transition runs.
  func hide(_ screens: Set<UInt64>)
  /// What a screen that it shows was made from.
  func request(for screen: UInt64) -> ScreenRequest?
  /// Gives a screen that it shows other values, or the result of a flow. If it cannot show other
  /// values, it reports another screen in `tree`.
  func update(_ screen: ScreenRequest)
}

extension HostSurface {
  /// None.
  public var leaving: Set<UInt64> { [] }
  /// Does nothing: its screens ask for their values.
  public func update(_ screen: ScreenRequest) {}
}

/// Keeps a surface equal to the state of a navigator: it performs the operations of a `Reconciler`
/// one after another, never during a transition, and turns what the user does into events.
@MainActor
public final class HostDriver: NavigatorHost {
  /// What decides.
  public let navigator: Navigator
  /// What it keeps equal.
  package private(set) weak var surface: (any HostSurface)?
  private var reconciler: Reconciler
  /// Whether the surface performs an operation.
  private var isRunning = false
  /// Whether `proceed` is on the call stack.
  private var isProceeding = false

  /// Creates a driver and makes it the navigator's host. Both hold each other weakly, and a surface
  /// that holds its driver leaves no cycle.
  public init(_ navigator: Navigator, surface: any HostSurface) {
    (self.navigator, self.surface) = (navigator, surface)
    reconciler = Reconciler(navigator.definition)
    navigator.host = self
  }

  /// Whether the surface shows what it should, and nothing runs.
  public var isAtRest: Bool {
    !isRunning && surface?.isBusy == false && reconciler.isSettled
  }

  /// Shows the navigator's state on a surface that shows nothing yet.
  public func start() {
    reconciler.want(navigator.tree, gateClosed: false)
    proceed()
  }

  /// Brings the surface to the new state, after the running transition.
  public func navigator(_ navigator: Navigator, didMove transitions: [Transition]) {
    noticeUnreportedChange()
    updateScreens(transitions)
    let gateClosed = transitions.contains { transition in
      if case .gateClosed = transition.kind { true } else { false }
    }
    reconciler.want(
      navigator.tree, gateClosed: gateClosed, leaving: surface?.leaving ?? [])
    surface?.hide(reconciler.expelled)
    proceed()
  }

  private func updateScreens(_ transitions: [Transition]) {
    let updated = Set(
      transitions.filter { $0.name == .update || $0.name == .finish }.compactMap { $0.to?.id })
    guard let surface, !updated.isEmpty else { return }
    for id in updated.inOrder(by: <) { navigator.request(for: id).map(surface.update) }
    if !isRunning, !surface.isBusy { reconciler.report(surface.tree) }
  }

  /// Called by the surface when a gesture or transition that the driver has not started has ended,
  /// also if it was cancelled: only what is shown then counts.
  public func userActed() {
    guard let surface, !isRunning else { return }
    let (before, wasSettled) = (reconciler.shown, reconciler.isSettled)
    let events = reconciler.reportAct(surface.tree)
    if events.isEmpty, wasSettled, reconciler.shown != before { logVisibleScreen() }
    for event in events { navigator.apply(event) }
    proceed()
  }

  /// A surface that has changed without `userActed` is logged as it is, so that `conform` refuses
  /// the log.
  private func noticeUnreportedChange() {
    guard let surface, !isRunning, !surface.isBusy, surface.tree != reconciler.shown else { return }
    logVisibleScreen()
    reconciler.report(surface.tree)
  }

  /// Performs operations until one takes time, or none is left.
  private func proceed() {
    guard !isProceeding else { return }
    isProceeding = true
    defer { isProceeding = false }
    while let surface, !isRunning, !surface.isBusy, let operation = reconciler.next() {
      isRunning = true
      surface.perform(operation) { [weak self] in self?.operationEnded() }
    }
    if !isRunning, surface?.isBusy == false { logVisibleScreen() }
  }

  private func operationEnded() {
    guard isRunning, let surface else { return }
    isRunning = false
    reconciler.report(surface.tree)
    proceed()
  }

  private func logVisibleScreen() {
    guard let surface, let id = surface.tree.visibleScreen(in: navigator.definition),
      let request = surface.request(for: id)
    else { return }
    navigator.hostShows(request)
  }
}
