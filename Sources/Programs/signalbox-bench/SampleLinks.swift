import Diagnostics
import Links
import Navigation
import RouteProofs

/// Several links for every route that a link can open, with values of realistic types and lengths:
/// complete links if the app has bases, otherwise paths. Every other one has an undeclared query
/// item, as campaign links do.
func sampleLinks(of definition: AppDefinition) -> [String] {
  var random = SplitMix64(seed: 7)
  let survey = RouteSurvey(definition.table)
  return definition.routes.indices.flatMap { route in
    (0..<linksPerRoute).compactMap { number -> String? in
      guard let path = samplePath(of: route, in: definition, survey, &random) else { return nil }
      let link = wholeLink(path, of: route, in: definition) ?? path
      // A redirect may pass on a value that its target does not accept.
      guard (try? definition.resolve(link)) != nil else { return nil }
      guard number.isMultiple(of: 2) else { return link }
      let tagged = link + (link.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + "utm_source=mail"
      return (try? definition.resolve(tagged)) != nil ? tagged : link
    }
  }
}

/// A path with random sample values of the right types; if that fails, as it may with regular
/// expressions, any path of the route.
private func samplePath(
  of route: Int, in definition: AppDefinition, _ survey: RouteSurvey,
  _ random: inout SplitMix64
) -> String? {
  let table = definition.table
  var values: [(name: String, value: String)] = []
  for parameter in table.parameters(of: route) where !parameter.isOptional {
    let fitting = samples(of: parameter.type)
    if let value = random.pick(fitting) { values.append((parameter.name, value)) }
  }
  return (try? table.build(route: route, values: values)) ?? survey.link(opening: route)
}

private func samples(of type: ValueType) -> [String] {
  if case .oneOf(let values) = type { return values }
  let fitting = sampleValues.filter(type.fits)
  // For a parameter that accepts anything, text is more common than numbers.
  return fitting.count == sampleValues.count ? sampleTexts : fitting
}

private let sampleTexts = [
  "IU", "blade-runner", "42", "The Third Man", "swift", "à-bout-de-souffle", "seven_samurai_1954",
]
private let sampleValues =
  sampleTexts + [
    "7", "1007", "1234567890", "9.99", "true", "2024-02-29", "1999-12-31",
    "f47ac10b-58cc-4372-a567-0e02b2c3d479",
  ]

/// A link with the path's values under a base of the route; the bases take turns.
private func wholeLink(_ path: String, of route: Int, in definition: AppDefinition) -> String? {
  let table = definition.table
  guard let link = try? Link(path), let match = try? table.match(link) else { return nil }
  let values = zip(table.parameters(of: route), match.values).compactMap { parameter, value in
    value.map { (name: parameter.name, value: $0) }
  }
  let turn = path.utf8.count
  for place in table.bases.indices {
    let base = table.bases[(place + turn) % table.bases.count]
    guard let whole = try? table.build(route: route, values: values, base: base) else { continue }
    if (try? definition.resolve(whole)) != nil { return whole }
  }
  return nil
}

private let linksPerRoute = 16
