/// What no app sees: the user's hands, the end of transitions, and what has been refused. Not part
/// of UIKit.
@MainActor
public enum SimulatedDevice {
  /// What UIKit punishes by an exception, a warning or a broken screen; README.md has the sources.
  public enum Rule: String, Sendable {
    case duringTransition, duringSwipe, pushedTwice, pushedContainer, presentOverPresentation
    case presentedTwice, notInWindow, nothingToDismiss, hierarchy, noSuchTab
  }

  /// What has been refused since the test began.
  public private(set) static var refused: [(rule: Rule, text: String)] = []
  /// The view controllers that exist.
  public internal(set) static var controllers = 0
  static var running: [Transition] = []

  /// Whether a fault is planted: UIKit does not report gestures.
  public static var swallowsGestures = false
  /// Whether a fault is planted: a tab bar controller does not select a tab.
  public static var ignoresSelections = false

  /// Begins a test.
  public static func reset() {
    (refused, running) = ([], [])
    (swallowsGestures, ignoresSelections) = (false, false)
  }

  static func refuse(_ rule: Rule, _ text: String) {
    refused.append((rule, text))
  }

  static func begin(_ transition: Transition, completion: (() -> Void)? = nil) {
    running.append(transition)
    guard let completion else { return }
    _ = transition.animate(alongsideTransition: nil) { _ in completion() }
  }

  // MARK: - Time

  /// Whether a transition or gesture runs.
  public static var isInTransition: Bool { !running.isEmpty }

  /// Ends the first transition that is not the user's gesture.
  public static func endTransition() {
    guard let index = running.firstIndex(where: { !$0.isInteractive }) else { return }
    running.remove(at: index).end(isCancelled: false)
  }

  /// Ends all transitions, also those that then begin, up to 100; a gesture goes on.
  public static func endTransitions() {
    for _ in 0..<100 where isInTransition { endTransition() }
  }

  /// Ends the gesture, or cancels it.
  public static func endGesture(isCancelled: Bool) {
    guard let index = running.firstIndex(where: { $0.isInteractive }) else { return }
    running.remove(at: index).end(isCancelled: isCancelled)
  }

  // MARK: - The user

  /// The visible controller: the topmost presented one, and in it the selected tab and the top of
  /// the stack.
  public static func visible(in window: UIWindow) -> UIViewController? {
    var top = window.rootViewController
    while let presented = top?.presentedViewController { top = presented }
    return top.flatMap { visible(below: $0) }
  }

  /// The controller that shows in a container, apart from what is presented.
  public static func visible(below container: UIViewController) -> UIViewController? {
    var current: UIViewController? = container
    while let controller = current {
      guard let child = controller.children.last(where: { controller.showsChild($0) }) else {
        return controller
      }
      current = child
    }
    return nil
  }

  /// The controllers that can be seen, also in the course of a transition; the visible one last.
  public static func visibleControllers(in window: UIWindow) -> [UIViewController] {
    let leaving = running.compactMap { $0.leaving }.compactMap { visible(below: $0) }
    return leaving + [visible(in: window)].compactMap { $0 }
  }

  /// What runs: whether it is a gesture, and what it leaves.
  public static var changes: [(isGesture: Bool, leaving: UIViewController?)] {
    running.map { ($0.isInteractive, $0.leaving) }
  }

  /// Whether a touch reaches a controller: no transition runs.
  private static var acceptsTouches: Bool { running.isEmpty }

  /// Begins to swipe back.
  public static func beginSwipe(in navigation: UINavigationController) {
    pop(navigation, count: 1, isInteractive: true)
  }

  /// Taps the back button, or chooses from its menu after a long press.
  public static func goBack(_ count: Int = 1, in navigation: UINavigationController) {
    pop(navigation, count: count, isInteractive: false)
  }

  private static func pop(
    _ navigation: UINavigationController, count: Int, isInteractive: Bool
  ) {
    let controllers = navigation.viewControllers
    guard acceptsTouches, count > 0, controllers.count > count else { return }
    let delegate = navigation.delegate
    if swallowsGestures { navigation.delegate = nil }
    navigation.change(to: controllers.dropLast(count), isInteractive: isInteractive)
    navigation.delegate = delegate
  }

  /// Begins to pull a sheet down.
  public static func beginPull(_ controller: UIViewController) {
    guard acceptsTouches, controller.modalPresentationStyle != .fullScreen,
      controller.presentedViewController == nil,
      let presenter = controller.presentingViewController,
      let presentation = controller.presentationController
    else { return }
    let delegate = presentation.delegate
    guard !controller.isModalInPresentation,
      delegate?.presentationControllerShouldDismiss(presentation) != false
    else {
      delegate?.presentationControllerDidAttemptToDismiss(presentation)
      return
    }
    let transition = Transition(of: controller, leaving: controller, isInteractive: true)
    transition.ended = { isCancelled in
      if !isCancelled { presenter.removePresented() }
    }
    transition.finished = { isCancelled in
      if !isCancelled, !swallowsGestures {
        delegate?.presentationControllerDidDismiss(presentation)
      }
    }
    begin(transition)
    if !swallowsGestures { delegate?.presentationControllerWillDismiss(presentation) }
  }

  /// Taps a tab.
  public static func tapTab(_ index: Int, of tabs: UITabBarController) {
    guard let controllers = tabs.viewControllers, controllers.indices.contains(index),
      tabs.delegate?.tabBarController(tabs, shouldSelect: controllers[index]) != false
    else { return }
    tabs.selectedIndex = index
  }

  /// Taps the first button with a title in the visible view.
  public static func tap(_ title: String, in window: UIWindow) {
    let buttons = views(in: window).compactMap { $0 as? UIButton }
    guard acceptsTouches, let button = buttons.first(where: { $0.currentTitle == title }) else {
      return
    }
    button.sendActions(for: .primaryActionTriggered)
  }

  /// Types into the first text field of the visible view.
  public static func type(_ text: String, in window: UIWindow) {
    guard acceptsTouches,
      let field = views(in: window).lazy.compactMap({ $0 as? UITextField }).first
    else { return }
    field.text = text
    field.sendActions(for: .editingChanged)
  }

  /// The texts of the labels in the visible view.
  public static func texts(in window: UIWindow) -> [String] {
    views(in: window).compactMap { ($0 as? UILabel)?.text }
  }

  private static func views(in window: UIWindow) -> [UIView] {
    var views = [visible(in: window)?.view].compactMap { $0 }
    var next = 0
    while next < views.count {
      views += views[next].subviews
      next += 1
    }
    return views
  }

  // MARK: - The system

  /// What a scene delegate gets when a link opens the app.
  public static func context(_ link: String) -> UIOpenURLContext? {
    URL(string: link).map { UIOpenURLContext($0) }
  }

  /// The options of a scene that a link starts.
  public static func options(opening links: [String]) -> UIScene.ConnectionOptions {
    let options = UIScene.ConnectionOptions()
    options.urlContexts = Set(links.compactMap(context))
    return options
  }

  /// A scene of the app.
  public static func scene() -> UIWindowScene { UIWindowScene() }

  /// A session of a scene.
  public static func session() -> UISceneSession { UISceneSession() }
}
