package import Links
import RouteProofs

/// A table of plain patterns.
package func table(_ patterns: [String]) throws -> RouteTable {
  try RouteTable(patterns.map { RouteSpecification(try Pattern($0)) })
}

extension RouteSpecification {
  /// A route as tests write it.
  package static func route(
    _ pattern: String, types: [(name: String, type: ValueType)] = [],
    query: [QueryParameter] = [], bases: [String]? = nil, isCaseSensitive: Bool = true
  ) throws -> RouteSpecification {
    RouteSpecification(
      try Pattern(pattern), types: types, query: query, bases: try bases?.map { try Base($0) },
      isCaseSensitive: isCaseSensitive)
  }
}

extension QueryParameter {
  package static func required(_ name: String, _ type: ValueType) -> QueryParameter {
    QueryParameter(name: name, type: type, isOptional: false)
  }

  package static func optional(_ name: String, _ type: ValueType) -> QueryParameter {
    QueryParameter(name: name, type: type, isOptional: true)
  }
}

extension RouteTable {
  /// The values of a link that must open this route; nil if it opens another or none.
  package func values(_ link: String, route: Int = 0) -> [String?]? {
    guard let link = try? Link(link), let match = try? match(link), match.route == route else {
      return nil
    }
    return match.values
  }

  /// The route that a link opens.
  package func route(_ link: String) -> Int? {
    guard let link = try? Link(link) else { return nil }
    return try? match(link).route
  }
}
