import Diagnostics
import Links
import RouteProofs

extension Finding {
  /// What is wrong.
  public var message: String {
    switch self {
    case .shadowed(let place, let takers, let link):
      "every link of '\(place.pattern)' opens other routes: '\(link)' opens \(list(takers))"
    case .deadRedirect(let place, let takers, let link):
      "no link is redirected by '\(place.pattern)': '\(link)' opens \(list(takers))"
    case .partlyShadowed(let place, let taker, let lost, let reaching):
      "'\(place.pattern)' loses links: '\(lost)' opens \(name(taker)); '\(reaching)' still reaches "
        + "it"
    case .undecided(let place):
      "whether any link reaches '\(place.pattern)' was not decided in "
        + "\(RouteProofs.Limits.surveyStepsMax) steps"
    case .circle(_, _, let links):
      "redirects form a loop: \(links.joined(separator: " → "))"
    case .undecidedRedirect(let place):
      "redirects lead from '\(place.pattern)' back to it; whether a link goes in a circle was not "
        + "decided"
    case .redirectGap(let place, let target, let link):
      "'\(place.pattern)' leads to nothing for some links: '\(link)' is redirected to "
        + "'\(target)', where no route takes its values"
    case .hidden(let screen, _, _, let hiding):
      "nothing leads to screen '\(screen)': \(hiding.text)"
    case .hiddenChallenge(let gate, let link, _, let hiding):
      "the challenge '\(link)' of gate '\(gate)' is never shown: \(hiding.text)"
    case .caseTwin(let place, let other, _):
      "'\(place.pattern)' and \(name(other)) differ in upper and lower case only, and lead to "
        + "different places"
    case .slashTwin(let place, let other, _):
      "'\(place.pattern)' and \(name(other)) are one path: a slash at the end means nothing"
    case .notNormalised(let place, let text, _):
      "'\(text)' in '\(place.pattern)' is not in Unicode's normal form C, in which nearly all "
        + "links are written"
    case .emptyParameter(let place, let name, let link):
      "parameter '\(name)' of '\(place.pattern)' can be empty, as in '\(link)'"
    case .slow(let place, let link, let nanoseconds, nil):
      "'\(link)' takes about \(nanoseconds / 1000) µs to look up: many paths begin like "
        + "'\(place.pattern)'"
    case .slow(let place, let link, let nanoseconds, let states?):
      "a link such as '\(link)', but of \(Links.Limits.linkBytesMax) bytes, can take "
        + "\(nanoseconds / 1000) µs to look up: an expression of '\(place.pattern)' can be in "
        + "\(states) states at once"
    case .unreachable(let screen, _, let shadowed):
      shadowed.map { "nothing leads to screen '\(screen)': links of \(name($0)) open other routes" }
        ?? "no route, tap or challenge leads to screen '\(screen)'"
    case .tapNothing(let tap, let screen, let link, _, _):
      "tap '\(tap)' of screen '\(screen)' leads nowhere: no route takes '\(link)'"
    case .tapUnknown(let tap, let screen, let what, let name, _):
      "tap '\(tap)' of screen '\(screen)' leads nowhere: no \(what) is called '\(name)'"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .shadowed, .deadRedirect:
      "Remove it, or make its path or the others' take different links."
    case .partlyShadowed: "Nothing, if that is meant: the more specific path wins."
    case .circle: "Point one of them at a route with a screen."
    case .redirectGap: "Nothing, if that is meant: else let the redirect take what its target does."
    case .hidden, .hiddenChallenge:
      "Name the coordinator before those that demand no other gates, or take its routes out of it."
    case .undecidedRedirect: "Let redirects name routes with screens, not other redirects."
    case .undecided: "Use types in place of large regular expressions."
    case .caseTwin:
      "Keep one spelling, or redirect one to the other; 'caseSensitive: false' helps where ASCII "
        + "letters differ."
    case .slashTwin: "Write both without the slash."
    case .notNormalised: "Write every letter with its accents as one character."
    case .emptyParameter:
      "Let its expression demand a character ('+' for '*'), or put it into an optional group."
    case .slow(_, _, _, nil):
      "Let fewer expressions and types stand side by side; begin paths with literal text."
    case .slow: "Repeat less, or let what is repeated differ from what stands before it."
    case .unreachable: "Add a route that shows it, or remove it."
    case .tapNothing: "Mend the link, or add the route."
    case .tapUnknown: "Mend the name, or declare it."
    }
  }

  private func name(_ place: RoutePlace) -> String {
    "'\(place.pattern)'" + (place.position.map { " at \($0)" } ?? "")
  }

  private func list(_ places: [RoutePlace]) -> String {
    let names = places.prefix(namedMax).map(name).joined(separator: ", ")
    return places.count > 1 ? names + ", which take all of them together" : names
  }
}

/// Routes that one message names.
private let namedMax = 4
