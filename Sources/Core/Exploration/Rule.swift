import Diagnostics
package import Navigation

/// A claim about an app's navigation, such as `never screen Checkout without gate login`.
package enum Rule: Hashable, Sendable {
  /// The screen is never in the tree while the gate is closed.
  case never(Identifier<ScreenDefinition>, without: Identifier<Gate>)

  /// Reads a rule.
  ///
  /// - Throws: What is wrong with it: one sentence, with the nearest known name.
  package init(_ text: String, in definition: AppDefinition) throws(RuleError) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 6, words[0] == "never", words[1] == "screen", words[3] == "without",
      words[4] == "gate"
    else { throw .form(text) }
    guard let screen = definition.screen(named: words[2]) else {
      throw .unknownScreen(
        words[2], nearest: nearest(to: words[2], in: definition.screens.map(\.name)))
    }
    guard let gate = definition.gate(named: words[5]) else {
      throw .unknownGate(
        words[5], nearest: nearest(to: words[5], in: definition.gates.map(\.name)))
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
package enum RuleError: Error, Hashable {
  case form(String)
  case unknownScreen(String, nearest: String?)
  case unknownGate(String, nearest: String?)
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
