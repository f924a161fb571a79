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
