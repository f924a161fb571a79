// The view models, each with the protocol that its view knows it by. A view model reads the facets
// of a model and names no kind of data and no view.

import Observation

/// What a picture shows, the part that all views share. View models contain it instead of
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
