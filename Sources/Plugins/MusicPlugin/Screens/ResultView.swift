import Screens

/// One row of a list: title, subtitle and cover.
struct ResultView {
  private(set) var row = Row("")

  mutating func configure(viewData: any ResultViewData) {
    row = Row(viewData.title, subtitle: viewData.subtitle, image: viewData.albumCoverURL)
  }
}
