import SignalboxHost
import UIKit

/// A screen that knows its request, and is counted.
@MainActor
final class ScreenController: UIViewController {
  static var count = 0
  let request: ScreenRequest

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
