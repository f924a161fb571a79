import Diagnostics
import Links
import Navigation
import RouteAnalysis
import RouteProofs

/// The check of which links open each route, and which are slow to look up.
struct RouteCheck {
  let definition: AppDefinition
  let survey: RouteSurvey
  let samples = SampleValues()
  private let findsHints: Bool
  /// For each route a link that opens it; nil if none was found.
  private(set) var opening: [String?]
  /// Routes that provably no link opens.
  private(set) var shadowed: Set<Int> = []

  /// - Parameters:
  ///   - findsHints: Whether to look for links that a route loses to others.
  ///   - stepsMax: The steps of questions about links.
  init(
    _ definition: AppDefinition, findsHints: Bool,
    stepsMax: Int = RouteProofs.Limits.surveyStepsMax
  ) {
    self.definition = definition
    self.findsHints = findsHints
    survey = RouteSurvey(definition.table, stepsMax: stepsMax)
    opening = definition.routes.map { _ in nil }
  }

  mutating func findings() -> [Diagnostic] {
    reachFindings() + definition.routes.indices.flatMap { emptyFindings($0) }
  }

  /// The findings about which links open each route.
  mutating func reachFindings() -> [Diagnostic] {
    definition.routes.indices.flatMap { reachFindings($0) }
  }

  func place(_ route: Int) -> Located<String> { definition.routes[route].path }

  private mutating func reachFindings(_ route: Int) -> [Diagnostic] {
    switch survey.reach(of: route, rivalsMax: findsHints ? lossesMax : 0) {
    case .reached(let link, let lost):
      opening[route] = link
      // With the same path, the query selects the screen, which is always intended.
      let losses = lost.map { (link: $0.link, taker: place($0.taker)) }
        .filter { !sameBytes($0.taker.value, place(route).value) }
      guard !losses.isEmpty else { return [] }
      return [
        .partlyShadowed(
          place(route), losing: losses, areAll: losses.count < lossesMax, reaching: link)
      ]
    case .shadowed(let lost, let others):
      shadowed.insert(route)
      let takers = ([lost.taker] + others).map(place)
      switch definition.routes[route].target {
      case .redirect, .value: return [.deadRedirect(place(route), by: takers, link: lost.link)]
      case .screen, .browser, .nothing:
        return [.shadowed(place(route), by: takers, link: lost.link)]
      }
    case .impossible:
      shadowed.insert(route)
      return [.impossible(place(route))]
    case .undecided: return [.undecided(place(route))]
    }
  }

  private func emptyFindings(_ route: Int) -> [Diagnostic] {
    guard let (parameter, link) = survey.emptyValue(of: route) else { return [] }
    let name = definition.routes[route].parameters[parameter].name
    return [.emptyParameter(place(route), name: name, link: link)]
  }

  /// Links and expressions that are slow to look up.
  func slowness() -> [Diagnostic] {
    slowExpressions() + slowLink()
  }

  private func slowExpressions() -> [Diagnostic] {
    survey.stepwise().map {
      .slow(place($0.route), link: $0.link, nanoseconds: $0.nanoseconds, states: $0.states)
    }
  }

  /// A slow link, judged by the number of tries of its lookup.
  private func slowLink() -> [Diagnostic] {
    let perTry = RouteAnalysis.Limits.tryNanoseconds
    guard survey.triesMax * perTry > lookupNanosecondsMax,
      let slowest = survey.slowest(enough: lookupNanosecondsMax / perTry)
    else { return [] }
    let nanoseconds = slowest.tries * perTry
    guard nanoseconds > lookupNanosecondsMax else { return [] }
    return [.slow(place(slowest.route), link: slowest.link, nanoseconds: nanoseconds)]
  }
}

/// The most losses of one route that are searched for.
private let lossesMax = 100

/// The lookup time above which a link is reported as slow.
private let lookupNanosecondsMax = 10_000
