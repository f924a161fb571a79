import Diagnostics

/// Which routes come before others of the same rank, because all of their links are links of the
/// other as well.
///
/// Bases do not matter, as for ranks: links are compared by path and query. So this order depends
/// on the two routes alone, and it has no cycles. `RouteProofs` finds it when a table is built.
package struct RoutePrecedence: Sendable {
  /// The routes that each route precedes, among those that tie and share a link with it.
  private let followers: [Int: Set<Int>]
  /// For each of these routes the number of routes in the longest chain before it.
  private let levels: [Int: Int]

  /// - Parameter followers: The routes that each route precedes; without cycles.
  package init(_ followers: [Int: Set<Int>] = [:]) {
    self.followers = followers
    var precedingCounts: [Int: Int] = [:]
    for route in followers.values.joined() { precedingCounts[route, default: 0] += 1 }
    var levels: [Int: Int] = [:]
    var open = followers.keys.filter { precedingCounts[$0] == nil }
    while let route = open.popLast() {
      let level = levels[route] ?? 0
      for follower in followers[route] ?? [] {
        levels[follower] = max(levels[follower] ?? 0, level + 1)
        precedingCounts[follower, default: 0] -= 1
        if precedingCounts[follower] == 0 { open.append(follower) }
      }
    }
    self.levels = levels
  }

  var isEmpty: Bool { followers.isEmpty }

  package func precedes(_ route: Int, _ other: Int) -> Bool {
    !followers.isEmpty && followers[route]?.contains(other) ?? false
  }

  package func followers(of route: Int) -> [Int] { followers[route]?.ascending() ?? [] }

  /// Less for a route than for those that it precedes.
  func level(of route: Int) -> Int { levels.isEmpty ? 0 : levels[route] ?? 0 }
}
