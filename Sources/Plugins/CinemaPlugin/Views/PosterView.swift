import Observation
import Screens

/// What a poster shows.
@MainActor
protocol PosterViewData: AnyObject {
  var picture: any PictureViewData { get }
  var title: String { get }
  var badge: String { get }
}

@MainActor
@Observable
final class PosterViewModel: PosterViewData {
  let picture: any PictureViewData
  let title: String
  let badge: String

  init(_ model: some Item & Portrayed & Badged) {
    picture = PictureViewModel(image: model.portrait)
    title = model.title
    badge = model.badge
  }
}

/// A portrait picture with a badge.
@MainActor
struct PosterView {
  let data: any PosterViewData

  var row: Row {
    var row = Row(data.title, badge: data.badge)
    PictureView(data: data.picture).draw(in: &row)
    return row
  }
}

extension Cell {
  /// A model as a poster.
  static func poster(_ model: some Item & Portrayed & Badged) -> Cell {
    let viewModel = PosterViewModel(model)
    return Cell(model, in: "poster", picture: viewModel.picture) {
      PosterView(data: viewModel).row
    }
  }
}
