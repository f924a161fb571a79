import Diagnostics
import Navigation

extension Interpreter {
  /// `home/MovieDetail [guest]> `: the visible coordinator and screen, `*` for unsaved work, who is
  /// logged in if the app has a gate `login`, and `(not ready)` before `ready`. Safe to print; ends
  /// in a space.
  public var prompt: String {
    let coordinator = definition[state.visibleCoordinator(in: definition)].name
    var text = coordinator
    if let entry = state.visibleEntry(in: definition) {
      text += "/" + definition.name(of: entry) + (entry.isDirty ? "*" : "")
    }
    if let gate = definition.gate(named: "login") { text += " [\(person(at: gate))]" }
    if !state.isReady { text += " (not ready)" }
    return escaped(text) + "> "
  }

  private func person(at gate: Identifier<Gate>) -> String {
    guard state.openGates.contains(gate) else { return "guest" }
    guard let subject = state.subjects[gate.index] else { return "logged in" }
    return clipped(subject, columns: Limits.subjectColumnsMax)
  }
}

/// As much of a text as fits into so many columns, with `…` for the rest. Control characters must
/// be escaped before.
func clipped(_ text: String, columns: Int) -> String {
  guard terminalWidth(text) > columns else { return text }
  var kept = ""
  var width = 0
  for scalar in text.unicodeScalars {
    width += terminalWidth(scalar)
    guard width < columns else { break }
    kept.unicodeScalars.append(scalar)
  }
  return kept + "…"
}
