import Diagnostics
import JSONCodec
import Links
package import Navigation

extension AppDefinition {
  /// A text of everything that determines how events are applied. Definitions that behave alike
  /// have equal texts, across builds of the program.
  package var behaviourFingerprint: String {
    var parts: [JSON] = [.int(behaviour)] + plugins.map { .string($0) }
    parts.append(.texts(table.bases.map(\.text)))
    for gate in gates {
      parts.append([
        "gate": .string(gate.name), "requires": json(of: gate.requires.members),
        "challenge": .string(gate.challenge.link), "keep": .int(gate.keepMilliseconds),
      ])
      if let lapses = gate.lapses { parts.append(.string("\(lapses)")) }
    }
    for source in sources.dropFirst(AppDefinition.builtInSourceCount - 1)
    where source.position != nil {
      parts.append(["source": .string(source.name), "rule": .string("\(source.rule)")])
      if let consent = source.consent { parts.append(.string(consent.text)) }
    }
    for coordinator in coordinators {
      parts.append([
        "coordinator": .string(coordinator.path), "kind": .string(coordinator.kind.rawValue),
        "children": .texts(coordinator.children.map { self[$0].name }),
        "start": .optional(coordinator.start?.link), "gates": json(of: coordinator.gateOrder),
        "back": .string(coordinator.back.rawValue),
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
        "parameters": .texts(
          route.parameters.map { "\($0.name) \($0.type) \($0.isOptional) \($0.ignoresMisfits)" }),
        "values": .texts(route.fixedValues.map { "\($0.name) \($0.text.text)" }),
      ])
    }
    return JSON.array(parts).text
  }

  /// A hash of `behaviourFingerprint`, in hexadecimal digits.
  package var behaviourDigest: String {
    var hash = FNV()
    hash.add(behaviourFingerprint.utf8)
    return zeroPadded(hash.value, 16, radix: 16)
  }
}

/// The version of the engine's behaviour, incremented whenever the outcome of an event can change.
/// Sessions recorded with another version are migrated as after a change of the route files, and
/// can differ after a replay.
private let behaviour: Int64 = 6
