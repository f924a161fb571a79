public import Diagnostics
import Navigation

/// A finding of a check of whole route files (docs/check.md explains each).
public enum Finding: Diagnostic, Hashable {
  /// A route named by a finding.
  public struct RoutePlace: Hashable, Sendable {
    /// Its path.
    public let pattern: String
    /// The position of the path in a file.
    public let position: SourcePosition?

    init(_ route: Route) {
      self.init(pattern: route.pattern, position: route.position)
    }

    init(pattern: String, position: SourcePosition?) {
      self.pattern = pattern
      self.position = position
    }
  }

  /// A link that a route accepts and another route takes.
  public struct Loss: Hashable, Sendable {
    /// The link.
    public let link: String
    /// The route that it opens.
    public let taker: RoutePlace
  }

  /// The most losses of one route that are searched for.
  static let lossesMax = 100

  /// Every link of a route opens other routes; the link is one of them.
  case shadowed(RoutePlace, by: [RoutePlace], link: String)
  /// The same for a redirect.
  case deadRedirect(RoutePlace, by: [RoutePlace], link: String)
  /// No link at all matches a route.
  case impossible(RoutePlace)
  /// Some links of a route open other routes; `reaching` still opens it.
  case partlyShadowed(RoutePlace, losing: [Loss], reaching: String)
  /// Whether any link opens a route was not decided within the limit.
  case undecided(RoutePlace)
  /// Redirects that form a loop for this link; the links end with the first that repeats.
  case circle(RoutePlace, next: RoutePlace?, links: [String])
  /// More redirects in a row than are followed; the links that this one is redirected to.
  case longChain(RoutePlace, next: RoutePlace?, links: [String])
  /// Whether redirects form a loop for some links was not decided.
  case undecidedRedirect(RoutePlace)
  /// A redirect leads to nothing for this link, but not for all.
  case redirectGap(RoutePlace, target: String, link: String)
  /// Two paths that differ only in case and lead to different places.
  case caseTwin(RoutePlace, other: RoutePlace, link: String?)
  /// Two paths that differ only in a trailing slash.
  case slashTwin(RoutePlace, other: RoutePlace, link: String?)
  /// A path with text that is not in Unicode's normal form C.
  case notNormalised(RoutePlace, text: String, link: String?)
  /// A path parameter that is empty in the link.
  case emptyParameter(RoutePlace, name: String, link: String)
  /// A link is slow to look up. With `states`: the longest link would be, because an expression can
  /// be in that many states at once.
  case slow(RoutePlace, link: String, nanoseconds: Int, states: Int?)
  /// No route shows a screen.
  case unreachable(screen: String, at: SourcePosition?)
  /// The routes that show a screen belong to a coordinator that is never shown.
  case hidden(screen: String, at: SourcePosition?, link: String?, by: Hiding)
  /// The challenge of a gate belongs to a coordinator that is never shown.
  case hiddenChallenge(gate: String, link: String, at: SourcePosition?, by: Hiding)
  /// A tap's link opens nothing, whatever the values of its screen.
  case tapNothing(
    tap: String, screen: String, link: String, at: SourcePosition?, route: RoutePlace?)
  /// A tap's command names something that does not exist.
  case tapUnknown(tap: String, screen: String, what: String, name: String, at: SourcePosition?)

  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .shadowed: .routeShadowed
    case .deadRedirect: .redirectDead
    case .impossible: .routeImpossible
    case .partlyShadowed: .routePartlyShadowed
    case .undecided, .undecidedRedirect: .routeUndecided
    case .circle: .redirectLoop
    case .longChain: .redirectTooLong
    case .redirectGap: .redirectNothing
    case .caseTwin: .routeCaseTwin
    case .slashTwin: .routeSlashTwin
    case .notNormalised: .routeNotNFC
    case .emptyParameter: .routeEmptyParameter
    case .slow: .routeSlow
    case .unreachable, .hidden: .screenUnreachable
    case .hiddenChallenge: .gateUnsatisfiable
    case .tapNothing, .tapUnknown: .tapNothing
    }
  }

  /// An error for what cannot work, a warning for what is probably unintended, otherwise a note.
  public var severity: Severity {
    switch self {
    case .shadowed, .impossible, .deadRedirect, .circle, .longChain, .tapNothing, .tapUnknown,
      .hiddenChallenge:
      .error
    case .caseTwin, .slashTwin, .notNormalised, .emptyParameter, .slow, .unreachable, .hidden:
      .warning
    case .partlyShadowed, .undecided, .undecidedRedirect, .redirectGap: .note
    }
  }

  /// Whether no change is needed if this is intended; `check` prints such notes with `--notes`.
  public var isHint: Bool {
    switch self {
    case .partlyShadowed, .redirectGap: true
    default: false
    }
  }

  /// Where the fault is.
  public var position: SourcePosition? {
    switch self {
    case .shadowed(let place, _, _), .deadRedirect(let place, _, _),
      .partlyShadowed(let place, _, _), .undecided(let place), .caseTwin(let place, _, _),
      .slashTwin(let place, _, _), .notNormalised(let place, _, _),
      .emptyParameter(let place, _, _), .slow(let place, _, _, _), .circle(let place, _, _),
      .undecidedRedirect(let place), .redirectGap(let place, _, _), .impossible(let place),
      .longChain(let place, _, _):
      place.position
    case .hidden(_, let at, _, _), .hiddenChallenge(_, _, let at, _): at
    case .unreachable(_, let at), .tapNothing(_, _, _, let at, _),
      .tapUnknown(_, _, _, _, let at):
      at
    }
  }

  /// The other side.
  public var other: SourcePosition? {
    switch self {
    case .shadowed(_, let takers, _), .deadRedirect(_, let takers, _): takers.first?.position
    case .partlyShadowed(_, let losses, _): losses.first?.taker.position
    case .caseTwin(_, let other, _), .slashTwin(_, let other, _): other.position
    case .tapNothing(_, _, _, _, let route): route?.position
    case .circle(_, let next, _), .longChain(_, let next, _): next?.position
    case .hidden(_, _, _, let hiding), .hiddenChallenge(_, _, _, let hiding): hiding.position
    case .undecided, .undecidedRedirect, .impossible, .notNormalised, .emptyParameter, .slow,
      .unreachable,
      .tapUnknown, .redirectGap:
      nil
    }
  }

  /// A link that demonstrates the finding.
  public var witness: String? {
    switch self {
    case .shadowed(_, _, let link), .deadRedirect(_, _, let link),
      .partlyShadowed(_, _, let link), .emptyParameter(_, _, let link), .slow(_, let link, _, _),
      .tapNothing(_, _, let link, _, _):
      link
    case .caseTwin(_, _, let link), .slashTwin(_, _, let link), .notNormalised(_, _, let link): link
    case .circle(_, _, let links), .longChain(_, _, let links): links.first
    case .redirectGap(_, _, let link), .hiddenChallenge(_, let link, _, _): link
    case .hidden(_, _, let link, _): link
    case .undecided, .undecidedRedirect, .impossible, .unreachable, .tapUnknown: nil
    }
  }
}
