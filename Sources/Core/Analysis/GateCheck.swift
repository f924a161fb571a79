import Diagnostics
import Navigation

/// Gates whose challenge can never be shown, and those that nothing requires.
struct GateCheck {
  private let plugins: [PluginDraft]
  private let definition: AppDefinition

  init(_ plugins: [PluginDraft], _ definition: AppDefinition) {
    self.plugins = plugins
    self.definition = definition
  }

  func unused() -> [Diagnostic] {
    let used =
      (definition.routes.map { $0.gates } + definition.coordinators.map { $0.gates }
      + definition.gates.map { $0.requires }).reduce(GateSet()) { $0.union($1) }
    return definition.gates.compactMap { gate in
      definition.gate(named: gate.name).flatMap { id in
        used.contains(id) ? nil : .unused(gate: gate.name, at: gate.position)
      }
    }
  }

  func findings() -> [Diagnostic] {
    let hidings = definition.hidings
    return definition.gates.compactMap { gate in
      let challenge = gate.challenge
      guard let hiding = definition.hiding(of: definition[challenge.route], hidings) else {
        return nil
      }
      return .hiddenChallenge(
        gate: gate.name, link: challenge.link, at: position(of: gate), by: hiding)
    }
  }

  private func position(of gate: Gate) -> SourcePosition? {
    let draft = plugins.lazy.flatMap { $0.gates }.first { sameBytes($0.name.value, gate.name) }
    return draft?.challenge.position ?? gate.position
  }
}
