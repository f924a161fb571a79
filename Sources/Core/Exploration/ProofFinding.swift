package import Diagnostics
import Navigation

/// A fault of an app that holds at every depth.
package enum ProofFinding: Diagnostic, Hashable {
  /// No state has the screen in its tree.
  case neverShown(screen: String, at: SourcePosition?)
  /// A tap is refused wherever its screen is visible; `reason` is the last one.
  case tapRefused(tap: String, screen: String, reason: String, at: SourcePosition?)

  package var code: DiagnosticCode {
    switch self {
    case .neverShown: .screenNeverShown
    case .tapRefused: .tapRefused
    }
  }

  package var severity: Severity { .warning }

  package var position: SourcePosition? {
    switch self {
    case .neverShown(_, let position), .tapRefused(_, _, _, let position): position
    }
  }

  package var message: String {
    switch self {
    case .neverShown(let screen, _): "nothing that a user does shows the screen '\(screen)'"
    case .tapRefused(let tap, let screen, let reason, _):
      "the tap '\(tap)' is refused wherever '\(screen)' is shown (\(reason))"
    }
  }

  package var advice: String? {
    switch self {
    case .neverShown: "Remove it, or change the gates and coordinators of its routes."
    case .tapRefused: "Change what it does, or remove it."
    }
  }
}

extension ElementProof {
  /// The faults that the proof shows, in the order of screens and taps; none if it is incomplete.
  package var findings: [ProofFinding] {
    guard isComplete else { return [] }
    return definition.screens.indices.flatMap { index -> [ProofFinding] in
      let screen = definition.screens[index]
      guard mayOccur(screen: index) else {
        return [.neverShown(screen: screen.name, at: screen.position)]
      }
      return screen.taps.indices.compactMap { tap in
        refusal(ofTap: tap, on: index).map {
          .tapRefused(
            tap: screen.taps[tap].name, screen: screen.name, reason: $0,
            at: screen.taps[tap].position)
        }
      }
    }
  }
}
