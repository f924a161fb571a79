import Links
import Navigation

/// An expectation, read.
enum Expectation {
  /// A screen by name; values that are left out match any.
  struct Screen {
    let name: String
    let values: [(name: String, value: String)]
  }

  case screen(Screen)
  /// Without a coordinator the visible stack is meant.
  case stack(Identifier<Coordinator>?, [Screen])
  case tab(Identifier<Coordinator>)
  /// `detail` is the reason, gate, screen or link in parentheses.
  case outcome(kind: String, detail: String?)
  /// `nil`: that no link waits for a gate.
  case deferred(link: String?)
  case gate(Identifier<Gate>, isOpen: Bool)
  case tap(String)
  case show(String)
  /// Counted from 1, over all sections.
  case row(Int, String)
  case transitions([String])
}

extension Expectation.Screen {
  /// `MovieDetail(id=42)`
  var text: String {
    let list = values.map { "\($0.name)=\(valueText($0.value))" }
    return valueText(name) + (list.isEmpty ? "" : "(\(list.joined(separator: ", ")))")
  }

  /// Whether a screen of a stack is as expected, compared as bytes.
  func matches(_ entry: ScreenEntry, in definition: AppDefinition) -> Bool {
    guard sameBytes(definition.name(of: entry), name) else { return false }
    let found = definition.values(of: entry)
    return values.allSatisfy { wanted in
      found.contains { sameBytes($0.name, wanted.name) && sameBytes($0.value, wanted.value) }
    }
  }
}
