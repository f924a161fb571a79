import JSONCodec
import Links
import Navigation

extension RouteWordings {
  /// The texts of the objects of design §7, from the comma behind the link on.
  init(objects routes: [Route], in definition: AppDefinition) {
    self.init(
      routes.lazy.map { route in
        Row(
          start: members(definition.membersBeforeValues(of: route)) + Array(#","params":{"#.utf8),
          names: definition.toldNames(of: route).map { name in
            name.map { jsonText($0) + [UInt8(ascii: ":")] }
          },
          // As most links have it, who bring no query along and are no redirect.
          end: emptyQuery + members(definition.membersAfterValues(of: route))
            + Array(#","hops":[]}"#.utf8))
      })
  }

  /// The texts of screens: `{"screen":"MovieDetail","values":{"id":"42"}}`.
  init(screens routes: [Route], in definition: AppDefinition) {
    self.init(
      routes.lazy.map { route in
        Row(
          start: Array(#"{"screen":"#.utf8) + jsonText(definition.name(ofScreen: route))
            + Array(#","values":{"#.utf8),
          names: (route.parameters.map(\.name) + route.fixedValues.map(\.name)).map {
            jsonText($0) + [UInt8(ascii: ":")]
          },
          end: Array("}}".utf8))
      })
  }

  /// Appends a screen.
  /// - Parameters:
  ///   - route: Its place among the routes that this was made of.
  ///   - values: Those of the parameters, then those that the route says itself.
  func writeScreen(_ route: Int, _ values: [String?], into output: inout [UInt8]) {
    writeStart(route, into: &output)
    var isFirst = true
    for (parameter, value) in values.enumerated() {
      guard let value else { continue }
      _ = writeName(parameter, of: route, first: "", next: ",", isFirst: &isFirst, into: &output)
      writeJSONString(value, into: &output)
    }
    writeEnd(route, into: &output)
  }

  /// Appends what a link opens: all of the object behind the link.
  /// - Parameters:
  ///   - route: Its place among the routes that this was made of.
  ///   - hops: The links that redirects led to.
  /// - Returns: Whether the values could all be told.
  @inline(__always)
  func writeObject(
    _ route: Int, _ values: ToldValues, query: [QueryItem], hops: [Resolution.Hop],
    into output: inout [UInt8]
  ) -> Bool {
    writeStart(route, into: &output)
    var isFirst = true
    let areTold = values { parameter, value in
      guard
        writeName(parameter, of: route, first: "", next: ",", isFirst: &isFirst, into: &output)
      else { return }
      writeJSONString(value, into: &output)
    }
    guard !query.isEmpty || !hops.isEmpty else {
      writeEnd(route, into: &output)
      return areTold
    }
    output.append(#"},"query":"#)
    JSON(query: query).write(into: &output)
    writeEnd(route, without: emptyQuery.count, "]}".utf8.count, into: &output)
    for (index, hop) in hops.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      writeJSONString(hop.link, into: &output)
    }
    output.append("]}")
    return areTold
  }
}

private let emptyQuery = Array(#"},"query":{}"#.utf8)

/// Members behind others: `,"a":1,"b":2`.
private func members(_ members: [JSON.Member]) -> [UInt8] {
  members.flatMap { member in
    var bytes = [UInt8(ascii: ",")] + jsonText(member.key) + [UInt8(ascii: ":")]
    member.value.write(into: &bytes)
    return bytes
  }
}

/// A text as JSON.
func jsonText(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  writeJSONString(text, into: &bytes)
  return bytes
}

extension AppDefinition {
  /// The members of a resolution that stand between the link and the values.
  func membersBeforeValues(of route: Route) -> [JSON.Member] {
    var screen: String?
    if case .screen(let id) = route.target { screen = self[id].name }
    return [
      .init("route", .string(route.pattern)), .init("name", .optional(route.name)),
      .init("screen", .optional(screen)),
    ]
  }

  /// The members of a resolution that stand between the values and the redirects.
  func membersAfterValues(of route: Route) -> [JSON.Member] {
    [
      .init("gates", json(of: route.gates)),
      .init("coordinator", .optional(route.coordinator.map { self[$0].name })),
      .init("as", .string(route.presentation.rawValue)),
    ]
  }
}
