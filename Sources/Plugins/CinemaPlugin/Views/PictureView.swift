import Observation
import Screens

/// The part that all views share: a picture that can be selected. Views contain it instead of
/// inheriting it.
@MainActor
protocol PictureViewData: AnyObject {
  /// The picture's address.
  var image: String { get }
  var isSelected: Bool { get set }
}

@MainActor
@Observable
final class PictureViewModel: PictureViewData {
  let image: String
  var isSelected = false

  init(image: String) {
    self.image = image
  }
}

/// Draws the picture's part of a row.
@MainActor
struct PictureView {
  let data: any PictureViewData

  func draw(in row: inout Row) {
    row.image = data.image
    row.isSelected = data.isSelected
  }
}
