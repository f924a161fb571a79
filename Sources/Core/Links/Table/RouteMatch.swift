/// What a link opens.
public struct RouteMatch: Hashable, Sendable {
  /// The route's index in the array that the table was built from.
  public let route: Int
  package let content: LinkContent
  /// The base that the link is under, as an index of `RouteTable.bases`; `nil` for an in-app path.
  public let base: Int?

  /// One value for each of `RouteTable.parameters(of:)`, decoded once; `nil` for an absent optional
  /// parameter.
  public var values: [String?] { content.values }
  /// All items of the link's query, declared or not.
  public var query: [QueryItem] { content.query }
}
