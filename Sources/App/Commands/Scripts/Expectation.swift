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

/// What can be expected: the word after `expect`.
public enum ExpectationKind: String, Sendable, CaseIterable {
  case screen, stack, tab, outcome, deferred, gate, tap, show, row, transitions

  /// The words after `expect`.
  public var usage: String {
    switch self {
    case .screen: "screen NAME [key=value…]"
    case .stack: "stack [COORDINATOR:] A > B(id=42) > C"
    case .tab: "tab NAME"
    case .outcome: "outcome KIND, such as moved, deferred(login) or refused(not-found)"
    case .deferred: "deferred LINK|none"
    case .gate: "gate NAME open|closed"
    case .tap: "tap NAME"
    case .show: "show TEXT"
    case .row: "row N TEXT"
    case .transitions: "transitions KIND…, or none"
    }
  }

  /// The kind of that name, compared as bytes.
  init?(named word: String) {
    guard let kind = Self.allCases.first(where: { sameBytes($0.rawValue, word) }) else {
      return nil
    }
    self = kind
  }

  /// The types of the words after it, for completion.
  var completes: [CommandParameter.Kind] {
    switch self {
    case .screen: [.screen, .values]
    case .stack: [.stack]
    case .tab: [.tab]
    case .outcome: [.outcome]
    case .deferred: [.link]
    case .gate: [.gate, .flag(on: openWord, off: closedWord)]
    case .tap: [.tap]
    case .show, .row: [.text]
    case .transitions: [.transitions]
    }
  }
}

/// How `expect gate` says whether a gate is open.
let openWord = "open"
let closedWord = "closed"
