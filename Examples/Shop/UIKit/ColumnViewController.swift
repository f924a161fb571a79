import Observation
import SignalboxHost
import UIKit

/// A screen that draws what its view model has, one row below the other.
class ColumnViewController<Model>: UIViewController {
  let model: Model
  private let column = UIStackView()

  init(_ model: Model, _ request: ScreenRequest) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
    navigationItem.title = request.title
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    nil
  }

  /// What to draw.
  var rows: [UIView] { [] }

  override func loadView() {
    column.axis = .vertical
    column.spacing = 16
    column.isLayoutMarginsRelativeArrangement = true
    column.backgroundColor = .systemBackground
    view = column
    draw()
  }

  /// Draws, and again when something has changed that the rows show.
  private func draw() {
    let rows = withObservationTracking {
      self.rows
    } onChange: { [weak self] in
      Task { @MainActor in self?.draw() }
    }
    for row in column.arrangedSubviews { row.removeFromSuperview() }
    // The last view takes the rest of the height.
    for row in rows + [UIView()] { column.addArrangedSubview(row) }
  }

  func label(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text
    return label
  }

  func button(_ title: String, _ action: @escaping @MainActor () -> Void) -> UIButton {
    UIButton(type: .system, primaryAction: UIAction(title: title) { _ in action() })
  }
}
