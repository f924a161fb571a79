import Diagnostics
import Links
import Navigation
import RouteProofs

/// Findings about the routes of a definition: an error for what cannot work, a warning for what is
/// probably unintended, otherwise a note (docs/check.md explains each).
extension Diagnostic {
  static func shadowed(_ route: Located<String>, by takers: [Located<String>], link: String) -> Self
  {
    Diagnostic(
      .routeShadowed,
      "no link opens '\(route.value)': its links, such as '\(link)', open \(list(takers)) instead",
      advice: keepSome, at: route.position, other: takers.first?.position, witness: link)
  }

  static func deadRedirect(
    _ route: Located<String>, by takers: [Located<String>], link: String
  ) -> Self {
    Diagnostic(
      .redirectDead,
      "'\(route.value)' redirects no link: its links, such as '\(link)', open "
        + "\(list(takers)) instead",
      advice: keepSome, at: route.position, other: takers.first?.position, witness: link)
  }

  private static let keepSome =
    "Remove it, or change a path, type or condition so that it keeps some links."

  static func impossible(_ route: Located<String>) -> Self {
    Diagnostic(
      .routeImpossible,
      "no link matches '\(route.value)': no link can have such a path and query",
      advice: "Correct its expressions, its segments or its query, or remove it.",
      at: route.position)
  }

  /// Some links of a route open other routes; `reaching` still opens it.
  /// - Parameter areAll: Whether the losses are all that there are.
  static func partlyShadowed(
    _ route: Located<String>, losing losses: [(link: String, taker: Located<String>)],
    areAll: Bool, reaching: String
  ) -> Self {
    Diagnostic(
      .routePartlyShadowed,
      "'\(route.value)' loses some links: "
        + losses.map { "'\($0.link)' opens \(name($0.taker))" }.joined(separator: ", ")
        + (areAll ? "" : ", and more") + "; '\(reaching)' still opens it",
      advice: "No change needed if intended; the more specific path wins.", severity: .note,
      at: route.position, other: losses.first?.taker.position, witness: reaching)
  }

  static func undecided(_ route: Located<String>) -> Self {
    Diagnostic(
      .routeUndecided,
      "it was not decided in \(RouteProofs.Limits.surveyStepsMax) steps whether any link opens "
        + "'\(route.value)'",
      advice: "Use types in place of large regular expressions.", severity: .note,
      at: route.position)
  }

  static func emptyParameter(_ route: Located<String>, name: String, link: String) -> Self {
    Diagnostic(
      .routeEmptyParameter, "parameter '\(name)' of '\(route.value)' can be empty, as in '\(link)'",
      advice: "Require at least one character ('+' instead of '*'), or put it into an optional "
        + "group.", severity: .warning, at: route.position, witness: link)
  }

  static func slow(_ route: Located<String>, link: String, nanoseconds: Int) -> Self {
    Diagnostic(
      .routeSlow,
      "'\(link)' takes about \(nanoseconds / 1000) µs to look up: many paths start like "
        + "'\(route.value)'",
      advice: "Begin paths with literal text, and use fewer expressions and types in the same "
        + "position.", severity: .warning, at: route.position, witness: link)
  }

  /// The longest link would be slow to look up, because an expression can be in `states` states at
  /// once.
  static func slow(_ route: Located<String>, link: String, nanoseconds: Int, states: Int) -> Self {
    Diagnostic(
      .routeSlow,
      "a link like '\(link)', of \(Links.Limits.linkBytesMax) bytes, can take "
        + "\(nanoseconds / 1000) µs to look up: an expression of '\(route.value)' can be in "
        + "\(states) states at once",
      advice: "Repeat less, or make the repeated text differ from the text before it.",
      severity: .warning, at: route.position, witness: link)
  }

  // MARK: Redirects

  /// Redirects that form a loop for a link; the links end with the first that repeats.
  static func circle(_ route: Located<String>, next: Located<String>?, links: [String]) -> Self {
    Diagnostic(
      .redirectLoop, "redirects form a loop: \(links.joined(separator: " → "))",
      advice: "Point one of them at a route with a screen.", at: route.position,
      other: next?.position, witness: links.first)
  }

  /// More redirects in a row than are followed; the links that this one is redirected to.
  static func longChain(_ route: Located<String>, next: Located<String>?, links: [String]) -> Self {
    Diagnostic(
      .redirectTooLong,
      "more than \(Navigation.Limits.hopsMax) redirects follow one another: "
        + links.joined(separator: " → "),
      advice: "Point the first at the route that the last one leads to.", at: route.position,
      other: next?.position, witness: links.first)
  }

  /// The first of the redirects that were not followed, since the steps ran out.
  static func tooManyRedirects(from route: Located<String>) -> Self {
    undecidedLoop(
      route,
      "it was not decided whether links of '\(route.value)' and of other redirects can loop: there "
        + "are too many")
  }

  /// Redirects that lead back to the first; no link is known to loop.
  static func redirectCycle(from route: Located<String>) -> Self {
    undecidedLoop(
      route,
      "redirects lead from '\(route.value)' back to it; it was not decided whether a link can "
        + "loop")
  }

  private static func undecidedLoop(_ route: Located<String>, _ message: String) -> Self {
    Diagnostic(
      .routeUndecided, message,
      advice: "Redirect to routes with screens, not to other redirects.", severity: .note,
      at: route.position)
  }

  static func redirectGap(_ route: Located<String>, target: String, link: String) -> Self {
    Diagnostic(
      .redirectNothing,
      "'\(route.value)' leads nowhere for some links: '\(link)' is redirected to '\(target)', "
        + "and no route matches the result",
      advice: "No change needed if intended; otherwise let the redirect match only what its target "
        + "accepts.", severity: .note, at: route.position, witness: link)
  }

  static func lostItem(
    _ redirect: Located<String>, item: String, target: String, route: String, link: String
  ) -> Self {
    Diagnostic(
      .redirectQuery,
      "'\(redirect.value)' loses '\(item)' of links such as '\(link)', which '\(route)' declares: "
        + "its target '\(target)' has a query of its own",
      advice: "End the target with '&*', which keeps the items that it does not set.",
      severity: .warning, at: redirect.position, witness: link)
  }

  // MARK: Assistants

  /// A route with an intent that no universal link opens.
  static func intentWithoutLink(_ route: Located<String>, intent: String) -> Self {
    Diagnostic(
      .intentLink,
      "'\(route.value)' cannot be opened as '\(intent)': assistants open links with https, and the "
        + "route is under no base such as 'https://shop.example'",
      advice: "Add such a base to 'links'.", severity: .warning, at: route.position)
  }

  /// A route with an intent that requires gates.
  static func intentBehindGate(_ route: Located<String>, intent: String, gates: [String]) -> Self {
    let names = gates.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      .intentGate,
      "'\(route.value)' is opened as '\(intent)' only after \(names): until then the challenge is "
        + "shown",
      advice: "No change needed if intended: the link waits for the gate.", severity: .note,
      at: route.position)
  }

  // MARK: Spelling

  static func caseTwin(_ route: Located<String>, other: Located<String>, link: String?) -> Self {
    Diagnostic(
      .routeCaseTwin,
      "'\(route.value)' and \(name(other)) differ only in upper and lower case, but lead to "
        + "different places",
      advice: "Keep one spelling, or redirect one to the other; 'caseSensitive: false' merges "
        + "paths that differ in ASCII letters.",
      severity: .warning, at: route.position, other: other.position, witness: link)
  }

  static func slashTwin(_ route: Located<String>, other: Located<String>, link: String?) -> Self {
    Diagnostic(
      .routeSlashTwin,
      "'\(route.value)' and \(name(other)) are the same path: a trailing slash is ignored",
      advice: "Write both without the slash.", severity: .warning, at: route.position,
      other: other.position, witness: link)
  }

  static func notation(
    _ route: Located<String>, segment: String, meant: String, link: String?
  ) -> Self {
    Diagnostic(
      .routeNotation,
      "\(inQuotes(segment)) in '\(route.value)' is literal text, not a parameter",
      advice: "Did you mean '\(meant)'?", severity: .warning, at: route.position, witness: link)
  }

  static func notNormalised(_ route: Located<String>, text: String, link: String?) -> Self {
    Diagnostic(
      .routeNotNFC,
      "'\(text)' in '\(route.value)' is not in Unicode normalization form C, in which "
        + "nearly all links are written",
      advice: "Write each letter and its accents as one character.", severity: .warning,
      at: route.position, witness: link)
  }

  private static func name(_ route: Located<String>) -> String {
    "'\(route.value)'" + (route.position.map { " at \($0)" } ?? "")
  }

  private static func list(_ routes: [Located<String>]) -> String {
    listed(routes.map(name), max: namedMax)
  }
}

/// Routes that one message names.
private let namedMax = 4

extension Route {
  /// The path and where it is written.
  var path: Located<String> { Located(pattern, at: position) }
}
