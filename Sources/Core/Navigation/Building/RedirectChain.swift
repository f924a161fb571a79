import Diagnostics
import Links

/// Redirects in a row that never end or are more than `Limits.hopsMax`.
package struct RedirectChain {
  /// The links in order: all of a circle, whose last link is its first one again, after the link
  /// that leads there if only its base makes a circle of it; else the first `Limits.hopsMax + 2`.
  package let links: [String]
  /// The routes of these links, each once.
  package let routes: [Int]
  /// Whether the last link is redirected to the first again.
  package let isCircle: Bool
}

/// Finds each chain of redirects once.
package struct RedirectChains {
  /// The routes that the chains found begin with, and those known to lead there.
  private var starts: Set<Int> = []
  /// All routes of the chains found.
  package private(set) var routes: Set<Int> = []

  package init() {}

  /// The chain that a link leads into.
  ///
  /// - Returns: Nil if the link opens something, or if the chain has been found before: its first
  ///   route is part of one, or it leads into the beginning of one.
  package mutating func chain(
    from link: String, in definition: AppDefinition
  ) -> RedirectChain? {
    guard var ahead = definition.redirects(of: link), ahead.count > Limits.hopsMax else {
      return nil
    }
    var links: [String] = []
    var places: [TextBytes: Int] = [:]
    var found: [Int] = []
    ahead.insert(link, at: 0)
    let beginning = ahead
    while let next = ahead.first {
      ahead.removeFirst()
      if let first = places[TextBytes(next)] {
        return note(Array(links[first...]) + [next], Array(found[first...]), isCircle: true)
      }
      guard let read = try? Link(next), let route = try? definition.table.match(read).route,
        definition.routes[route].target.isFollowed
      else { break }
      guard !starts.contains(route), !(links.isEmpty && routes.contains(route)) else {
        starts.formUnion(found)
        return nil
      }
      places[TextBytes(next)] = links.count
      links.append(next)
      found.append(route)
      // A circle can be longer than the links that are followed at once.
      if ahead.isEmpty, links.count < Limits.chainLinksMax {
        ahead = definition.redirects(of: next) ?? []
      }
    }
    guard !found.isEmpty else { return nil }
    // Under its base a link can lead to a path again that opens something from inside.
    for (index, path) in beginning.enumerated() {
      let next = beginning[(index + 1)...].firstIndex { sameBytes($0, path) }
      if let next { return note(Array(beginning[...next]), found, isCircle: true) }
    }
    return note(beginning, found, isCircle: false)
  }

  private mutating func note(
    _ links: [String], _ found: [Int], isCircle: Bool
  ) -> RedirectChain {
    var seen: Set<Int> = []
    let own = found.filter { seen.insert($0).inserted }
    if isCircle { starts.formUnion(own) } else { starts.formUnion(own.prefix(1)) }
    routes.formUnion(own)
    return RedirectChain(links: links, routes: own, isCircle: isCircle)
  }
}

extension AppDefinition {
  /// The links that a link is redirected to, one more than `Limits.hopsMax` if it is not followed
  /// to the end; nil for a link that is not redirected or refused for another reason.
  fileprivate func redirects(of link: String) -> [String]? {
    do throws(Refusal) {
      let hops = try resolve(link).hops
      return hops.isEmpty ? nil : hops.map { $0.link }
    } catch {
      if case .redirectLoop(let hops) = error { return hops }
      return nil
    }
  }
}

extension Route.Target {
  /// Whether links of the route lead to further links.
  fileprivate var isFollowed: Bool {
    switch self {
    case .redirect, .value: true
    case .screen, .browser, .nothing: false
    }
  }
}
