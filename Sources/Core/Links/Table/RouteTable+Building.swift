public import Diagnostics
import Languages

extension RouteTable {
  /// Builds the link that opens a route with given values; matching it gives the same values.
  ///
  /// - Parameters:
  ///   - route: An index into the array that the table was built from.
  ///   - values: Decoded values by parameter name, each name once, in any order.
  ///   - base: One of the route's bases, with a whole host; nil for an in-app path.
  /// - Returns: The text of the link, percent-encoded where needed, query items in the declared
  ///   order.
  public func build(
    route: Int, values: [(name: String, value: String)], base: Base? = nil
  ) throws(Diagnostic) -> String {
    let found = routes[route]
    let wanted = try assigned(values, to: found)
    try check(base, for: route)
    let path = Set(
      wanted.indices.filter { wanted[$0] != nil && found.parameters[$0].place == .path })
    let query = SymbolText.query(items(of: found, wanted))
    var failure: Diagnostic?
    for index in found.variants {
      guard Set(variants[index].captures.map { $0.parameter }) == path else { continue }
      let pattern = found.specification.pattern.variants[variants[index].number]
      let text = SymbolText.path(symbols(of: pattern, wanted))
      let link = base?.shape.link(path: text, query: query) ?? text + query
      do {
        try check(link, opens: route, with: wanted)
        return link
      } catch {
        failure = failure ?? error
      }
    }
    let names = path.ascending().map { found.parameters[$0].name }
    throw failure ?? .combination(names, route: found.specification.label)
  }

  /// The value of each parameter, after checking names and types.
  private func assigned(
    _ values: [(name: String, value: String)], to route: TableRoute
  ) throws(Diagnostic) -> [String?] {
    let label = route.specification.label
    var wanted = [String?](repeating: nil, count: route.parameters.count)
    for (name, value) in values {
      guard let index = route.parameters.firstIndex(where: { sameBytes($0.name, name) }) else {
        let near = nearest(to: name, in: route.parameters.map { $0.name })
        throw .unknownName(name, route: label, nearest: near)
      }
      guard wanted[index] == nil else { throw .duplicateName(name, route: label) }
      let parameter = route.parameters[index]
      let isRepeated = route.specification.pattern.parts.contains {
        $0.parameter == index && $0.isRepeated
      }
      // The parts of a repeated value are checked when the link is matched.
      guard isRepeated || parameter.type.fits(value) else {
        throw .type(parameter: name, type: parameter.type, value: value, route: label)
      }
      wanted[index] = value
    }
    for (index, parameter) in route.parameters.enumerated()
    where !parameter.isOptional && wanted[index] == nil {
      throw .missing(parameter.name, route: label)
    }
    return wanted
  }

  private func check(_ base: Base?, for route: Int) throws(Diagnostic) {
    guard let base else { return }
    guard let index = bases.firstIndex(of: base), routes[route].isUnderBase[index] else {
      throw .notUnderBase(base.text, route: routes[route].specification.label)
    }
    guard !base.shape.isWildcard else { throw .openBase(base.text) }
  }

  /// The query of the link: declared items with a value; where a path parameter has the name of a
  /// required item, its value goes there too.
  private func items(of route: TableRoute, _ wanted: [String?]) -> [QueryItem] {
    route.conditions.compactMap { condition in
      let name = condition.query.name
      if let parameter = condition.parameter {
        return wanted[parameter].map { QueryItem(name: name, value: $0) }
      }
      guard !condition.query.isOptional,
        let index = route.parameters.firstIndex(where: { sameBytes($0.name, name) }),
        let value = wanted[index]
      else { return nil }
      return QueryItem(name: name, value: value)
    }
  }

  private func symbols(of variant: PatternVariant, _ wanted: [String?]) -> [Symbol] {
    var result: [Symbol] = []
    for atoms in variant.segments {
      result.append(separator)
      for atom in atoms {
        switch atom {
        case .literal(let text): result += text
        case .single(let part), .repeated(let part):
          guard let parameter = part.parameter, let value = wanted[parameter] else { continue }
          result += Self.symbols(of: value, crossing: part.canCrossSegments)
        }
      }
    }
    return result
  }

  /// A slash separates only between parts that are not empty, because empty segments are dropped.
  static func symbols(of value: String, crossing: Bool) -> [Symbol] {
    let bytes = Array(value.utf8)
    let slash = UInt8(ascii: "/")
    return bytes.enumerated().map { index, byte in
      let isInside = index > 0 && index < bytes.count - 1
      let separates =
        crossing && byte == slash && isInside && bytes[index - 1] != slash
        && bytes[index + 1] != slash
      return separates ? separator : Symbol(byte)
    }
  }

  private func check(
    _ text: String, opens route: Int, with wanted: [String?]
  ) throws(Diagnostic) {
    let label = routes[route].specification.label
    let link: Link
    do { link = try Link(text) } catch { throw .link(error, text: text, route: label) }
    let match: RouteMatch
    do {
      match = try self.match(link)
    } catch {
      if case .ambiguous(_, let others) = error, let other = others.first(where: { $0 != route }) {
        throw .taken(text: text, by: routes[other].specification.label, route: label)
      }
      throw .notMatched(text: text, route: label)
    }
    guard match.route == route else {
      throw .taken(text: text, by: routes[match.route].specification.label, route: label)
    }
    guard match.values.elementsEqual(wanted, by: sameBytes) else {
      throw .notMatched(text: text, route: label)
    }
  }
}
