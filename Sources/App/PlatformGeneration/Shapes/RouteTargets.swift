import Navigation
import RouteProofs

/// Which routes open the app, as far as a few links of each redirect show.
struct RouteTargets {
  let survey: RouteSurvey
  private let areOpening: [Bool]
  /// The redirects that lead only some of their links into the app.
  private let partialRedirects: Set<Int>

  /// Follows the redirects of an app for a few links of each.
  init(_ definition: AppDefinition) {
    survey = RouteSurvey(definition.table)
    var areOpening: [Bool] = []
    var partial: Set<Int> = []
    for (number, route) in definition.routes.enumerated() {
      switch route.target {
      case .screen, .value: areOpening.append(true)
      case .browser, .nothing: areOpening.append(false)
      case .redirect:
        var ends: [Bool] = []
        survey.firstSample(of: number) { link in
          ends.append(Self.opensApp(definition, link))
          return Set(ends).count == 2
        }
        areOpening.append(ends.isEmpty || ends.contains(true))
        if ends.contains(true), ends.contains(false) { partial.insert(number) }
      }
    }
    self.areOpening = areOpening
    partialRedirects = partial
  }

  func opensApp(_ route: Int) -> Bool { areOpening[route] }

  /// Whether only some links of a redirect lead into the app.
  func leadsPartly(_ route: Int) -> Bool { partialRedirects.contains(route) }

  private static func opensApp(_ definition: AppDefinition, _ link: String) -> Bool {
    guard let found = try? definition.resolve(link) else { return false }
    return if case .browser = definition[found.route].target { false } else { true }
  }
}
