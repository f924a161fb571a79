import Links
import Navigation

/// A link for every route that has one: a whole link where the app has bases, else a path.
func sampleLinks(of definition: AppDefinition) -> [String] {
  definition.routes.indices.compactMap { index in
    guard let path = definition.table.witness(of: index) else { return nil }
    return wholeLink(path, of: index, in: definition) ?? path
  }
}

/// The link under the first base that has the route, with the values of a path.
private func wholeLink(_ path: String, of route: Int, in definition: AppDefinition) -> String? {
  let table = definition.table
  guard let link = try? Link(path), let match = try? table.match(link) else { return nil }
  let values = zip(table.parameters(of: route), match.values).compactMap { parameter, value in
    value.map { (name: parameter.name, value: $0) }
  }
  for base in table.bases {
    guard let whole = try? table.build(route: route, values: values, base: base) else { continue }
    if (try? definition.resolve(whole)) != nil { return whole }
  }
  return nil
}
