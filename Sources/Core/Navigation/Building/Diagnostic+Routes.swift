import Diagnostics
import Links

/// What is wrong with the targets, values and parents of a definition's routes.
extension Diagnostic {
  static func noTarget(of route: Located<String>) -> Self {
    Diagnostic(
      .routeParameter, "route '\(route.value)' has no target",
      advice: "Give it a screen, a redirect, 'as: outside', or 'as: refuse'.", at: route.position)
  }

  static func screenAndRedirect(of route: Located<String>) -> Self {
    Diagnostic(
      .routeParameter, "route '\(route.value)' has both a screen and a redirect",
      advice: "Remove one of them.", at: route.position)
  }

  static func target(of route: Located<String>, as presentation: Presentation) -> Self {
    let key = "'as: \(presentation.rawValue)'"
    return Diagnostic(
      .routeParameter, "route '\(route.value)' has a screen or a redirect but is \(key)",
      advice: "Remove \(key), or remove the screen or redirect.", at: route.position)
  }

  static func valuesWithoutScreen(of route: Located<String>) -> Self {
    Diagnostic(
      .routeParameter, "route '\(route.value)' has values but no screen",
      advice: "Remove 'values', or add a screen.", at: route.position)
  }

  static func redirectParameter(
    of pattern: String, name: String, nearest: String?, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeParameter,
      "route '\(pattern)' redirects with ':\(name)', which is not one of its parameters",
      advice: nearest.map { "Did you mean ':\($0)'?" } ?? plainColon, at: position)
  }

  static func redirectType(
    of pattern: String, name: String, type: ValueType, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeParameter,
      "route '\(pattern)' redirects to the value of '\(name)', and no \(type) is a link",
      advice: "Give '\(name)' the type string, or write a link around it.", at: position)
  }

  static func valueParameter(
    of pattern: String, value: String, name: String, nearest: String?, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeParameter,
      "route '\(pattern)' uses ':\(name)' in the value '\(value)', which is not one of its "
        + "parameters", advice: nearest.map { "Did you mean ':\($0)'?" } ?? plainColon, at: position
    )
  }

  static func valueOfParameter(
    of pattern: String, name: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeParameter,
      "route '\(pattern)' sets the value '\(name)', which is one of its parameters",
      advice: "Rename the value, or remove it to use the link's.", at: position)
  }

  static func parent(
    pattern: String, parent: String, why: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeParent, "the parent '\(parent)' of route '\(pattern)' \(why)",
      advice: "Name the path of a route whose parameters this route also has.", at: position)
  }

  static func extendsNothing(_ path: Located<String>, nearest: String?) -> Self {
    Diagnostic(
      .routeExtension, "no other plugin has a route with the path '\(path.value)'",
      advice: nearest.map { "Did you mean '\($0)'?" }
        ?? "Write the path as that route does, or remove the addition.", at: path.position)
  }

  /// An addition that a route cannot take, such as of a key that it has already.
  /// - Parameter fault: One clause, about the route.
  static func extends(
    _ route: Located<String>, _ fault: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeExtension, "route '\(route.value)' \(fault)",
      advice: "Remove the addition; or leave the route out with 'omit', and declare it "
        + "anew.", at: position, other: route.position)
  }

  static func redirectLoop(
    links: [String], at position: SourcePosition?, next: SourcePosition?
  ) -> Self {
    Diagnostic(
      .redirectLoop, "redirects form a loop: \(links.joined(separator: " → "))",
      advice: "Point one of them at a route with a screen.", at: position, other: next,
      witness: links.first)
  }

  static func redirectTooLong(
    links: [String], at position: SourcePosition?, next: SourcePosition?
  ) -> Self {
    Diagnostic(
      .redirectTooLong,
      "more than \(Limits.hopsMax) redirects follow one another: "
        + links.joined(separator: " → "),
      advice: "Point the first at the route that the last one leads to.", at: position,
      other: next, witness: links.first)
  }

  static func redirectNothing(link: String, target: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .redirectNothing, "'\(link)' is redirected to '\(target)', which no route matches",
      advice: "Correct the target, or add the route.", at: position, witness: link)
  }

  static func redirectElsewhere(
    link: String, target: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .redirectNothing,
      "'\(link)' is redirected to '\(target)', which no route under its base matches",
      advice: "Correct the target, or give its route the 'links' of the redirect.", at: position,
      witness: link)
  }

  static func redirectInside(link: String, target: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .redirectNothing,
      "'\(link)' is redirected to '\(target)', which with 'links: []' opens only from inside",
      advice: "Give the redirect 'links: []' too, or correct the target.", at: position,
      witness: link)
  }
}
