/// What every kind of data has. The facets (`Portrayed`, `Pictured`, `Badged`, `Captioned`) are
/// what some have; no facet knows a view. How a kind has them stands in a file beside them, such as
/// `Film+Facets.swift`, for a model knows nothing of what is shown of it.
protocol Item: Sendable {
  /// Its name, unique among all items.
  var key: String { get }
  var title: String { get }
  /// The link of its detail.
  var link: String { get }
}
