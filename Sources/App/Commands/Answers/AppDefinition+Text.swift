import Diagnostics
import Navigation

/// How the entities of a definition are written for people. None of it is escaped yet.
extension AppDefinition {
  /// A screen with its values: `MovieDetail(id=42)`.
  func text(of entry: ScreenEntry) -> String {
    let values = values(of: entry)
    let name = valueText(name(of: entry))
    guard !values.isEmpty else { return name }
    let list = values.map { "\($0.name)=\(valueText($0.value))" }
    return "\(name)(\(list.joined(separator: ", ")))"
  }

  /// A stack as `expect stack` reads it: `Home > MovieDetail(id=42)`.
  func text(of stack: [ScreenEntry]) -> String {
    stack.map { text(of: $0) }.joined(separator: " > ")
  }

  /// The names of gates, the one to ask first in front.
  func names(of gates: GateSet) -> [String] {
    gates.members.map { self[$0].name }
  }
}
