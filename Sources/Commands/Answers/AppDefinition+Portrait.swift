import JSONCodec
package import Navigation

extension AppDefinition {
  /// All that decides how events are applied, as a text: the same for two definitions that behave
  /// alike, whatever program made them.
  package var portrait: String {
    var parts: [JSON] = plugins.map { .string($0) }
    for gate in gates {
      parts.append([
        "gate": .string(gate.name), "requires": json(of: gate.requires),
        "challenge": .string(gate.challenge.link), "keep": .int(gate.keepMilliseconds),
      ])
    }
    for coordinator in coordinators {
      parts.append([
        "coordinator": .string(coordinator.path), "kind": .string(coordinator.kind.rawValue),
        "children": .texts(coordinator.children.map { self[$0].name }),
        "gates": json(of: coordinator.gates),
      ])
    }
    for screen in screens { parts.append(.string(screen.name)) }
    for route in routes { parts.append(json(of: route)) }
    return JSON.array(parts).text
  }
}
