import Diagnostics
package import Navigation

/// What a script expects of a session.
package enum Expectation: Sendable {
  /// A screen's name and some of its values; values left out match any.
  package struct Screen: Sendable {
    package let name: String
    package let values: [(name: String, value: String)]
  }

  case screen(Screen)
  /// A stack, by default the visible one.
  case stack(Identifier<Coordinator>?, [Screen])
  case tab(Identifier<Coordinator>)
  /// An outcome; `detail` is the reason, gate, screen or link in parentheses.
  case outcome(kind: String, detail: String?)
  /// A link that waits for a gate; `nil` expects none.
  case deferred(link: String?)
  case gate(Identifier<Gate>, isOpen: Bool)
  case tap(String)
  case show(String)
  /// A row, counted from 1 across all sections, and a text in it.
  case row(Int, String)
  case transitions([String])
}

extension Expectation {
  /// Whether late content can still fulfil it.
  var isAboutContent: Bool {
    switch self {
    case .show, .row: true
    case .screen, .stack, .tab, .outcome, .deferred, .gate, .tap, .transitions: false
    }
  }
}

extension Expectation.Screen {
  /// `MovieDetail(id=42)`
  var text: String {
    let list = values.map { "\($0.name)=\(valueText($0.value))" }
    return valueText(name) + (list.isEmpty ? "" : "(\(list.joined(separator: ", ")))")
  }

  /// Returns whether a screen of a stack matches, compared bytewise.
  func matches(_ entry: ScreenEntry, in definition: AppDefinition) -> Bool {
    guard sameBytes(definition.name(of: entry), name) else { return false }
    let found = definition.values(of: entry)
    return values.allSatisfy { wanted in
      found.contains { sameBytes($0.name, wanted.name) && sameBytes($0.value, wanted.value) }
    }
  }
}

/// The kinds of expectations, named by the word after `expect`.
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

  /// Finds the kind with this name, compared bytewise.
  init?(named word: String) {
    guard let kind = Self.allCases.first(where: { sameBytes($0.rawValue, word) }) else {
      return nil
    }
    self = kind
  }

  /// The types of the words that follow, for completion.
  var completes: [CommandParameter.Kind] {
    switch self {
    case .screen: [.screen, .values]
    case .stack: [.stack]
    case .tab: [.tab]
    case .outcome: [.outcome]
    case .deferred: [.waitingLink]
    case .gate: [.gate, .flag(on: openWord, off: closedWord)]
    case .tap: [.tap]
    case .show, .row: [.text]
    case .transitions: [.transitions]
    }
  }
}

/// The words of `expect gate` for an open and a closed gate.
let openWord = "open"
let closedWord = "closed"
