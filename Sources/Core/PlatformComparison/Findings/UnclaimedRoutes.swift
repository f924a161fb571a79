import Diagnostics
import Navigation
import PlatformLinks

/// Routes whose links open the browser for one cause.
struct UnclaimedRoutes {
  /// A platform where they open the app; `nil` if none.
  let claimedOn: Platform?
  /// The platforms where they open the browser.
  let missing: [Platform]
  let obstacle: Obstacle
  /// The routes, each with the shortest such link.
  var members: [(route: Int, link: String)]

  var code: DiagnosticCode {
    claimedOn == nil ? .compareRoutedNotClaimed : .compareOnePlatform
  }

  /// Whether further routes belong to these.
  func hasSameCause(as other: UnclaimedRoutes) -> Bool {
    code == other.code && missing == other.missing && obstacle == other.obstacle
  }

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
      if let claimedOn, let missing = missing.first {
        .onePlatform(list, link: link, claimedOn: claimedOn, missingOn: missing, obstacle)
      } else {
        .routedNotClaimed(list, link: link, missing, obstacle)
      }
    let route = places.first?.position
    guard places.count > 1, let cause = obstacle.position else {
      return finding.at(route, other: obstacle.position)
    }
    return finding.at(cause, other: route)
  }

  /// The routes that a finding names.
  private static let listedMax = 5
}
