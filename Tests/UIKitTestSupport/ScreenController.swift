import SignalboxHost
import SignalboxUIKit
import UIKit

/// A screen that knows its request, and is counted.
@MainActor
class ScreenController: UIViewController {
  static var count = 0
  fileprivate(set) var request: ScreenRequest

  init(_ request: ScreenRequest) {
    self.request = request
    super.init(nibName: nil, bundle: nil)
    title = request.title
    Self.count += 1
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    nil
  }

  isolated deinit { Self.count -= 1 }
}

/// One that takes other values.
@MainActor
final class UpdatableController: ScreenController, UpdatableScreen {
  func update(_ request: ScreenRequest) {
    self.request = request
    title = request.title
  }
}
