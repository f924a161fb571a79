import Diagnostics
import Navigation
import PlatformLinks

/// Routes whose links open the browser for one cause.
struct UnclaimedRoutes {
  struct Cause: Hashable {
    /// A platform where they open the app; `nil` if none.
    let claimedOn: Platform?
    /// The platforms where they open the browser.
    let missing: [Platform]
    let obstacle: Obstacle
  }

  let cause: Cause
  /// The routes, each with the shortest such link.
  var members: [(route: Int, link: String)]

  /// One finding: at the route, or for several at their cause.
  func finding(_ place: (Int) -> Located<String>) -> Diagnostic {
    let members = members.sorted { $0.route < $1.route }
    let places = members.map { place($0.route) }
    let link = members.first?.link ?? ""
    let texts = places.map { "'\($0.value)'" }
    let others = texts.count - Self.listedMax
    let list =
      others > 0
      ? texts.prefix(Self.listedMax).joined(separator: ", ") + " and \(others) more routes"
      : texts.count < 2
        ? texts.joined()
        : texts.dropLast().joined(separator: ", ") + " and \(texts[texts.count - 1])"
    let finding: Diagnostic =
      if let claimedOn = cause.claimedOn, let missing = cause.missing.first {
        .onePlatform(list, link: link, claimedOn: claimedOn, missingOn: missing, cause.obstacle)
      } else {
        .routedNotClaimed(list, link: link, cause.missing, cause.obstacle)
      }
    let route = places.first?.position
    guard places.count > 1, let position = cause.obstacle.position else {
      return finding.at(route, other: cause.obstacle.position)
    }
    return finding.at(position, other: route)
  }

  /// The routes that a finding names.
  private static let listedMax = 5
}
