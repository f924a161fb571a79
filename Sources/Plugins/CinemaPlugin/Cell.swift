import Screens

/// One model in one view, with both forgotten: what a shelf holds.
@MainActor
struct Cell {
  /// Its name among all cells of a screen.
  let key: String
  /// Where its detail is.
  let link: String
  let picture: any PictureViewData
  private let draw: @MainActor () -> Row

  /// Puts an item into a view.
  init(
    _ item: some Item, in view: String, picture: any PictureViewData,
    draw: @escaping @MainActor () -> Row
  ) {
    key = "\(view)-\(item.key)"
    link = item.link
    self.picture = picture
    self.draw = draw
  }

  /// What the view draws now.
  var row: Row { draw() }
}
