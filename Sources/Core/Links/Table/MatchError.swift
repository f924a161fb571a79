public import Diagnostics

/// Why a link opens no route.
public enum MatchError: DiagnosticError, Hashable {
  /// It is one of the app's links, and no route accepts it.
  case notFound(Link)
  /// It is under no base of the table.
  case foreign(Link)
  /// Routes under different bases accept the in-app path with equal precedence.
  case ambiguous(Link, routes: [Int])

  /// What is wrong, and what to do.
  public var diagnostic: Diagnostic {
    switch self {
    case .notFound(let link):
      Diagnostic(
        .linkNotFound, "no route matches '\(link.text)'",
        advice: "Run 'why' with this link to list the nearest routes.")
    case .foreign(let link):
      Diagnostic(
        .linkForeign, "'\(link.text)' is not under any base of this app",
        advice: "Declare its base under 'links', or open it in a browser.")
    case .ambiguous(let link, let routes):
      Diagnostic(
        .linkAmbiguous, "'\(link.text)' matches \(routes.count) routes under different bases",
        advice: "Give the complete link, with its base.")
    }
  }
}
