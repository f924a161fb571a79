package import Diagnostics
package import Navigation

/// A claim about an app's navigation, such as `never screen Checkout without gate login`.
package enum PolicyRule: Hashable, Sendable {
  /// The screen is never in the tree while the gate is closed.
  case never(Identifier<ScreenDefinition>, without: Identifier<Gate>)

  /// Reads a rule.
  ///
  package init(
    _ text: Located<String>, in definition: AppDefinition
  ) throws(PolicyRuleError) {
    let position = text.position
    let words = text.value.split(separator: " ").map(String.init)
    guard words.count == 6, words[0] == "never", words[1] == "screen", words[3] == "without",
      words[4] == "gate"
    else { throw .form(text.value, at: position) }
    guard let screen = definition.screen(named: words[2]) else {
      let names = definition.screens.map(\.name)
      throw .unknown("screen", words[2], nearest: nearest(to: words[2], in: names), at: position)
    }
    guard let gate = definition.gate(named: words[5]) else {
      let names = definition.gates.map(\.name)
      throw .unknown("gate", words[5], nearest: nearest(to: words[5], in: names), at: position)
    }
    self = .never(screen, without: gate)
  }

  /// Whether a state shows that the rule is broken: the visible screen is the wrong one.
  func isBroken(in state: NavigationState, of definition: AppDefinition) -> Bool {
    guard case .never(let screen, let gate) = self, !state.openGates.contains(gate),
      let entry = state.visibleEntry(in: definition),
      case .screen(screen) = definition[entry.route].target
    else { return false }
    return true
  }

  /// Whether a proof excludes every state that breaks the rule.
  func isProved(by proof: ElementProof) -> Bool {
    guard case .never(let screen, let gate) = self else { return false }
    return !proof.mayOccur(screen, without: gate)
  }
}

/// Why a text is not a rule.
package enum PolicyRuleError: Diagnostic, Hashable {
  case form(String, at: SourcePosition?)
  /// A name that the app does not declare.
  case unknown(_ kind: String, String, nearest: String?, at: SourcePosition?)

  package var code: DiagnosticCode {
    switch self {
    case .form: .policyRule
    case .unknown: .nameUnknown
    }
  }

  package var position: SourcePosition? {
    switch self {
    case .form(_, let position), .unknown(_, _, _, let position): position
    }
  }

  package var message: String {
    switch self {
    case .form(let text, _): "'\(text)' is not a rule"
    case .unknown(let kind, let name, _, _): "the app has no \(kind) '\(name)'"
    }
  }

  package var advice: String? {
    switch self {
    case .form: "Write 'never screen NAME without gate NAME'."
    case .unknown(_, _, let nearest, _): nearest.map { "Did you mean '\($0)'?" }
    }
  }
}

/// What is known of a rule.
package enum Verdict: Hashable, Sendable {
  /// It holds at every depth.
  case proved
  /// These events from the start lead to a state that breaks it.
  case broken([Event])
  /// It was neither proved nor broken.
  case open
}
