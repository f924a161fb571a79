import JSONCodec
import Links
package import Navigation

extension AppDefinition {
  /// Everything that decides how events are applied, as a text: equal for two definitions that
  /// behave alike, whichever program built them.
  package var behaviourFingerprint: String {
    var parts: [JSON] = [.int(behaviour)] + plugins.map { .string($0) }
    parts.append(.texts(table.bases.map(\.text)))
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
        "start": .optional(coordinator.start?.link), "gates": json(of: coordinator.gates),
      ])
    }
    for screen in screens {
      parts.append([
        "screen": .string(screen.name), "leave": .string(screen.leave.rawValue),
        "taps": .texts(screen.taps.map { "\($0.name) \($0.target)" }),
      ])
    }
    for route in routes {
      parts.append([
        "route": json(of: route), "repeat": .string(route.repeatPolicy.rawValue),
        "parents": .texts(route.parents.map { "\($0)" }),
        "parameters": .texts(route.parameters.map { "\($0.name) \($0.type) \($0.isOptional)" }),
        "values": .texts(route.fixedValues.map { "\($0.name) \($0.text.text)" }),
      ])
    }
    return JSON.array(parts).text
  }
}

/// Raised whenever an event can have another outcome than before: sessions recorded with another
/// number are migrated as they are to changed route files, and may differ after a replay.
private let behaviour: Int64 = 3
