public import Diagnostics

/// Why a link opens no route.
public enum MatchError: Diagnostic, Hashable {
  /// It is one of the app's links, and no route accepts it.
  case notFound(Link)
  /// It is under no base of the table.
  case foreign(Link)
  /// Routes under different bases accept the in-app path with equal precedence.
  case ambiguous(Link, routes: [Int])

  /// `link/not-found`, `link/foreign` or `link/ambiguous`.
  public var code: DiagnosticCode {
    switch self {
    case .notFound: .linkNotFound
    case .foreign: .linkForeign
    case .ambiguous: .linkAmbiguous
    }
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .notFound(let link): "no route matches '\(link.text)'"
    case .foreign(let link): "'\(link.text)' is not under any base of this app"
    case .ambiguous(let link, let routes):
      "'\(link.text)' matches \(routes.count) routes under different bases"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .notFound: "Run 'why' with this link to list the nearest routes."
    case .foreign: "Declare its base under 'links', or open it in a browser."
    case .ambiguous: "Give the complete link, with its base."
    }
  }
}
