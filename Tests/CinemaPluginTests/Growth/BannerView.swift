import Observation
import Screens

@testable import CinemaPlugin

/// A third view: a wide picture with a badge. This file is its only code.
@MainActor
protocol BannerViewData: AnyObject {
  var picture: any PictureViewData { get }
  var text: String { get }
}

@MainActor
@Observable
final class BannerViewModel: BannerViewData {
  let picture: any PictureViewData
  let text: String

  init(_ model: some Item & Pictured & Badged) {
    picture = PictureViewModel(image: model.landscape)
    text = "\(model.badge) \(model.title)"
  }
}

@MainActor
struct BannerView {
  let data: any BannerViewData

  var row: Row {
    var row = Row(data.text)
    PictureView(data: data.picture).draw(in: &row)
    return row
  }
}

extension Cell {
  static func banner(_ model: some Item & Pictured & Badged) -> Cell {
    let viewModel = BannerViewModel(model)
    return Cell(model, in: "banner", picture: viewModel.picture) {
      BannerView(data: viewModel).row
    }
  }
}
