import Analysis
import Diagnostics
import Links
import Navigation

extension Finding {
  /// Whether the matcher confirms the finding's witness.
  func isConfirmed(by definition: AppDefinition) -> Bool {
    func route(_ place: RoutePlace) -> Int? {
      definition.routes.firstIndex {
        sameBytes($0.pattern, place.pattern) && $0.position == place.position
      }
    }
    func winner(_ link: String?) -> Int? {
      guard let link, let read = try? Link(link) else { return nil }
      return try? definition.table.match(read).route
    }
    func isLost(_ link: String, _ place: RoutePlace, to taker: RoutePlace?) -> Bool {
      guard let own = route(place), let other = winner(link), let read = try? Link(link) else {
        return false
      }
      return other != own && taker.map { route($0) == other } ?? false
        && definition.table.accepts(route: own, link: read)
    }
    switch self {
    case .shadowed(let place, let takers, let link), .deadRedirect(let place, let takers, let link):
      return isLost(link, place, to: takers.first)
    case .partlyShadowed(let place, let losses, let reaching):
      return winner(reaching) == route(place) && !losses.isEmpty
        && losses.allSatisfy { isLost($0.link, place, to: $0.taker) }
    case .caseTwin(let place, _, let link), .slashTwin(let place, _, let link),
      .notNormalised(let place, _, let link):
      return link.map { winner($0) == route(place) } ?? true
    case .emptyParameter(let place, let name, let link):
      guard let own = route(place), let read = try? Link(link),
        let match = try? definition.table.match(read), match.route == own,
        let index = definition.routes[own].parameters.firstIndex(where: { $0.name == name })
      else { return false }
      return match.values[index] == ""
    case .redirectGap(let place, _, let link):
      return winner(link) == route(place)
        && LinkOutcome(of: link, in: definition) == .refused(reason: "not-found")
    case .hidden(let screen, _, let link, _):
      let found = link.flatMap { try? definition.resolve($0) }
      return found.map { sameBytes(definition.name(ofScreen: definition[$0.route]), screen) }
        ?? false
    case .hiddenChallenge(let gate, let link, _, _):
      guard let gate = definition.gate(named: gate) else { return false }
      return (try? definition.resolve(link))?.route == definition[gate].challenge.route
    case .slow(let place, let link, _, let states):
      guard let own = route(place), let read = try? Link(link) else { return false }
      return states == nil || definition.table.accepts(route: own, link: read)
    case .tapNothing(_, _, let link, _, _): return (try? definition.resolve(link)) == nil
    case .circle(let place, _, let links), .longChain(let place, _, let links):
      return winner(links.first) == route(place) && areEndless(links, in: definition)
    case .impossible, .undecided, .undecidedRedirect, .unreachable, .tapUnknown: return true
    }
  }

  /// Whether links are the beginning of redirects that are refused, and form a circle exactly if the
  /// finding says so.
  private func areEndless(_ links: [String], in definition: AppDefinition) -> Bool {
    guard let first = links.first, let last = links.last, links.count > 1,
      links.dropLast().contains(where: { sameBytes($0, last) }) == (code == .redirectLoop)
    else { return false }
    return LinkOutcome(of: first, in: definition) == .refused(reason: "redirect-loop")
  }
}
