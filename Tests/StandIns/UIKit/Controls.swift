// Apple documents these declarations; README.md lists them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public final class UIColor: Sendable {
  public static var systemBackground: UIColor { UIColor() }
}

open class UILabel: UIView {
  open var text: String?
}

@MainActor
public final class UIAction {
  public let title: String
  let handler: (UIAction) -> Void

  public init(title: String = "", handler: @escaping (UIAction) -> Void) {
    (self.title, self.handler) = (title, handler)
  }
}

open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let editingChanged = Event(rawValue: 1 << 17)
  }

  private var actions: [(action: UIAction, events: Event)] = []

  open func addAction(_ action: UIAction, for controlEvents: Event) {
    actions.append((action, controlEvents))
  }

  open func sendActions(for controlEvents: Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.handler(action)
    }
  }
}

open class UIButton: UIControl {
  public enum ButtonType: Sendable {
    case custom, system
  }

  private let title: String?

  public init(type: ButtonType, primaryAction: UIAction? = nil) {
    title = primaryAction?.title
    super.init()
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  open var currentTitle: String? { title }
}

open class UITextField: UIControl {
  open var text: String? = ""
  open var placeholder: String?
}

open class UIStackView: UIView {
  open var axis = NSLayoutConstraint.Axis.horizontal
  open var spacing: CGFloat = 0
  open var isLayoutMarginsRelativeArrangement = false

  /// Those that were added and have not been removed from the stack's view.
  open var arrangedSubviews: [UIView] { subviews }

  open func addArrangedSubview(_ view: UIView) { addSubview(view) }
}

public enum NSLayoutConstraint {
  public enum Axis: Sendable {
    case horizontal, vertical
  }
}
