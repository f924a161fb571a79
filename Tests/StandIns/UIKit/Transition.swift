// Apple documents these declarations; README.md lists them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  var isCancelled: Bool { get }
  var isInteractive: Bool { get }
}

@MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext
{
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
  @discardableResult
  public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}

/// A transition that runs until the test ends it.
@MainActor
final class Transition: UIViewControllerTransitionCoordinator {
  private(set) var isCancelled = false
  let isInteractive: Bool
  /// What stays visible until the transition ends.
  let leaving: UIViewController?
  /// Brings the controllers into their final state.
  var ended: (_ isCancelled: Bool) -> Void = { _ in }
  /// Called after the completions.
  var finished: (_ isCancelled: Bool) -> Void = { _ in }
  private weak var controller: UIViewController?
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

  init(
    of controller: UIViewController, leaving: UIViewController? = nil, isInteractive: Bool = false
  ) {
    (self.leaving, self.isInteractive) = (leaving, isInteractive)
    self.controller = controller
    controller.ownTransition = self
  }

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animation?(self)
    if let completion { completions.append(completion) }
    return true
  }

  func end(isCancelled: Bool) {
    self.isCancelled = isCancelled
    controller?.ownTransition = nil
    ended(isCancelled)
    for completion in completions { completion(self) }
    completions = []
    finished(isCancelled)
  }
}
