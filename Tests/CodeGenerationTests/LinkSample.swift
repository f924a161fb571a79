import Diagnostics
import Links
import Navigation
import RouteProofs

@testable import CodeGeneration

/// Values for a route, and the link that the table builds from them; `nil` if it builds none.
struct LinkSample {
  /// The index in `AppDefinition.routes`.
  let route: Int
  /// The texts of the values, one for each parameter of the code.
  let values: [String?]
  let link: String?

  /// Samples for every route of the code: one with all values, one with none that are optional, and
  /// for texts some that are hard to write; and for a path of several values, many that may be
  /// read as other values.
  static func all(of definition: AppDefinition) -> [[LinkSample]] {
    let survey = RouteSurvey(definition.table)
    return definition.routeIDs.compactMap { CodeRoute($0, of: definition) }.map { route in
      let found = survey.link(opening: route.index).flatMap { try? Link($0) }
      let values = found.flatMap { try? definition.table.match($0) }?.values ?? []
      let names = definition.table.parameters(of: route.index).map(\.name)
      var samples: [LinkSample] = []
      for (number, hasOptional) in (0..<samplesMax).flatMap({ [($0, true), ($0, false)] }) {
        let chosen = route.parameters.map { parameter -> String? in
          if parameter.isOptional && !hasOptional { return nil }
          let place = names.firstIndex { sameBytes($0, parameter.name) }
          let example = place.flatMap { values.indices.contains($0) ? values[$0] : nil }
          return typed(parameter, number) ?? texts[number % texts.count] ?? example ?? "1"
        }
        guard let sample = LinkSample(route, of: definition, chosen), sample.link != nil,
          !samples.contains(where: { $0.link == sample.link })
        else { continue }
        samples.append(sample)
      }
      let isCombined = route.parameters.count > 1 && route.query.isEmpty
      return samples + (isCombined ? combined(route, of: definition) : [])
    }
  }

  /// Every combination of texts that may be read as other values.
  private static func combined(_ route: CodeRoute, of definition: AppDefinition) -> [LinkSample] {
    // Fewer for three values.
    let texts = ["a-1", "a.b", "y", "-1", "a-X-b", "a/b/c", "\u{e9}2"]
      .prefix(route.parameters.count > 2 ? 3 : 7)
    var all: [[String?]] = [[]]
    for parameter in route.parameters {
      var values: [String?] = texts.filter { parameter.type.fits($0) }
      if parameter.isOptional { values.append(nil) }
      if let choices = parameter.choices { values = choices }
      all = all.flatMap { start in values.map { start + [$0] } }
    }
    let samples = all.compactMap { LinkSample(route, of: definition, $0) }
    let built = samples.filter { $0.link != nil }
    // A value without any link does not fit an expression, with which the code does not compare it.
    return samples.filter { sample in
      sample.values.indices.allSatisfy { index in
        built.contains { $0.values[index] == sample.values[index] }
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

  /// - Returns: `nil` for a route that is under no base with a whole host.
  private init?(_ route: CodeRoute, of definition: AppDefinition, _ values: [String?]) {
    let base = route.bases.map { definition.table.bases[$0] }.first { $0.shape.isWildcard == false }
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
    (self.route, self.values) = (route.index, values)
    link = try? definition.table.build(route: route.index, values: named, base: base)
  }
}
