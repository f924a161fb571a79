package import Diagnostics
import Navigation

/// The first line of a session that no behaviour of the definition explains.
package struct TraceDivergence: Diagnostic {
  /// How a line differs from the definition.
  package enum Reason: Hashable, Sendable {
    /// The definition has no such screen.
    case unknownScreen(nearest: String?)
    case screen
    /// The right screen, which shows this.
    case values(shown: ObservedScreen)
    /// The log lacks this screen ahead of the line.
    case missingScreen(ObservedScreen)
    /// The event cannot happen, with the reason.
    case refused(String)
  }

  package let entry: TraceEntry
  package let file: String
  package let reason: Reason
  /// What could have been in the line: at most `SearchLimits.allowedMax`.
  package let allowed: [Observation]
  /// Whether the search for unobserved events ended at a limit, so that a way that explains the
  /// line may have been overlooked.
  package let isCut: Bool

  package var position: SourcePosition? {
    SourcePosition(file: file, line: entry.line, column: 1)
  }

  package var code: DiagnosticCode {
    switch reason {
    case .unknownScreen: .conformUnknownScreen
    case .screen: .conformScreen
    case .values: .conformValues
    case .missingScreen: .conformMissingScreen
    case .refused: .conformRefused
    }
  }

  package var message: String {
    let line = shortened(entry.observation.text)
    return switch reason {
    case .unknownScreen: "the app shows '\(line)', and the definition has no such screen"
    case .screen: "the app shows \(line), which nothing in the definition does here"
    case .values(let shown): "the app shows \(line), and the definition \(shown.text)"
    case .missingScreen(let screen):
      "the definition shows \(screen.text), and the log has no line of it ahead of '\(line)'"
    case .refused(let refusal): "'\(line)' cannot happen here: \(refusal)"
    }
  }

  package var advice: String? {
    if case .unknownScreen(let nearest) = reason {
      return (nearest.map { "Did you mean '\($0)'? " } ?? "")
        + "Name it as the route files do, or map or ignore it in the file of --map."
    }
    let bound = isCut ? " The search for events without a line ended at a limit." : ""
    guard !allowed.isEmpty else { return isCut ? String(bound.dropFirst()) : nil }
    let shown = allowed.prefix(namesMax).map(\.text).joined(separator: ", ")
    let rest = allowed.count > namesMax ? ", and \(allowed.count - namesMax) more" : ""
    return "Allowed here: \(shown)\(rest).\(bound)"
  }
}

extension Observation {
  /// `Home` or `tap buy`
  package var text: String {
    switch self {
    case .screen(let screen): screen.text
    case .event(let event): event.command(nowMilliseconds: 0)
    }
  }
}

/// The most allowed lines that a message lists.
private let namesMax = 8
