package import Links

/// Finds what links open, one after the other, without allocating for nearly all of them; what
/// `AppDefinition.resolve` finds. One for each thread.
package struct LinkFinder: ~Copyable {
  /// What a link opens.
  package enum Finding {
    /// A route with a screen, or for the browser, and all its values are told.
    case opens(Found)
    /// The link is one of the app's and no route takes it.
    case notFound
    /// `AppDefinition.resolve` must be asked.
    case unclear
  }

  /// A route that a link opens by itself, without a redirect.
  package struct Found {
    /// Its place in `AppDefinition.routes`.
    package let route: Int
    let finding: FlatFinding
  }

  private let finder: RouteFinder
  /// For each route whether a link that it takes opens it by itself, and the link alone tells all
  /// values.
  private let isDirect: [Bool]

  /// Makes a finder for an app.
  package init(_ definition: AppDefinition) {
    finder = RouteFinder(definition.table)
    isDirect = definition.routes.map { route in
      if case .redirect = route.target { return false }
      return route.fixedValues.isEmpty
    }
  }

  /// Finds what a link of bytes of any kind opens.
  package func find(_ link: UnsafeRawBufferPointer) -> Finding {
    let found = finder.find(link)
    guard let route = found.route else { return found.isNotFound ? .notFound : .unclear }
    return isDirect[route] ? .opens(Found(route: route, finding: found)) : .unclear
  }

  /// Tells the values of what was found last, decoded: the parameter's place and the bytes, which
  /// are valid until the next lookup.
  ///
  /// - Returns: False if only `AppDefinition.resolve` can tell all of them.
  @inline(__always)
  package func forEachValue(
    of found: Found, _ tell: (_ parameter: Int, UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    finder.forEachValue(of: found.finding, tell)
  }

  /// The query items of what was found last, decoded.
  package func query(of found: Found) -> [QueryItem] { finder.query(of: found.finding) }
}
