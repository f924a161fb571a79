import Diagnostics
import Links
import RouteProofs

/// Sample links, which show whether a redirect or `else` leads anywhere.
extension DefinitionBuilder {
  /// A link that opens nothing.
  struct RefusedSample {
    let link: String
    let refusal: Refusal
    /// What its path opens from inside, where routes under all bases are tried.
    let endFromInside: Identifier<Route>?
  }

  /// Sample links of a route, with values of many types for untyped parameters.
  func samples(
    of route: Int, _ definition: AppDefinition, _ survey: RouteSurvey
  ) -> [String] {
    var samples = survey.link(opening: route).map { [$0] } ?? []
    let texts = [
      "1", "true", "1.5", "2024-01-01", "00000000-0000-0000-0000-000000000000",
    ]
    for text in texts {
      let values = definition.routes[route].parameters.filter { !$0.isOptional }
        .map { (name: $0.name, value: text) }
      if let link = try? definition.table.build(route: route, values: values) {
        samples.append(link)
      }
    }
    return samples
  }

  /// Resolves a sample as given, and under the bases of its route. One base must open it, and under
  /// none may it lead into a loop.
  ///
  /// - Returns: The first link that is refused; `nil` if the sample opens something.
  func refused(
    _ sample: String, of route: Int, _ survey: RouteSurvey,
    resolve: (String) throws(Refusal) -> Resolution
  ) -> RefusedSample? {
    let found: Resolution
    do {
      found = try resolve(sample)
    } catch {
      return RefusedSample(link: sample, refusal: error, endFromInside: nil)
    }
    let table = survey.table
    let way = (found.hops.map { $0.route } + [found.route]).map { table.routes[$0.index] }
    let bases = table.bases(of: route)
    var refused: [RefusedSample] = []
    // Under a base that all routes on the way have, the link opens the same.
    for base in bases where !way.allSatisfy({ $0.isUnderBase[base] }) {
      let link = survey.link(path: sample, query: "", base: base)
      do {
        _ = try resolve(link)
      } catch {
        let sample = RefusedSample(link: link, refusal: error, endFromInside: found.route)
        if case .redirectLoop = error { return sample }
        refused.append(sample)
      }
    }
    return refused.count == bases.count ? refused.first : nil
  }

  /// The first refused sample of a route whose `else` opens nothing for all of them; `nil` if it
  /// may open something for other links.
  func failure(
    of template: Template, from index: Int, _ definition: AppDefinition, _ survey: RouteSurvey,
    resolve: (String) throws(Refusal) -> Resolution
  ) -> RefusedSample? {
    var failure: RefusedSample?
    for sample in samples(of: index, definition, survey) {
      guard let refused = refused(sample, of: index, survey, resolve: resolve) else { return nil }
      failure = failure ?? refused
    }
    guard let failure, !definition.leads(failure.link, into: gaps) else { return nil }
    guard case .notFound = failure.refusal else { return failure }
    return mayOpen(template, from: index, after: failure.refusal, definition, survey)
      ? nil : failure
  }

  /// Whether the target of a redirect or `else` may open something for other values than those of a
  /// sample that was refused, or with other query items.
  func mayOpen(
    _ template: Template, from index: Int, after refusal: Refusal, _ definition: AppDefinition,
    _ survey: RouteSurvey
  ) -> Bool {
    let route = definition.routes[index]
    switch survey.fate(of: template.target(of: route), from: index, keepsQuery: true) {
    case .mayOpen: return true
    case .undecided:
      return failsForItsValues(refusal, definition) || usesParts(template, of: route)
    case .opensNothing: return false
    }
  }

  /// Whether a target has parts of the link, which the samples, being paths, lack.
  private func usesParts(_ template: Template, of route: Route) -> Bool {
    route.parameters.contains { parameter in
      guard case .part = parameter.place else { return false }
      return template.names.contains { sameBytes($0, parameter.name) }
    }
  }

  private func failsForItsValues(_ refusal: Refusal, _ definition: AppDefinition) -> Bool {
    guard case .notFound(let text) = refusal, let link = try? Link(text) else { return false }
    return definition.table.misses(of: link, limit: 8).contains { miss in
      switch miss.reason {
      case .type, .query: true
      case .segment(_, let expected, _): expected.utf8.contains(UInt8(ascii: "("))
      case .tooShort, .tooLong, .base, .inside: false
      }
    }
  }
}
