import Diagnostics
import Links

extension DefinitionBuilder {
  /// A parent is either another route's pattern or a link. Its parameters take the values that the
  /// link gives them, among them `:name` for a value of the route above, and otherwise the values
  /// of the same names.
  mutating func makeParent(
    _ parent: Located<String>, of draft: RouteDraft, _ parameters: [Parameter], _ table: RouteTable
  ) -> Route.Parent? {
    if gaps.leavesOut(pattern: parent.value) { return nil }
    do throws(Fault) {
      let routes = routeDrafts.indices(ofPattern: parent.value)
      if !routes.isEmpty {
        return try checked(
          try self.parent(amongst: routes, parameters, table), of: draft, parameters, table)
      }
      guard let link = try? Link(parent.value), let match = try? table.match(link) else {
        if gaps.mayMatch(parent.value) { return nil }
        throw Fault(text: "matches no route")
      }
      return try checked(
        try self.parent(match.route, match.values, parameters, table), of: draft, parameters, table)
    } catch {
      report(
        .parent(
          pattern: draft.path.value, parent: parent.value, why: error.text, at: parent.position))
      return nil
    }
  }

  /// Refuses a parent for other guests than the route, or for another account: it could not stay
  /// below it.
  private func checked(
    _ parent: Route.Parent, of draft: RouteDraft, _ parameters: [Parameter], _ table: RouteTable
  ) throws(Fault) -> Route.Parent {
    let below = routeDrafts[parent.route.index]
    if let guests = below.guests, !sameBytes(guests.value, draft.guests?.value) {
      throw Fault(text: "is only for guests of gate '\(guests.value)'")
    }
    let names = table.parameters(of: parent.route.index).map { ":" + $0.name }
    for account in below.accounts {
      guard let place = names.firstIndex(where: { sameBytes($0, account.value.value) }) else {
        continue
      }
      let isSame = draft.accounts.contains { own in
        guard sameBytes(own.gate.value, account.gate.value),
          case .value(let source) = parent.sources[place]
        else { return false }
        return sameBytes(own.value.value, ":" + parameters[source].name)
      }
      guard isSame else {
        throw Fault(
          text: "requires gate '\(account.gate.value)' for the account '\(account.value.value)', "
            + "which this route does not")
      }
    }
    return parent
  }

  private struct Fault: Error { let text: String }

  /// The parent on the route that the pattern's link opens: of those with the same pattern, the one
  /// with the most required query items that the values provide.
  private func parent(
    amongst routes: Range<Int>, _ parameters: [Parameter], _ table: RouteTable
  ) throws(Fault) -> Route.Parent {
    func itemsRequired(_ route: Int) -> Int {
      table.parameters(of: route).count { $0.place == .query && !$0.isOptional }
    }
    var fault = Fault(text: "matches no route")
    for route in routes.inOrder(by: { itemsRequired($0) > itemsRequired($1) }) {
      do throws(Fault) {
        return try parent(route, table.parameters(of: route).map { _ in nil }, parameters, table)
      } catch {
        fault = error
      }
    }
    throw fault
  }

  /// - Parameter given: The value that the parent's link gives to each parameter, if any.
  private func parent(
    _ route: Int, _ given: [String?], _ parameters: [Parameter], _ table: RouteTable
  ) throws(Fault) -> Route.Parent {
    guard routeDrafts[route].screen != nil || gaps.routesWithoutTarget.contains(route) else {
      throw Fault(text: "has no screen")
    }
    var sources: [Route.Parent.Source] = []
    for (wanted, text) in zip(table.parameters(of: route), given) {
      let source = parameters.firstIndex { own in
        text.map { sameBytes($0, ":" + own.name) } ?? sameBytes(own.name, wanted.name)
      }
      guard let source else {
        guard text != nil || wanted.isOptional else {
          throw Fault(text: "needs ':\(wanted.name)'")
        }
        sources.append(.fixed(text))
        continue
      }
      guard wanted.type == .string || wanted.type == parameters[source].type else {
        throw Fault(text: "declares ':\(wanted.name)' with a different type")
      }
      guard wanted.isOptional || !parameters[source].isOptional else {
        throw Fault(text: "needs ':\(wanted.name)', which is optional here")
      }
      sources.append(.value(source))
    }
    return Route.Parent(route: Identifier(route), sources: sources)
  }
}
