// Apple documents these declarations; README.md lists them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension UIViewController {
  public func present(
    _ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil
  ) {
    if let presented = presentedViewController {
      return SimulatedDevice.refuse(
        .presentOverPresentation, "\(self) already presents \(presented)")
    }
    guard windowOfHierarchy != nil else {
      return SimulatedDevice.refuse(.notInWindow, "\(self) presents outside of the window")
    }
    guard controller.parent == nil, controller.presentingViewController == nil else {
      return SimulatedDevice.refuse(.presentedTwice, "\(controller) is shown already")
    }
    guard SimulatedDevice.running.isEmpty else {
      return SimulatedDevice.refuse(.duringTransition, "a presentation during a transition")
    }
    // UIKit presents from the outermost parent of the presenter.
    var presenter = self
    while let parent = presenter.parent { presenter = parent }
    presenter.ownPresented = controller
    controller.presentingViewController = presenter
    controller.loadViewIfNeeded()
    controller.viewDidAppear(animated)
    SimulatedDevice.begin(Transition(of: controller), completion: completion)
  }

  public func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    guard let presented = ownPresented else {
      guard let presenter = parent ?? presentingViewController else {
        return SimulatedDevice.refuse(
          .nothingToDismiss, "\(self) neither presents nor is presented")
      }
      return presenter.dismiss(animated: animated, completion: completion)
    }
    guard SimulatedDevice.running.isEmpty else {
      return SimulatedDevice.refuse(.duringTransition, "a dismissal during a transition")
    }
    let transition = Transition(of: presented, leaving: presented)
    transition.ended = { [weak self] isCancelled in
      if !isCancelled { self?.removePresented() }
    }
    SimulatedDevice.begin(transition, completion: completion)
  }

  /// Takes the presented controller away, with all that it presents.
  func removePresented() {
    ownPresented?.removePresented()
    ownPresented?.presentingViewController = nil
    ownPresented = nil
  }
}
