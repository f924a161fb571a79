import Diagnostics
import Navigation

/// Texts for the entities of a definition. Not escaped.
extension AppDefinition {
  /// Returns a screen with its values: `MovieDetail(id=42)`.
  func text(of entry: ScreenEntry) -> String {
    let values = values(of: entry)
    let name = valueText(name(of: entry))
    guard !values.isEmpty else { return name }
    let list = values.map { "\($0.name)=\(valueText($0.value))" }
    return "\(name)(\(list.joined(separator: ", ")))"
  }

  /// Returns a stack as `expect stack` reads it: `Home > MovieDetail(id=42)`.
  func text(of stack: [ScreenEntry]) -> String {
    stack.map { text(of: $0) }.joined(separator: " > ")
  }

  /// Returns the names of gates, in the order in which they are checked.
  func names(of gates: GateSet) -> [String] {
    gates.members.map { self[$0].name }
  }
}
