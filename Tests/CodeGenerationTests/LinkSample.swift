import Diagnostics
import Links
import Navigation
import RouteProofs

@testable import CodeGeneration

/// Values for a route, and the link that the table builds from them.
struct LinkSample {
  /// The index in `AppDefinition.routes`.
  let route: Int
  /// The texts of the values, one for each parameter of the code.
  let values: [String?]
  let link: String

  /// Samples for every route of the code: one with all values, one with none that are optional, and
  /// for texts some that are hard to write.
  static func all(of definition: AppDefinition) -> [[LinkSample]] {
    let survey = RouteSurvey(definition.table)
    return definition.routeIDs.compactMap { CodeRoute($0, of: definition) }.map { route in
      let found = survey.link(opening: route.index).flatMap { try? Link($0) }
      let values = found.flatMap { try? definition.table.match($0) }?.values ?? []
      let names = definition.table.parameters(of: route.index).map(\.name)
      return (0..<samplesMax).flatMap { number in
        [true, false].compactMap { hasOptional in
          LinkSample(route, of: definition, hasOptional: hasOptional) { parameter in
            let place = names.firstIndex { sameBytes($0, parameter.name) }
            let example = place.flatMap { values.indices.contains($0) ? values[$0] : nil }
            return typed(parameter, number) ?? texts[number % texts.count] ?? example ?? "1"
          }
        }
      }.reduce(into: []) { samples, sample in
        if !samples.contains(where: { sameBytes($0.link, sample.link) }) { samples.append(sample) }
      }
    }
  }

  /// At least as many as a list of the trial app has texts.
  private static let samplesMax = 16

  /// `nil` is for the text of a link that the proofs find.
  private static let texts: [String?] = [
    nil, "Aa-_.~9", "a b", "é밤\u{1F3AC}e\u{301}", "a/b//c/", "?#%&=+:;@,!$'()*[]{}<>\"\\`|^",
    "%41%", "\u{1}\n\u{7f}", "...", "1", "0123456789abcdef",
  ]

  /// The text of a value of a type that is no text, as every language writes it.
  private static func typed(_ parameter: Parameter, _ number: Int) -> String? {
    switch parameter.type {
    case .int: "-9223372036854775808"
    case .uint: "18446744073709551615"
    case .number: "-1.5"
    case .bool: "true"
    case .date: "2024-02-29"
    case .uuid: "0123abcd-4567-89AB-cdef-0123456789ab"
    case .slug: "A_b-9"
    case .oneOf(let texts): texts[number % texts.count]
    case .string, .expression: nil
    }
  }

  private init?(
    _ route: CodeRoute, of definition: AppDefinition, hasOptional: Bool,
    _ text: (Parameter) -> String
  ) {
    let base = route.bases.map { definition.table.bases[$0] }.first { $0.shape.isWildcard == false }
    let values = route.parameters.map { parameter in
      parameter.isOptional && !hasOptional ? nil : text(parameter)
    }
    guard let base else { return nil }
    var named = zip(route.parameters, values).compactMap { parameter, value in
      value.map { (name: parameter.name, value: $0) }
    }
    // Values that the code leaves out.
    let shape = base.shape
    for part in definition.table.specification(of: route.index).parts {
      let text = part == .scheme ? shape.scheme : shape.host
      named.append((part.rawValue, String(decoding: text, as: UTF8.self)))
    }
    guard
      let link = try? definition.table.build(route: route.index, values: named, base: base)
    else { return nil }
    (self.route, self.values, self.link) = (route.index, values, link)
  }
}
