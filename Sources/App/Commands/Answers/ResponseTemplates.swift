import Diagnostics
import JSONCodec
import JSONWriting
import Links
package import Navigation

/// The constant parts of the answers about each route: one before the values, one before each
/// value, one after the values.
///
/// A class, so that threads that read the parts do not contend for reference counts of arrays.
final class ResponseTemplates: Sendable {
  struct RouteTemplate {
    var start: [UInt8]
    /// One per parameter; empty for a value that is not written.
    var names: [[UInt8]]
    var end: [UInt8]
  }

  /// Per route: the start, the end, the names.
  private let parts: PackedTexts
  /// Per route, the index of its first part.
  private let firsts: [Int]
  private let firstRoute: Int

  private init(_ routes: ArraySlice<Route>, row: (Route) -> RouteTemplate) {
    var (parts, firsts): (PackedTexts, [Int]) = (PackedTexts(), [])
    for route in routes {
      let row = row(route)
      firsts.append(parts.count)
      for part in [row.start, row.end] + row.names { parts.append(part) }
    }
    (self.parts, self.firsts, firstRoute) = (parts, firsts, routes.startIndex)
  }

  /// Appends the part before the values.
  func writeStart(_ route: Int, into output: inout ByteBuffer) {
    output.append(parts, firsts[route - firstRoute])
  }

  /// Appends the part after the values.
  func writeEnd(_ route: Int, into output: inout ByteBuffer) {
    output.append(parts, firsts[route - firstRoute] + 1)
  }

  /// Appends `first` or, after another value, `next`, then the part before a value; returns false
  /// if the value is not written.
  @inline(__always)
  func writeName(
    _ parameter: Int, of route: Int, first: StaticString, next: StaticString, isFirst: inout Bool,
    into output: inout ByteBuffer
  ) -> Bool {
    let part = firsts[route - firstRoute] + 2 + parameter
    guard !parts.isEmpty(at: part) else { return false }
    let separator = isFirst ? first : next
    output.append(separator)
    isFirst = false
    output.append(parts, part)
    return true
  }
}

extension ResponseTemplates {
  /// Creates the parts of text lines, from the colon after the link: `: MovieDetail(id=42) by
  /// /movies/:id, push on home, gates login`.
  convenience init(lines routes: ArraySlice<Route>, in definition: AppDefinition) {
    self.init(routes) { route in
      var end = " by \(route.pattern), \(route.presentation.rawValue)"
      if let owner = route.coordinator { end += " on \(definition[owner].name)" }
      let gates = definition.names(of: route.gateOrder, requiredBy: route)
      if !gates.isEmpty { end += ", gates \(gates.joined(separator: ", "))" }
      end += definition.guestsText(of: route).map { ", guests of \($0)" } ?? ""
      end += definition.sourcesText(of: route).map { ", from \($0)" } ?? ""
      return RouteTemplate(
        start: Array(escaped(": " + definition.targetName(of: route)).utf8),
        names: route.valueNames.map { Array(escaped($0 + "=").utf8) },
        end: Array(escaped(end).utf8))
    }
  }

  /// Creates the parts of JSON resolutions (docs/json.md): from the comma after the link to the
  /// values, and from the end of the query to the redirects.
  convenience init(resolutions routes: ArraySlice<Route>, in definition: AppDefinition) {
    self.init(routes) { route in
      var screen: String?
      if case .screen(let id) = route.target { screen = definition[id].name }
      let coordinator = route.coordinator.map { definition[$0].name }
      // A query item's value is written with the query.
      let isInPath =
        route.parameters.map { $0.place != .query } + route.fixedValues.map { _ in true }
      return RouteTemplate(
        start: text(#","route":"#, .string(route.pattern))
          + text(#","name":"#, .optional(route.name)) + text(#","screen":"#, .optional(screen))
          + Array(#","params":{"#.utf8),
        names: zip(route.valueNames, isInPath).map { $1 ? name($0) : [] },
        end: text(#"},"gates":"#, definition.json(of: route.gateOrder))
          + text(#","coordinator":"#, .optional(coordinator))
          + text(#","as":"#, .string(route.presentation.rawValue))
          + definition.conditionsJSON(of: route).flatMap {
            text(#",""# + $0.key + #"":"#, $0.value)
          }
          + Array(#","hops":["#.utf8))
    }
  }

  /// Creates the parts of JSON screens: `{"screen":"MovieDetail","values":{"id":"42"}}`.
  convenience init(screens routes: ArraySlice<Route>, in definition: AppDefinition) {
    self.init(routes) { route in
      RouteTemplate(
        start: text(#"{"screen":"#, .string(definition.name(ofScreen: route)))
          + Array(#","values":{"#.utf8),
        names: route.valueNames.map(name), end: Array("}}".utf8))
    }
  }
}

private func text(_ key: String, _ value: JSON) -> [UInt8] {
  var bytes = ByteBuffer()
  bytes.append(contentsOf: key.utf8)
  value.write(into: &bytes)
  return [UInt8](bytes)
}

private func name(_ name: String) -> [UInt8] {
  var bytes = ByteBuffer()
  writeJSONString(name, into: &bytes)
  bytes.append(UInt8(ascii: ":"))
  return [UInt8](bytes)
}

extension Route {
  /// The names of the parameters, then of the route's fixed values.
  package var valueNames: [String] { parameters.map(\.name) + fixedValues.map(\.name) }
}

extension AppDefinition {
  /// Returns the values of a route's parameters, then its fixed values.
  /// - Parameter given: One value per parameter of the route.
  package func reportedValues(of route: Identifier<Route>, given: [String?]) -> [String?] {
    // `self[route]` would copy the whole route for every link.
    let fixed = routes[route.index].fixedValues.count
    guard fixed > 0 else { return given }
    return given + values(of: route, given: given).suffix(fixed).map(\.value)
  }
}
