import SignalboxHost
import SignalboxUIKit
import UIKit

/// A part of an app that shows a coordinator in its own way.
@MainActor
public final class ForeignPart {
  private weak var controller: Controller?
  /// The names of the screens that it was asked to show, each time.
  public private(set) var shown: [[String]] = []
  /// The results of the screens that it was asked to show last.
  public private(set) var results: [String?] = []

  /// Whether it is on screen and not hidden.
  public var isVisible: Bool {
    controller?.viewIfLoaded?.window != nil && controller?.viewIfLoaded?.isHidden == false
  }

  /// Creates a part.
  public init() {}

  func make() -> any ForeignCoordinator {
    let controller = Controller { [weak self] screens in
      self?.shown.append(screens.map(\.screen))
      self?.results = screens.map(\.result)
    }
    self.controller = controller
    return controller
  }

  private final class Controller: UIViewController, ForeignCoordinator {
    private let record: ([ScreenRequest]) -> Void

    init(_ record: @escaping ([ScreenRequest]) -> Void) {
      self.record = record
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
      nil
    }

    func show(_ screens: [ScreenRequest]) { record(screens) }
  }
}
