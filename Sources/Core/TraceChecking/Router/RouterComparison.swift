package import Diagnostics
import Links
package import Navigation
import Traces

/// A link that the app's router opens differently than the definition.
package struct RouterDifference: Sendable {
  package let probe: RouterProbe
  package let answer: RouterAnswer
  /// How it differs; one of the codes `router/…`.
  package let code: DiagnosticCode
}

/// The answers of the app's router, compared with what the definition opens.
package struct RouterComparison: Sendable {
  package let definition: AppDefinition
  let probes: [RouterProbe]
  let answers: [RouterAnswer]
  /// Shorter links first.
  package let differences: [RouterDifference]

  /// - Parameter answers: One for each probe, in the same order.
  package init(_ probes: [RouterProbe], _ answers: [RouterAnswer], of definition: AppDefinition) {
    (self.probes, self.answers, self.definition) = (probes, answers, definition)
    differences = zip(probes, answers).compactMap { probe, answer in
      definition.code(of: answer, to: probe).map {
        RouterDifference(probe: probe, answer: answer, code: $0)
      }
    }.sorted { $0.probe.link.isShorter(than: $1.probe.link) }
  }
}

extension String {
  /// Whether a text has fewer bytes than another, or as many and comes first.
  func isShorter(than other: String) -> Bool {
    utf8.count != other.utf8.count
      ? utf8.count < other.utf8.count : bytesPrecede(self, other)
  }
}

extension AppDefinition {
  /// How an answer differs from what a link opens; `nil` if it does not.
  fileprivate func code(of answer: RouterAnswer, to probe: RouterProbe) -> DiagnosticCode? {
    guard let screen = answer.screen else { return probe.expected == nil ? nil : .routerNothing }
    guard self.screen(named: screen) != nil else { return .routerUnknownScreen }
    guard let expected = probe.expected else { return .routerOpens }
    guard sameBytes(name(ofScreen: self[expected.route]), screen) else { return .routerScreen }
    return hasValues(answer, of: expected) ? nil : .routerValues
  }

  /// Whether an answer has the values of a link: all those that the router can know from it.
  /// Further values are not compared, since routers also pass on what no route declares.
  private func hasValues(_ answer: RouterAnswer, of expected: Resolution) -> Bool {
    guard let values = answer.values else { return true }
    func given(_ name: String) -> String? {
      values.first { sameBytes($0.name, name) }.flatMap { $0.text }
    }
    let own = zip(self[expected.route].parameters, expected.values).allSatisfy { parameter, text in
      parameter.type.isSame(text, given(parameter.name))
    }
    let all = self.values(of: expected.route, given: expected.values)
    return own
      && self[expected.route].fixedValues.allSatisfy { fixed in
        // The router need not know what no link has.
        guard let text = given(fixed.name) else { return true }
        return sameBytes(all.first { sameBytes($0.name, fixed.name) }?.value, text)
      }
  }

  /// What a link opens, as an answer.
  package func answer(_ expected: Resolution?) -> RouterAnswer {
    guard let expected else { return RouterAnswer(screen: nil) }
    return RouterAnswer(
      screen: name(ofScreen: self[expected.route]),
      values: values(of: expected.route, given: expected.values).map { .init($0.name, $0.value) })
  }
}
