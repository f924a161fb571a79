import Screens

/// Shelves of cells. Selecting a cell marks it, unmarks the others and opens its link.
@MainActor
final class CinemaScreen: Screen {
  private let shelves: [Shelf]

  init(shelves: [Shelf]) {
    self.shelves = shelves
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Cinema", sections: shelves.map(section) + missing,
      taps: [ScreenTap("films", "/movies"), ScreenTap("close", "back")])
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    let cells = shelves.flatMap(\.cells)
    for cell in cells { cell.picture.isSelected = cell.key == name }
    answer(cells.first { $0.key == name }?.link)
  }

  private func section(of shelf: Shelf) -> Section {
    Section(
      shelf.heading,
      shelf.cells.map { cell in
        var row = cell.row
        row.tap = cell.key
        return row
      })
  }

  private var missing: [Section] {
    Shelf.missing.map { Section($0.heading, [Row($0.kind, subtitle: $0.why)]) }
  }
}

/// Cells under a heading.
@MainActor
struct Shelf {
  let heading: String
  let cells: [Cell]
}

/// One model in one view, with the types of both erased.
@MainActor
struct Cell {
  /// Its name, unique on a screen.
  let key: String
  /// The link of its detail screen.
  let link: String
  let picture: any PictureViewData
  private let draw: @MainActor () -> Row

  /// Creates a cell that shows an item in a view.
  init(
    _ item: some Item, in view: String, picture: any PictureViewData,
    draw: @escaping @MainActor () -> Row
  ) {
    key = "\(view)-\(item.key)"
    link = item.link
    self.picture = picture
    self.draw = draw
  }

  /// The row as the view draws it now.
  var row: Row { draw() }
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
