import Diagnostics
import Links

extension DefinitionBuilder {
  /// Assembles the definition and checks all references: starts, challenges, parents, redirects and
  /// taps.
  mutating func connect(table: RouteTable, root: Int) -> DefinitionParts {
    var parts = DefinitionParts(
      plugins: plugins.map { $0.name.value }, gates: [], sources: sources, coordinators: [],
      screens: [], routes: [],
      rules: plugins.flatMap { $0.rules }, table: table, root: Identifier(root),
      home: Identifier(root))
    for index in routeDrafts.indices where routeDrafts[index].unread.contains(.target) {
      gaps.routesWithoutTarget.insert(index)
      if routeDrafts[index].redirect == nil { gaps.unread.insert(.target) }
    }
    let names = implicitNames()
    let owners = owners(table)
    parts.routes = routeDrafts.indices.map {
      makeRoute($0, table, name: names[$0], owner: owners[$0])
    }
    let routesShowing = routesShowingScreens(parts.routes)
    parts.screens = screenDrafts.indices.map { screen in
      // Routes with unread values are left out.
      makeScreen(
        screen,
        routesShowing[screen].filter { !routeDrafts[$0].unread.contains(.values) }
          .map { parts.routes[$0] })
    }
    parts.home = Identifier(firstStack(below: root))
    let routesOnly = AppDefinition(parts: parts)
    checkRedirects(routesOnly)
    for (index, draft) in coordinatorDrafts.enumerated() {
      parts.coordinators.append(makeCoordinator(index, draft, routesOnly))
    }
    // A challenge can be on any stack, so resolving it needs all coordinators.
    let ungated = AppDefinition(parts: parts)
    for (index, draft) in gateDrafts.enumerated() {
      parts.gates.append(makeGate(index, draft, ungated))
    }
    if parts.routes.contains(where: { $0.guests?.otherwise != nil }) {
      checkGuests(AppDefinition(parts: parts))
    }
    if !consents.isEmpty || parts.routes.contains(where: { $0.admission != nil }) {
      let whole = AppDefinition(parts: parts)
      checkSources(whole)
      checkConsents(whole)
    }
    if gaps.isTreeKnown { checkWaysIn(parts) }
    if gaps.isTreeKnown { checkChallenges(parts) }
    return parts
  }

  /// The stack reached by following first children.
  private func firstStack(below coordinator: Int) -> Int {
    var current = coordinator
    while let child = coordinatorDrafts[current].children.first,
      let next = coordinatorIndex[TextBytes(child.value)], coordinatorParents[next] == current
    {
      current = next
    }
    return current
  }

  /// The name of each route: its own, or the screen's if no other unnamed route shows that screen.
  private func implicitNames() -> [String?] {
    var taken = Set(routeDrafts.compactMap { $0.name.map { TextBytes($0.value) } })
    var shown: [TextBytes: Int] = [:]
    for draft in routeDrafts where draft.name == nil {
      if let screen = draft.screen { shown[TextBytes(screen.value), default: 0] += 1 }
    }
    return routeDrafts.map { draft in
      if let name = draft.name { return name.value }
      guard let screen = draft.screen?.value, shown[TextBytes(screen)] == 1,
        taken.insert(TextBytes(screen)).inserted
      else { return nil }
      return screen
    }
  }

  /// The coordinator of each route: the one it names, or the only one that starts with it.
  private func owners(_ table: RouteTable) -> [Identifier<Coordinator>?] {
    var starting: [Int: [Int]] = [:]
    for (index, draft) in coordinatorDrafts.enumerated() {
      guard let start = draft.start, let link = try? Link(start.value),
        let match = try? table.match(link)
      else { continue }
      starting[match.route, default: []].append(index)
    }
    return routeDrafts.indices.map { index in
      if let name = routeDrafts[index].coordinator {
        return coordinatorIndex[TextBytes(name.value)].map { Identifier($0) }
      }
      guard let owners = starting[index], owners.count == 1 else { return nil }
      return Identifier(owners[0])
    }
  }

  /// For each screen, the routes that show it.
  private func routesShowingScreens(_ routes: [Route]) -> [[Int]] {
    var showing: [[Int]] = screenDrafts.map { _ in [] }
    for (number, route) in routes.enumerated() {
      if case .screen(let screen) = route.target, showing.indices.contains(screen.index) {
        showing[screen.index].append(number)
      }
    }
    return showing
  }

  private mutating func makeRoute(
    _ index: Int, _ table: RouteTable, name: String?, owner: Identifier<Coordinator>?
  ) -> Route {
    let draft = routeDrafts[index]
    let parameters = table.parameters(of: index)
    var target = draft.presentation == .refuse ? Route.Target.nothing : .browser
    if let screen = draft.screen {
      let name = TextBytes(screen.value)
      target = .screen(Identifier(screenIndex[name] ?? undeclaredScreens[name] ?? 0))
    } else if let redirect = draft.redirect {
      let template = Template(redirect.value)
      let errorsBefore = errors.count
      for (name, nearest) in template.unknownNames(among: parameters) {
        report(
          .redirectParameter(
            of: draft.path.value, name: name, nearest: nearest, at: redirect.position))
      }
      if errors.count > errorsBefore { gaps.routesWithoutTarget.insert(index) }
      target = .redirect(template)
      if let name = template.onlyName,
        let index = parameters.firstIndex(where: { sameBytes($0.name, name) })
      {
        target = .value(index)
        if !parameters[index].type.canBeLink {
          report(
            .redirectType(
              of: draft.path.value, name: name, type: parameters[index].type,
              at: redirect.position))
        }
      }
    }
    let parents = draft.parents.compactMap { makeParent($0, of: draft, parameters, table) }
    let gates =
      owner.map { orderedUnion([coordinatorGates[$0.index], routeGates[index]]) }
      ?? routeGates[index]
    return Route(
      pattern: draft.path.value, name: name, target: target,
      coordinator: owner, presentation: draft.presentation, parents: parents,
      gates: GateSet(gates), gateOrder: gates, accounts: accounts(of: draft, parameters),
      guests: guests(of: draft, gates, parameters), admission: admission(of: draft, parameters),
      consent: consent(of: draft),
      repeatPolicy: draft.repeatPolicy,
      bases: table.specification(of: index).bases?.map { $0.text },
      isInternal: draft.bases?.isEmpty ?? false, parameters: parameters,
      fixedValues: fixedValues(of: draft, parameters), intent: draft.intent?.value,
      allowed: draft.allow,
      plugin: plugins[routeDrafts.plugin(of: index)].name.value, position: draft.path.position)
  }

  private mutating func fixedValues(
    of draft: RouteDraft, _ parameters: [Parameter]
  ) -> [Route.FixedValue] {
    var values: [Route.FixedValue] = []
    for (name, text) in draft.values {
      if parameters.contains(where: { sameBytes($0.name, name.value) }) {
        report(
          .valueOfParameter(of: draft.path.value, name: name.value, at: name.position))
      }
      if values.contains(where: { sameBytes($0.name, name.value) }) {
        report(.duplicate(.parameter, name: name.value, at: name.position, existing: nil))
      }
      let template = Template(text.value)
      for (unknown, nearest) in template.unknownNames(among: parameters) {
        report(
          .valueParameter(
            of: draft.path.value, value: name.value, name: unknown, nearest: nearest,
            at: text.position))
      }
      values.append(Route.FixedValue(name: name.value, text: template))
    }
    return values
  }

  private mutating func makeScreen(_ index: Int, _ routes: [Route]) -> ScreenDefinition {
    let draft = screenDrafts[index]
    var taps: [Tap] = []
    for (name, target) in draft.taps {
      let tap = name.value
      if taps.contains(where: { sameBytes($0.name, name.value) }) {
        report(.duplicate(.tap, name: name.value, at: name.position, existing: nil))
      } else if isLink(target.value) {
        let template = Template(target.value)
        for (name, route) in template.unknownNames(on: routes) {
          report(
            .tapParameter(
              tap: tap, name: name, pattern: route.pattern, at: target.position,
              route: route.position))
        }
        taps.append(
          Tap(name: name.value, target: .link(template), position: target.position))
      } else {
        do throws(Diagnostic) {
          let event = try Event(tapCommand: target.value)
          taps.append(Tap(name: name.value, target: .event(event), position: target.position))
        } catch {
          report(
            .tapCommand(
              tap: name.value, text: target.value, why: error, at: target.position))
        }
      }
    }
    if let title = draft.title {
      for (name, route) in Template(title.value).unknownNames(on: routes) {
        report(
          .titleParameter(
            screen: draft.name.value, name: name, pattern: route.pattern, at: title.position,
            route: route.position))
      }
    }
    return ScreenDefinition(
      name: draft.name.value, title: Template(draft.title?.value ?? draft.name.value),
      leave: draft.leave, taps: taps, allowed: draft.allow, isDescribed: draft.isDescribed,
      position: draft.name.position)
  }
}

extension Template {
  /// The names that are not parameters, each with the nearest parameter.
  func unknownNames(among parameters: [Parameter]) -> [(name: String, nearest: String?)] {
    let known = parameters.map { $0.name }
    return names.filter { name in !known.contains { sameBytes($0, name) } }
      .map { ($0, nearest(to: $0, in: known)) }
  }

  /// The names that are not parameters or fixed values of each route, with that route.
  fileprivate func unknownNames(on routes: [Route]) -> [(name: String, route: Route)] {
    let names = names
    guard !names.isEmpty else { return [] }
    return routes.flatMap { route in
      names.filter { !route.provides([$0]) }.map { ($0, route) }
    }
  }
}

/// Whether a text is meant as a link: it starts with `/` or with a scheme and `://`.
public func isLink(_ text: String) -> Bool {
  if text.utf8.first == UInt8(ascii: "/") { return true }
  var rest = Substring(text).utf8.drop { $0.isInScheme }
  guard rest.count < text.utf8.count else { return false }
  for expected in "://".utf8 {
    guard rest.popFirst() == expected else { return false }
  }
  return true
}

extension ValueType {
  /// Whether some value can be a link.
  fileprivate var canBeLink: Bool {
    switch self {
    case .string, .oneOf, .expression: true
    case .int, .uint, .number, .bool, .uuid, .date, .slug: false
    }
  }
}
