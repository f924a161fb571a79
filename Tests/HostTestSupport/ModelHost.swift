public import Diagnostics
public import Navigation
public import SignalboxHost

/// An app on a `ModelSurface`: a host without a framework.
@MainActor
public struct ModelHost: HostUnderTest {
  /// What decides.
  public let navigator: Navigator
  let surface: ModelSurface
  private let driver: HostDriver

  /// Starts the app.
  public init(
    _ definition: AppDefinition, isReady: Bool = true, log: (@MainActor (String) -> Void)? = nil
  ) {
    navigator = Navigator(definition, isReady: isReady, clock: { 0 }, log: log)
    surface = ModelSurface(of: navigator)
    driver = HostDriver(navigator, surface: surface)
    surface.userActed = { [weak driver] in driver?.userActed() }
    driver.start()
  }

  /// Begins to swipe back.
  public func beginSwipe() { surface.beginGesture(leaving: 1) }

  /// Holds the back button, which takes as long as a gesture.
  public func goBack(_ count: Int) { surface.beginGesture(leaving: count) }

  /// Begins to pull the topmost layer down.
  public func beginPull() { surface.beginGesture(leaving: 0) }

  /// Ends the gesture, or cancels it.
  public func endGesture(isCancelled: Bool) { surface.endGesture(isCancelled: isCancelled) }

  /// Taps a tab.
  public func tapTab(_ index: Int, depth: Int) { surface.selectTab(index, depth: depth) }

  /// Ends the running transition.
  public func endNext() { surface.endTransition() }

  /// Ends all that runs; a gesture is cancelled.
  public func rest() {
    surface.endGesture(isCancelled: true)
    var transitions = 0
    while surface.isInTransition, transitions < 100 {
      surface.endTransition()
      transitions += 1
    }
  }

  /// Ends the running transition.
  public func vary(_ random: inout SplitMix64) { surface.endTransition() }

  /// Breaks the surface.
  public func plant(_ fault: PlantedFault) { surface.planted = fault }

  /// What the surface has refused.
  public var refused: [String] { surface.refused }
  /// The screens on top that are not hidden.
  public var visible: [ShownScreen] {
    surface.topScreens.filter { !surface.hidden.contains($0) }.compactMap { shown($0) }
  }
  /// The visible stacks.
  public var stacks: [[ShownScreen?]] {
    let tree = surface.tree
    return ([tree.stacks[tree.base(in: navigator.definition).index]] + tree.layers.map { $0.stack })
      .map { $0.map { shown($0) } }
  }
  /// What the surface shows.
  public var tree: HostTree? { surface.tree }
  /// Always 0: a model makes no screens.
  public static var screensAlive: Int { 0 }
  /// Always 0.
  public static var objectsAlive: Int { 0 }

  private func shown(_ screen: UInt64) -> ShownScreen? {
    surface.request(for: screen).map { ShownScreen($0) }
  }
}

extension ModelHost: SearchableHost {
  /// What is shown, and what will be.
  public var moment: HostMoment {
    HostMoment(
      trees: [surface.tree] + (surface.change.map { [$0.target] } ?? []),
      changes: surface.isInTransition ? [.init(isGesture: surface.isBusy)] : [],
      hidden: surface.hidden, isKnown: { surface.request(for: $0) != nil })
  }
}
