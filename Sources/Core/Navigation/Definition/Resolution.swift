public import Links

/// What a link opens after all redirects.
public struct Resolution: Sendable {
  /// A route with a screen, or one for the browser.
  public let route: Identifier<Route>
  /// One value for each parameter of the route.
  public let values: [String?]
  /// All query items of the final link.
  public let query: [QueryItem]
  /// The redirects that were followed, in order.
  public let hops: [Hop]

  /// One redirect.
  public struct Hop: Hashable, Sendable {
    /// The route that redirects.
    public let route: Identifier<Route>
    /// The link that it redirects to.
    public let link: String
  }
}
