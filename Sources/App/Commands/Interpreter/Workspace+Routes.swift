import Diagnostics
import JSONCodec
import Links
import Navigation
import RouteProofs

/// Commands about routes and links.
extension Workspace {
  func routes(matching filter: String) -> Response {
    let found = definition.routes.filter { route in
      holds(route.pattern, filter) || route.name.map { holds($0, filter) } ?? false
        || holds(definition.targetName(of: route), filter)
    }
    let listed = found.prefix(Limits.routesListedMax)
    var lines = columns(listed.map(row), paint)
    if found.isEmpty { lines = ["no route contains '\(escaped(filter))'"] }
    if found.count > listed.count { lines.append("… and \(found.count - listed.count) more") }
    return Response(
      lines: lines,
      json: [
        "routes": .array(listed.map { definition.json(of: $0) }), "count": JSON(found.count),
      ])
  }

  private func row(_ route: Route) -> [Cell] {
    let owner = route.coordinator.map { definition[$0].name } ?? "-"
    let gates = definition.names(of: route.gateOrder, requiredBy: route).joined(separator: ", ")
    let guests = definition.guestsText(of: route).map { "guests of \($0)" } ?? ""
    return [
      Cell(route.pattern), Cell(definition.targetName(of: route), .screen),
      Cell(owner, .coordinator), Cell(route.presentation.rawValue),
      Cell(gates.isEmpty ? guests : "gates \(gates)" + (guests.isEmpty ? "" : ", \(guests)")),
      Cell(route.isInternal ? "inside only" : ""),
    ]
  }

  func why(_ text: String) -> Response { why(LinkResolution(link: text, in: definition), .prompt) }

  /// Where `why` is asked, and with it when the link would be opened.
  enum Asking: String {
    case prompt = "now"
    case commandLine = "in a fresh session"
  }

  /// Explains what a link opens, and what opening it would do in this session.
  func why(_ resolved: LinkResolution, _ asking: Asking) -> Response {
    let text = resolved.text
    let hops = resolved.hops.map(\.link)
    var lines = [resolved.line(paint)] + hops.map { escaped("redirected to \($0)") }
    switch resolved.result {
    case .success(let found):
      for gate in definition[found.route].gateOrder {
        let account = definition[found.route].accounts.first { $0.gate == gate }
          .flatMap { found.values[$0.parameter] }
        let isOpen =
          state.openGates.contains(gate)
          && account.map { sameBytes($0, state.subjects[gate.index]) } ?? true
        let word = isOpen ? paint("open", .gateOpen) : paint("closed", .gateClosed)
        let whom = account.map { " for \(escaped(valueText($0)))" } ?? ""
        lines.append("gate \(escaped(definition[gate].name)) is \(word)\(whom)")
      }
      let others = resolved.followers
      let way = definition.reasonToGiveWay(to: found.route)
      lines += others.map { escaped("\($0): \(way)") }
      lines.append("\(asking.rawValue): \(outcome(ofOpening: text))")
    case .failure(let refusal):
      lines += hints(refusal, resolved.nearMisses, asking).map(escaped)
    }
    return Response(lines: lines, json: resolved.explanation)
  }

  /// Returns hints for a link that opens nothing.
  private func hints(
    _ refusal: Refusal, _ misses: [NearMiss], _ asking: Asking
  ) -> [String] {
    switch refusal {
    case .foreign:
      return ["the app's bases: " + definition.table.bases.map(\.text).joined(separator: " ")]
    case .notFound where misses.isEmpty:
      return ["no route is similar" + (asking == .prompt ? "; 'routes' lists all of them" : "")]
    default: break
    }
    var lines: [String] = []
    for miss in misses {
      let line = "\(definition.routes[miss.route].pattern): \(miss.description)"
      // Routes that differ only in their query have the same near miss.
      if !lines.contains(where: { sameBytes($0, line) }) { lines.append(line) }
    }
    return lines
  }

  /// Returns the outcome line of `open`, applied to a copy of the state.
  private func outcome(ofOpening link: String) -> String {
    var copy = state
    let event = Event.open(link, from: .outside)
    let applied = copy.apply(event, in: definition)
    return AppliedEvent(
      event, applied, clock: (state.nowMilliseconds, copy.nowMilliseconds), copy,
      in: definition, changeCount: 0,
      paint: paint
    ).line
  }

  func link(_ invocation: Command.Invocation) throws(Diagnostic) -> Response {
    let built: BuiltLinks
    do throws(Diagnostic) {
      built = try definition.links(
        toRoute: invocation.arguments.text(0) ?? "", values: invocation.arguments.values(1))
    } catch {
      throw error.at(invocation.position)
    }
    return Response(lines: ([built.path] + built.links).map(escaped), json: built.json)
  }
}

extension AppDefinition {
  /// Returns the screen of a route, or its other target: `→ /movies/:id`, `browser`, `refused`.
  func targetName(of route: Route) -> String {
    switch route.target {
    case .screen(let screen): self[screen].name
    case .redirect(let template): "→ \(template.text)"
    case .value(let parameter): "→ :\(route.parameters[parameter].name)"
    case .browser: "browser"
    case .nothing: "refused"
    }
  }

  /// Returns a route's object in the JSON answer to `routes`.
  func json(of route: Route) -> JSON {
    var screen: String?
    var redirect: String?
    switch route.target {
    case .screen(let id): screen = self[id].name
    case .redirect(let template): redirect = template.text
    case .value(let parameter): redirect = ":\(route.parameters[parameter].name)"
    case .browser, .nothing: break
    }
    let members: [JSON.Member] = [
      .init("route", .string(route.pattern)), .init("name", .optional(route.name)),
      .init("screen", .optional(screen)), .init("redirect", .optional(redirect)),
      .init("coordinator", .optional(route.coordinator.map { self[$0].name })),
      .init("as", .string(route.presentation.rawValue)),
      .init("gates", json(of: route.gateOrder)),
    ]
    return .object(
      members + conditionsJSON(of: route) + [
        .init("plugin", .string(route.plugin)),
        .init("links", route.bases.map { .texts($0) } ?? .null),
      ])
  }
}
