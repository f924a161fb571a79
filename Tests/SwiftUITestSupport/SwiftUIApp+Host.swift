public import Diagnostics
public import HostTestSupport
public import SignalboxHost
import SwiftUI
import TestSupport

extension SwiftUIApp: SearchableHost {
  /// Draws what has changed, or lets the time pass until something ends.
  public func endNext() { scene.endNext() }

  /// Changes how long transitions take, lets some time pass, or calls `dismiss()` in a view.
  public func vary(_ random: inout SplitMix64) {
    switch random.below(3) {
    case 0: scene.transitionMilliseconds = 1 + random.below(590)  // The surface waits 600.
    case 1: advance(byMilliseconds: random.below(400))
    default: leave()
    }
  }

  /// Calls `dismiss()` in the visible view. A tap is handled in a later turn than the change before
  /// it, which is drawn by then.
  public func leave() {
    turn()
    tap("dismiss")
  }

  /// Breaks SwiftUI.
  public func plant(_ fault: PlantedFault) {
    switch fault {
    case .swallowedGestures: scene.swallowsWrites = true
    case .ignoredSelections: scene.ignoresSelections = true
    }
  }

  /// What SwiftUI has refused.
  public var refused: [String] { scene.refused.map { "\($0.rule): \($0.text)" } }
  /// The screens on screen, by their texts; none until SwiftUI has updated what has changed.
  public var visible: [ShownScreen] { scene.isDrawn ? texts.compactMap { Self.screen($0) } : [] }
  /// The visible stacks. Those that a cover covers are not on screen.
  public var stacks: [[ShownScreen?]] { scene.stacks.map { $0.map { $0.flatMap(Self.screen) } } }
  /// `nil`: SwiftUI cannot be asked.
  public var tree: HostTree? { nil }
  /// The models of screens.
  public static var screensAlive: Int { ScreenModel.count }
  /// The models of screens.
  public static var objectsAlive: Int { ScreenModel.count }

  /// The screen of a text of `ScreenView`.
  private static func screen(_ text: String) -> ShownScreen? {
    let parts = text.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count == 3, let id = UInt64(parts[1]) else { return nil }
    return ShownScreen(String(parts[0]), id, value: String(parts[2]))
  }
}
