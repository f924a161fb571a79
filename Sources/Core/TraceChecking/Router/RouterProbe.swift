package import Navigation
package import Traces

/// A link for the app's router, and what the definition opens for it.
package struct RouterProbe: Sendable {
  package let link: String
  package let rule: ProbeRule
  /// The index of the route whose link it is, or nearly is.
  package let route: Int
  /// What it opens after all redirects; `nil` if that is no screen.
  package let expected: Resolution?
}

/// What the app's router opens for a link.
package struct RouterAnswer: Hashable, Sendable {
  /// `nil` if it opens none.
  package let screen: String?
  /// `nil` if the router does not say.
  package let values: [ObservedScreen.Value]?

  package init(screen: String?, values: [ObservedScreen.Value]? = nil) {
    (self.screen, self.values) = (screen, values)
  }

  /// `Order(id=7)`, or `nothing`.
  package var text: String {
    screen.map { ObservedScreen($0, values: values ?? []).text } ?? "nothing"
  }
}
