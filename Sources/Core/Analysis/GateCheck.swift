import Diagnostics
import Navigation

/// Gates whose challenge can never be shown.
struct GateCheck {
  private let plugins: [PluginDraft]
  private let definition: AppDefinition

  init(_ plugins: [PluginDraft], _ definition: AppDefinition) {
    self.plugins = plugins
    self.definition = definition
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

  /// Where the challenge is written.
  private func position(of gate: Gate) -> SourcePosition? {
    let draft = plugins.lazy.flatMap { $0.gates }.first { sameBytes($0.name.value, gate.name) }
    return draft?.challenge.position ?? gate.position
  }
}
