import Observation
import Screens

/// What a thumbnail shows.
@MainActor
protocol ThumbnailViewData: AnyObject {
  var picture: any PictureViewData { get }
  var title: String { get }
  var subtitle: String { get }
  /// From 0 to 1; no progress bar if `nil`.
  var progress: Double? { get }
}

@MainActor
@Observable
final class ThumbnailViewModel: ThumbnailViewData {
  let picture: any PictureViewData
  let title: String
  let subtitle: String
  let progress: Double?

  init(_ model: some Item & Pictured & Captioned) {
    picture = PictureViewModel(image: model.landscape)
    title = model.title
    subtitle = model.caption
    progress = model.progress
  }
}

/// A landscape picture with a caption and a progress bar.
@MainActor
struct ThumbnailView {
  let data: any ThumbnailViewData

  var row: Row {
    var row = Row(data.title, subtitle: data.subtitle, progress: data.progress)
    PictureView(data: data.picture).draw(in: &row)
    return row
  }
}

extension Cell {
  /// A model as a thumbnail.
  static func thumbnail(_ model: some Item & Pictured & Captioned) -> Cell {
    let viewModel = ThumbnailViewModel(model)
    return Cell(model, in: "thumb", picture: viewModel.picture) {
      ThumbnailView(data: viewModel).row
    }
  }
}
