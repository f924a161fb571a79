public import Navigation
public import SignalboxHost

/// An app on something that shows a navigator's screens, with the hands of its user: a model, or
/// the stand-in of a framework.
@MainActor
public protocol HostUnderTest {
  /// Starts the app.
  init(_ definition: AppDefinition, isReady: Bool, log: (@MainActor (String) -> Void)?)
  /// What decides.
  var navigator: Navigator { get }

  /// The user begins to swipe back, if what is on screen allows it; likewise the other acts.
  func beginSwipe()
  /// The user taps the back button, or chooses from its menu.
  func goBack(_ count: Int)
  /// The user begins to pull the topmost sheet down.
  func beginPull()
  /// The user ends the gesture, or cancels it.
  func endGesture(isCancelled: Bool)
  /// The user taps a tab, of the outermost tabs or of those in the selected tab.
  func tapTab(_ index: Int, depth: Int)
  /// The user taps a button of the visible screen whose action is SwiftUI's `dismiss()`.
  func leave()
  /// Lets the next thing end that takes time, apart from gestures.
  func endNext()
  /// Draws what has changed, if the framework does so later.
  func turn()
  /// Lets all end that runs; a gesture is cancelled.
  func rest()
  /// Something that only this framework does.
  func vary(_ random: inout SplitMix64)
  /// Breaks the framework, or the adapter.
  func plant(_ fault: PlantedFault)

  /// What was refused since the app started, and why.
  var refused: [String] { get }
  /// The screens whose content can be seen now, also of what a transition shows; empty as long as
  /// the framework has not drawn the last change.
  var visible: [ShownScreen] { get }
  /// The visible stack of the window and of each layer, lowest screen first. A screen that the
  /// framework has not made yet is `nil`, and a stack that is not on screen is empty.
  var stacks: [[ShownScreen?]] { get }
  /// All that is shown, where the framework can be asked for it.
  var tree: HostTree? { get }
  /// How many screens exist, of this app and of others.
  static var screensAlive: Int { get }
  /// How many objects of the framework exist that are counted, screens and others.
  static var objectsAlive: Int { get }
}

extension HostUnderTest {
  /// The user does something.
  public func perform(_ act: UserAct) {
    switch act {
    case .swipe: beginSwipe()
    case .back(let count): goBack(count)
    case .pull: beginPull()
    case .finish: endGesture(isCancelled: false)
    case .cancel: endGesture(isCancelled: true)
    case .tab(let index, let depth): tapTab(index, depth: depth)
    case .leave: leave()
    }
  }

  /// Nothing: in other frameworks, a screen calls the navigator.
  public func leave() {}

  /// Nothing: most frameworks draw at once.
  public func turn() {}
}

/// What a user does.
public enum UserAct: Hashable, Sendable {
  /// Begins to swipe back.
  case swipe
  /// Taps the back button, or chooses from its menu.
  case back(Int)
  /// Begins to pull the topmost sheet down.
  case pull
  /// Ends the gesture.
  case finish
  /// Cancels the gesture.
  case cancel
  /// Taps a tab, of the outermost tabs or of those in the selected tab.
  case tab(Int, depth: Int)
  /// Taps a button by which the visible screen dismisses itself, where the framework has that.
  case leave
}

/// A fault that the log of an app must show.
public enum PlantedFault: CaseIterable, Sendable {
  /// The user's gestures are not reported.
  case swallowedGestures
  /// A tab that is to be selected is not.
  case ignoredSelections
}

/// A screen on a host.
public struct ShownScreen: Hashable, Sendable {
  /// Its name and, for messages, its id.
  public let name: String, id: UInt64
  /// Its value `id`; empty if it has none.
  public let value: String

  /// Creates a screen.
  public init(_ name: String, _ id: UInt64, value: String) {
    (self.name, self.id, self.value) = (name, id, value)
  }

  /// Creates the screen of a request.
  public init(_ request: ScreenRequest) {
    self.init(request.screen, request.id, value: request["id"] ?? "")
  }
}

// MARK: - What must hold

extension HostUnderTest {
  /// What is wrong at any moment: an operation that the framework refuses, or a visible screen that
  /// a closed gate has expelled.
  public func faultsNow() -> [String] {
    refused
      + visible.filter {
        navigator.request(for: $0.id) == nil
          && !navigator.state.admits($0.name, in: navigator.definition)
      }.map { "\($0.name) is visible" }
  }

  /// What is wrong once all has ended: the host shows something else than the engine wants, or a
  /// screen exists that the state does not have.
  public func faultsAtRest() -> [String] {
    rest()
    var faults = faultsNow()
    let wanted = navigator.tree
    if let tree, tree != wanted { faults.append("\(tree) is shown, not \(wanted)") }
    let base = wanted.stacks[wanted.base(in: navigator.definition).index]
    let wantedStacks = ([base] + wanted.layers.map { $0.stack }).map { stack in
      stack.compactMap { navigator.request(for: $0).map { ShownScreen($0) } }
    }
    let shown = stacks
    if !Self.isSame(shown, wantedStacks) { faults.append("\(shown) is shown, not \(wantedStacks)") }
    if visible.last != wantedStacks.last?.last { faults.append("\(visible) is visible") }
    if Self.screensAlive > wanted.screens.count {
      faults.append("\(Self.screensAlive) screens exist, not \(wanted.screens.count)")
    }
    return faults
  }

  /// Whether the visible screen is the same, and no other one that the host has made differs.
  private static func isSame(_ shown: [[ShownScreen?]], _ wanted: [[ShownScreen]]) -> Bool {
    guard shown.count == wanted.count, shown.last?.last == wanted.last?.last else { return false }
    return zip(shown, wanted).allSatisfy { shown, wanted in
      if shown.isEmpty { return true }
      guard shown.count == wanted.count else { return false }
      return zip(shown, wanted).allSatisfy { one, other in one.map { $0 == other } ?? true }
    }
  }
}

extension NavigationState {
  /// Whether the gates of a route to a screen are open.
  func admits(_ screen: String, in definition: AppDefinition) -> Bool {
    definition.routes.contains { route in
      definition.name(ofScreen: route) == screen && route.gates.isSubset(of: openGates)
    }
  }
}
