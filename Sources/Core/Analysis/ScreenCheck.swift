import Diagnostics
import Links
import Navigation
import RouteProofs

/// The check for screens that nothing leads to, and taps that lead to nothing.
struct ScreenCheck {
  private let definition: AppDefinition
  private let routes: RouteCheck
  private let gaps: DefinitionGaps
  /// For each screen the routes that show it.
  private var showing: [[Int]]
  /// For each coordinator, why it is never shown; nil if it can be shown.
  private let hidings: [Hiding?]

  init(_ definition: AppDefinition, _ routes: RouteCheck, _ gaps: DefinitionGaps) {
    self.definition = definition
    self.routes = routes
    self.gaps = gaps
    showing = definition.screens.map { _ in [] }
    hidings = definition.hidings
    for (index, route) in definition.routes.enumerated() {
      if case .screen(let screen) = route.target { showing[screen.index].append(index) }
    }
  }

  func findings() -> [Diagnostic] {
    definition.screens.indices.flatMap { findings(on: $0) }
  }

  private func findings(on index: Int) -> [Diagnostic] {
    let screen = definition.screens[index]
    if showing[index].isEmpty {
      guard !gaps.mayShow(screen: screen.name) else { return [] }
      return [.unreachable(screen: screen.name, at: screen.position)]
    }
    // Routes that no link opens have findings of their own.
    let reached = showing[index].filter { !routes.shadowed.contains($0) }
    guard !reached.isEmpty else { return [] }
    let taps = screen.taps.compactMap { finding(on: $0, of: screen, reached) }
    return taps + [hidden(screen, reached)].compactMap { $0 }
  }

  /// The finding for a screen whose routes all belong to coordinators that are never shown.
  private func hidden(_ screen: ScreenDefinition, _ reached: [Int]) -> Diagnostic? {
    guard gaps.isTreeKnown, !gaps.mayShow(screen: screen.name) else { return nil }
    let found = reached.map { definition.hiding(of: definition.routes[$0], hidings) }
    guard let hiding = found.first ?? nil, !found.contains(nil) else { return nil }
    return .hidden(
      screen: screen.name, at: screen.position, link: routes.opening[reached[0]], by: hiding)
  }

  private func finding(
    on tap: Tap, of screen: ScreenDefinition, _ reached: [Int]
  ) -> Diagnostic? {
    switch tap.target {
    case .event(let event):
      return unknown(in: event).map { what, name in
        .tapUnknown(
          tap: tap.name, screen: screen.name, what: what, name: name, at: tap.position)
      }
    case .link(let template):
      guard !gaps.mayMatch(template.text) else { return nil }
      // A name that the route does not provide is an error of its own.
      for route in reached where definition.routes[route].provides(template.names) {
        guard let link = linkToNothing(template, from: route) else { continue }
        return .tapNothing(
          tap: tap.name, screen: screen.name, link: link, at: tap.position,
          route: template.names.isEmpty ? nil : routes.place(route).position)
      }
      return nil
    }
  }

  /// The name in a command that the definition does not declare.
  private func unknown(in event: Event) -> (what: String, name: String)? {
    switch event {
    case .select(let tab)
    where gaps.areParentsKnown && !definition.tabs.contains { sameBytes($0, tab) }:
      ("tab", tab)
    case .popTo(.screen(let name))
    where !gaps.unread.contains(.screens) && definition.screen(named: name) == nil:
      ("screen", name)
    case .satisfy(let gate, _), .revoke(let gate):
      gaps.unread.contains(.gates) || definition.gate(named: gate) != nil ? nil : ("gate", gate)
    default: nil
    }
  }

  /// The link of a tap on the screen of a route if it opens nothing, whatever the values.
  private func linkToNothing(_ template: Template, from route: Int) -> String? {
    let id = definition.routeIdentifier(route)
    var first: String?
    for values in samples(of: route) {
      let link = definition.link(template, of: id, given: values)
      if (try? definition.resolve(link)) != nil || definition.leads(link, into: gaps) {
        return nil
      }
      first = first ?? link
    }
    guard !template.names.isEmpty else { return first }
    switch routes.survey.fate(
      of: template.target(of: definition.routes[route]), from: route, keepsQuery: false)
    {
    case .opensNothing: return first
    case .mayOpen, .undecided: return nil
    }
  }

  /// Values that a screen of a route can have: those of the link that opens it, and samples.
  private func samples(of route: Int) -> [[String?]] {
    let parameters = definition.routes[route].parameters
    var samples: [[String?]] = []
    if let text = routes.opening[route], let link = try? Link(text),
      let match = try? definition.table.match(link)
    {
      samples.append(match.values)
    }
    for number in 0..<3 {
      samples.append(parameters.map { routes.samples.value(of: $0.type, number) })
    }
    return samples
  }
}
