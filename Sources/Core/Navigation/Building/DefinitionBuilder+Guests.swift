import Diagnostics
import Links
import RouteProofs

/// Routes that are open only while a gate is closed.
extension DefinitionBuilder {
  /// The guests of a route; `nil` if there are none, or no such gate.
  ///
  /// - Parameter gates: All gates that the route requires.
  mutating func guests(
    of draft: RouteDraft, _ gates: [Identifier<Gate>], _ parameters: [Parameter]
  ) -> Route.Guests? {
    guard let name = draft.guests else {
      if let link = draft.otherwise, draft.sources == nil {
        report(.otherwiseWithoutGuests(of: draft.path.value, at: link.position))
      }
      return nil
    }
    guard let gate = lookUp(name, in: gateIndex, .gate).map({ Identifier<Gate>($0) }) else {
      return nil
    }
    if gates.contains(gate) {
      report(.guestsBehindGate(of: draft.path.value, gate: name.value, at: name.position))
    }
    let otherwise = draft.otherwise.map { Template($0.value) }
    if let otherwise { checkOtherwise(otherwise, of: draft, parameters) }
    return Route.Guests(gate: gate, otherwise: otherwise)
  }

  /// Follows sample links of every route for guests while its gate is open: one must open something
  /// else. If none does, the link under `else` is reported if it opens nothing for any values, or
  /// leads back.
  mutating func checkGuests(_ definition: AppDefinition) {
    var survey: RouteSurvey?
    for (index, route) in definition.routes.enumerated() {
      guard let guests = route.guests, let template = guests.otherwise,
        !gaps.mayMatch(template.text)
      else { continue }
      let known = survey ?? RouteSurvey(definition.table)
      survey = known
      let open = GateSet(gateRequires[guests.gate.index] + [guests.gate])
      let failure = failure(of: template, from: index, definition, known) {
        link throws(Refusal) in try definition.resolve(link, given: open)
      }
      guard let failure else { continue }
      report(
        .otherwise(
          of: route.pattern, link: template.text, why: failure.refusal.message,
          at: routeDrafts[index].otherwise?.position, witness: failure.link))
    }
  }
}

extension Diagnostic {
  fileprivate static func otherwiseWithoutGuests(
    of pattern: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeGuests, "route '\(pattern)' has 'else' but no 'guests'",
      advice: "Name the gate that must be closed: 'guests: login', or the sources of its links: "
        + "'from: inside'.", at: position)
  }

  fileprivate static func guestsBehindGate(
    of pattern: String, gate: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeGuests, "route '\(pattern)' requires gate '\(gate)', but is only for its guests",
      advice: "Remove one of the two, or the gates of its coordinator.", at: position)
  }

  static func otherwiseParameter(
    of pattern: String, name: String, nearest: String?, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeParameter,
      "route '\(pattern)' has ':\(name)' in 'else', which is not one of its parameters",
      advice: nearest.map { "Did you mean ':\($0)'?" } ?? plainColon, at: position)
  }

  fileprivate static func otherwise(
    of pattern: String, link: String, why: String, at position: SourcePosition?, witness: String
  ) -> Self {
    Diagnostic(
      .routeGuests, "the link '\(link)' under 'else' of route '\(pattern)' opens nothing: \(why)",
      advice: "Set it to a link of this app that opens while the gate is open.", at: position,
      witness: witness)
  }
}
