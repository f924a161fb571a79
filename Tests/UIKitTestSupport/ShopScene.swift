import SignalboxHost
import SignalboxUIKit
import UIKit

// The code of docs/ios.md that is not from Examples/Shop.

final class OldAccountController: UIViewController, ForeignCoordinator {
  private(set) var titles: [String] = []

  func show(_ screens: [ScreenRequest]) {
    titles = screens.map { $0.title }
  }
}
