package import Diagnostics
package import JSONCodec
import Links
package import Navigation

/// The links of a route with given values.
package struct BuiltLinks: Sendable {
  /// The link inside the app.
  package let path: String
  /// Those under the bases that write one.
  package let links: [String]

  /// The object that `link` prints (docs/json.md).
  package var json: JSON { ["path": .string(path), "links": .texts(links)] }
}

extension AppDefinition {
  /// Builds the links of a route.
  /// - Parameters:
  ///   - name: The name of a route, without a position in errors.
  ///   - values: By parameter, in any order.
  package func links(
    toRoute name: String, values: [(name: String, value: String)]
  ) throws(Diagnostic) -> BuiltLinks {
    guard let route = route(named: name) else {
      let patterns = routes.filter { route in
        guard case .screen(let screen) = route.target else { return false }
        return sameBytes(self[screen].name, name)
      }.map(\.pattern)
      guard patterns.count < 2 else { throw .severalRoutes(screen: name, patterns: patterns) }
      throw .unknownName(
        kind: "route", name: name, nearest: nearest(to: name, in: routes.compactMap(\.name)),
        at: nil)
    }
    let path = try table.build(route: route.index, values: values)
    let links = table.bases.compactMap { base in
      try? table.build(route: route.index, values: values, base: base)
    }
    return BuiltLinks(path: path, links: links)
  }
}
