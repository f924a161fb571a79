import Diagnostics
import Links
import Navigation
import RouteProofs

extension Finding {
  /// What is wrong.
  public var message: String {
    switch self {
    case .shadowed(let place, let takers, let link):
      "no link opens '\(place.pattern)': its links, such as '\(link)', open \(list(takers)) instead"
    case .deadRedirect(let place, let takers, let link):
      "'\(place.pattern)' redirects no link: its links, such as '\(link)', open "
        + "\(list(takers)) instead"
    case .impossible(let place):
      "no link matches '\(place.pattern)': no link can have such a path and query"
    case .partlyShadowed(let place, let losses, let reaching):
      "'\(place.pattern)' loses some links: "
        + losses.map { "'\($0.link)' opens \(name($0.taker))" }.joined(separator: ", ")
        + (losses.count < Self.lossesMax ? "" : ", and more") + "; '\(reaching)' still opens it"
    case .undecided(let place):
      "it was not decided in \(RouteProofs.Limits.surveyStepsMax) steps whether any link opens "
        + "'\(place.pattern)'"
    case .circle(_, _, let links):
      "redirects form a loop: \(links.joined(separator: " → "))"
    case .longChain(_, _, let links):
      "more than \(Navigation.Limits.hopsMax) redirects follow one another: "
        + links.joined(separator: " → ")
    case .undecidedRedirect(let place):
      "redirects lead from '\(place.pattern)' back to it; it was not decided whether a link can "
        + "loop"
    case .redirectGap(let place, let target, let link):
      "'\(place.pattern)' leads nowhere for some links: '\(link)' is redirected to '\(target)', "
        + "and no route matches the result"
    case .hidden(let screen, _, _, let hiding):
      "nothing leads to screen '\(screen)': \(hiding.text)"
    case .hiddenChallenge(let gate, let link, _, let hiding):
      "the challenge '\(link)' of gate '\(gate)' is never shown: \(hiding.text)"
    case .caseTwin(let place, let other, _):
      "'\(place.pattern)' and \(name(other)) differ only in upper and lower case, but lead to "
        + "different places"
    case .slashTwin(let place, let other, _):
      "'\(place.pattern)' and \(name(other)) are the same path: a trailing slash is ignored"
    case .notNormalised(let place, let text, _):
      "'\(text)' in '\(place.pattern)' is not in Unicode normalization form C, in which "
        + "nearly all links are written"
    case .emptyParameter(let place, let name, let link):
      "parameter '\(name)' of '\(place.pattern)' can be empty, as in '\(link)'"
    case .slow(let place, let link, let nanoseconds, nil):
      "'\(link)' takes about \(nanoseconds / 1000) µs to look up: many paths start like "
        + "'\(place.pattern)'"
    case .slow(let place, let link, let nanoseconds, let states?):
      "a link like '\(link)', of \(Links.Limits.linkBytesMax) bytes, can take "
        + "\(nanoseconds / 1000) µs to look up: an expression of '\(place.pattern)' can be in "
        + "\(states) states at once"
    case .unreachable(let screen, _): "no route, tap or challenge leads to screen '\(screen)'"
    case .tapNothing(let tap, let screen, let link, _, _):
      "tap '\(tap)' of screen '\(screen)' leads nowhere: '\(link)' opens nothing"
    case .tapUnknown(let tap, let screen, let what, let name, _):
      "tap '\(tap)' of screen '\(screen)' leads nowhere: no \(what) is called '\(name)'"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .shadowed, .deadRedirect:
      "Remove it, or change a path, type or condition so that it keeps some links."
    case .impossible: "Correct its expressions, its segments or its query, or remove it."
    case .partlyShadowed: "No change needed if intended; the more specific path wins."
    case .circle: "Point one of them at a route with a screen."
    case .longChain: "Point the first at the route that the last one leads to."
    case .redirectGap:
      "No change needed if intended; otherwise let the redirect match only what its target accepts."
    case .hidden, .hiddenChallenge:
      "List it before the children that require no other gates, or move its routes elsewhere."
    case .undecidedRedirect: "Redirect to routes with screens, not to other redirects."
    case .undecided: "Use types in place of large regular expressions."
    case .caseTwin:
      "Keep one spelling, or redirect one to the other; 'caseSensitive: false' merges paths that "
        + "differ in ASCII letters."
    case .slashTwin: "Write both without the slash."
    case .notNormalised: "Write each letter and its accents as one character."
    case .emptyParameter:
      "Require at least one character ('+' instead of '*'), or put it into an optional group."
    case .slow(_, _, _, nil):
      "Begin paths with literal text, and use fewer expressions and types in the same position."
    case .slow: "Repeat less, or make the repeated text differ from the text before it."
    case .unreachable: "Add a route that shows it, or remove it."
    case .tapNothing: "Correct the link, or add the route."
    case .tapUnknown: "Correct the name, or declare it."
    }
  }

  private func name(_ place: RoutePlace) -> String {
    "'\(place.pattern)'" + (place.position.map { " at \($0)" } ?? "")
  }

  private func list(_ places: [RoutePlace]) -> String {
    let names = places.prefix(namedMax).map(name).joined(separator: ", ")
    return places.count > namedMax ? names + " and \(places.count - namedMax) more" : names
  }
}

/// Routes that one message names.
private let namedMax = 4
