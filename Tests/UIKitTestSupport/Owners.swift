import Navigation
import SignalboxHost
import SignalboxUIKit
import UIKit

/// Who decides in an app what a touch leads to.
public enum TransitionOwner: CaseIterable, Sendable {
  case view, viewModel, coordinator
}

/// A screen with one button.
@MainActor
protocol Touchable: UIViewController {
  func touch()
}

/// The view performs the tap itself.
private final class DecidingController: ShopViewController, Touchable {
  func touch() { navigator.tap("first") }
}

/// A view that passes touches on.
private final class PassiveController: UIViewController, Touchable {
  private let touched: () -> Void

  init(_ touched: @escaping () -> Void) {
    self.touched = touched
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    nil
  }

  func touch() { touched() }
}

@MainActor
private final class HomeViewModel {
  private let navigator: Navigator

  init(_ navigator: Navigator) {
    self.navigator = navigator
  }

  func choose() { navigator.tap("first") }
}

@MainActor
private final class HomeCoordinator {
  private let navigator: Navigator

  init(_ navigator: Navigator) {
    self.navigator = navigator
  }

  func makeHome() -> UIViewController {
    PassiveController { [weak self] in self?.homeWasTouched() }
  }

  private func homeWasTouched() { navigator.tap("first") }
}

extension UIKitApp {
  /// The app of docs/ios.md, in which the screen `Home` has another owner of its transitions.
  public init(shopOwnedBy owner: TransitionOwner) throws {
    var coordinator: HomeCoordinator?
    self.init(try AppDefinition(plugins: [.shop])) { registry, navigator in
      registry.screen("Home") { _ in
        switch owner {
        case .view: return DecidingController(navigator)
        case .viewModel:
          let model = HomeViewModel(navigator)
          return PassiveController { model.choose() }
        case .coordinator:
          let made = coordinator ?? HomeCoordinator(navigator)
          coordinator = made
          return made.makeHome()
        }
      }
    }
  }

  /// Touches the visible screen.
  public func touch() {
    (SimulatedDevice.visible(in: window) as? any Touchable)?.touch()
  }
}
