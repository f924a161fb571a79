public import Diagnostics
public import Navigation
public import SignalboxHost
import SignalboxSwiftUI
import SwiftUI
import TestSupport

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

  /// The system passes a link to the app.
  public func open(_ link: String) { scene.open(link) }

  /// Makes SwiftUI not write what the user does.
  public func swallowWrites() { scene.swallowsWrites = true }

  /// A moment of a walk: an event, something that the user does, or some time. SwiftUI updates what
  /// has changed in most moments, so that some changes are merged.
  public func step(_ random: inout SplitMix64, event: (inout SplitMix64) -> Event) {
    switch random.below(12) {
    case 0...4: navigator.apply(event(&random))
    case 5: scene.transitionMilliseconds = 1 + random.below(590)  // The surface waits 600.
    case 6: advance(byMilliseconds: random.below(400))
    case 7: if random.chance(60) { beginSwipe() } else { goBack(1 + random.below(3)) }
    case 8: beginPull()
    case 9: endGesture(isCancelled: random.chance(40))
    case 10: tap("dismiss")
    default: tapTab(random.below(3), depth: random.below(2))
    }
    if random.chance(70) { turn() }
  }

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
  /// The number of models of screens that exist.
  public static var models: Int { ScreenModel.count }
  /// What SwiftUI has refused.
  public var refused: [String] { scene.refused.map { "\($0.rule): \($0.text)" } }

  // MARK: - What must hold

  /// What is wrong after an update: something that SwiftUI refuses, or a visible screen that a
  /// closed gate has expelled.
  public var faultsNow: [String] {
    var faults = refused
    for text in texts {
      let parts = text.split(separator: "#")
      guard parts.count == 2, let id = UInt64(parts[1]), navigator.request(for: id) == nil,
        !navigator.admits(String(parts[0]))
      else { continue }
      faults.append("\(text) is visible")
    }
    return faults
  }

  /// What is wrong once all transitions have ended: SwiftUI shows something else than the engine
  /// wants, or a model is alive that no screen needs.
  public func faultsAtRest() -> [String] {
    rest()
    var faults = faultsNow
    let tree = navigator.tree
    let stacks =
      [tree.stacks[tree.base(in: navigator.definition).index]] + tree.layers.map { $0.stack }
    let wanted = stacks.map { $0.map { "\(navigator.request(for: $0)?.screen ?? "?")#\($0)" } }
    let shown = scene.stacks
    if !Self.isSame(shown, wanted) { faults.append("\(shown) is shown, not \(wanted)") }
    if Self.models > tree.screens.count { faults.append("\(Self.models) models exist") }
    return faults
  }

  /// Whether the visible screens are the same, and no other one that SwiftUI has made differs. What
  /// a cover covers is not on screen, and is empty.
  private static func isSame(_ shown: [[String?]], _ wanted: [[String]]) -> Bool {
    guard shown.count == wanted.count, shown.last?.last == wanted.last?.last else { return false }
    return zip(shown, wanted).dropLast().allSatisfy { $0.isEmpty || isSame($0, $1) }
      && zip(shown, wanted).suffix(1).allSatisfy { isSame($0, $1) }
  }

  private static func isSame(_ shown: [String?], _ wanted: [String]) -> Bool {
    shown.count == wanted.count && zip(shown, wanted).allSatisfy { $0 == nil || $0 == $1 }
  }
}

extension Navigator {
  /// Whether the gates of a screen's route are open.
  fileprivate func admits(_ screen: String) -> Bool {
    definition.routes.contains { route in
      definition.name(ofScreen: route) == screen && route.gates.isSubset(of: state.openGates)
    }
  }
}
