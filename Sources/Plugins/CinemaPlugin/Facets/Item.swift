/// What every kind of data provides. The facets (`Portrayed`, `Pictured`, `Badged`, `Captioned`)
/// are provided by some kinds only; no facet knows a view. Each kind implements its facets in a
/// file of this folder, such as `Film+Facets.swift`, so that models are independent of views.
protocol Item: Sendable {
  /// Its name, unique among all items.
  var key: String { get }
  var title: String { get }
  /// The link of its detail screen.
  var link: String { get }
}
