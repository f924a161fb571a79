import Diagnostics
import Links

/// Routes that require a gate to be open for one account.
extension DefinitionBuilder {
  /// The accounts of a route. Each is the value of a parameter that every link has.
  mutating func accounts(of draft: RouteDraft, _ parameters: [Parameter]) -> [Route.Account] {
    var accounts: [Route.Account] = []
    for (name, value) in draft.accounts {
      guard let gate = gateIndex[TextBytes(name.value)].map({ Identifier<Gate>($0) }) else {
        continue
      }
      let parameter = parameters.firstIndex { sameBytes(":" + $0.name, value.value) }
      guard let parameter, !parameters[parameter].isOptional,
        !accounts.contains(where: { $0.gate == gate })
      else {
        let why =
          parameter.map {
            parameters[$0].isOptional
              ? "takes an account from ':\(parameters[$0].name)', which is optional"
              : "names two accounts for gate '\(name.value)'"
          } ?? "takes an account from '\(value.value)', which is not one of its parameters"
        report(.account(of: draft.path.value, gate: name.value, why: why, at: value.position))
        continue
      }
      accounts.append(Route.Account(gate: gate, parameter: parameter))
    }
    return accounts
  }

  /// Whether a route requires the gate at an index to be open for one account.
  func isForAccounts(_ gate: Int) -> Bool {
    routeDrafts.contains { route in
      route.accounts.contains { sameBytes($0.gate.value, gateDrafts[gate].name.value) }
    }
  }
}

extension Diagnostic {
  fileprivate static func account(
    of pattern: String, gate: String, why: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeParameter, "route '\(pattern)' \(why)",
      advice: "Name one parameter that every link has: '\(gate): \":account\"'.", at: position)
  }
}
