public import Navigation
public import SignalboxHost
import SignalboxSwiftUI
import SwiftUI

/// An app on the stand-in of SwiftUI, and its user. A file that imports `Testing` cannot import a
/// module named `SwiftUI`.
@MainActor
public struct SwiftUIApp {
  /// What decides.
  public let navigator: Navigator
  let scene = SimulatedScene()

  /// Starts the app.
  public init(
    _ definition: AppDefinition, isReady: Bool = true, log: (@MainActor (String) -> Void)? = nil
  ) {
    self.init(Navigator(definition, isReady: isReady, clock: { 0 }, log: log))
  }

  /// Starts the app in the state of a navigator.
  public init(_ navigator: Navigator) {
    self.navigator = navigator
    scene.show(
      SignalboxView(
        navigator, later: { [weak scene] in scene?.later($0, $1) },
        screen: { ScreenView(request: $0) }, tab: { Text(verbatim: "tab \($0)") }))
  }

  // MARK: - Time

  /// A turn of the main loop, in which SwiftUI updates what has changed.
  public func turn() { scene.turn() }

  /// Lets time pass.
  public func advance(byMilliseconds milliseconds: Int) {
    scene.advance(byMilliseconds: milliseconds)
  }

  /// Lets all end that runs; a gesture is cancelled.
  public func rest() { scene.rest() }

  /// Sets how long transitions take.
  public func setTransitions(milliseconds: Int) { scene.transitionMilliseconds = milliseconds }

  // MARK: - The user

  /// Begins to swipe back in the visible stack.
  public func beginSwipe() { scene.beginSwipe() }

  /// Begins to pull the topmost sheet down.
  public func beginPull() { scene.beginPull() }

  /// Ends the gesture, or cancels it.
  public func endGesture(isCancelled: Bool = false) { scene.endGesture(isCancelled: isCancelled) }

  /// Taps the back button, or chooses from its menu.
  public func goBack(_ count: Int = 1) { scene.goBack(count) }

  /// Taps a tab.
  public func tapTab(_ index: Int, depth: Int = 0) { scene.tapTab(index, depth: depth) }

  /// Taps a button of the visible screen.
  public func tap(_ button: String) { scene.tap(button) }

  /// The user leaves the app.
  public func enterBackground() { show(.inactive, .background) }

  /// The user returns to the app.
  public func enterForeground() { show(.inactive, .active) }

  /// The user opens the notifications, and closes them.
  public func interrupt() { show(.inactive, .active) }

  private func show(_ phases: ScenePhase...) {
    for phase in phases {
      scene.phase = phase
      scene.turn()
    }
  }

  /// The system passes a link to the app.
  public func open(_ link: String) { scene.open(link) }

  // MARK: - What is shown

  /// The screens of the visible stack of the window and of each presentation, lowest first:
  /// `Home Item / Login`. A screen without content is `-`.
  public var shown: String {
    scene.stacks.map { stack in
      if stack.isEmpty { return "(covered)" }
      return stack.map { $0.flatMap { $0.split(separator: "#").first.map(String.init) } ?? "-" }
        .joined(separator: " ")
    }.joined(separator: " / ")
  }

  /// All texts on screen.
  public var texts: [String] { scene.visibleTexts }
}
