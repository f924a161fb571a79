extension AppDefinition {
  /// The names of gates as a route requires them: `login(:account)` if only for one account.
  package func names(
    of gates: some Sequence<Identifier<Gate>>, requiredBy route: Route
  ) -> [String] {
    gates.map { gate in
      let account = route.accounts.first { $0.gate == gate }
      return self[gate].name
        + (account.map { "(:\(route.parameters[$0.parameter].name))" } ?? "")
    }
  }

  /// `login, else /home`: the gate that must be closed for a route, and where its links go
  /// otherwise; `nil` if the route is not for guests only.
  package func guestsText(of route: Route) -> String? {
    route.guests.map { guests in
      self[guests.gate].name + (guests.otherwise.map { ", else \($0.text)" } ?? "")
    }
  }
}
