import Screens

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
