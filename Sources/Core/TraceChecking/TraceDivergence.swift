package import Diagnostics
import Navigation
package import Traces

/// The first line of a session that no behaviour of the definition explains.
package struct TraceDivergence: DiagnosticError {
  package let entry: TraceEntry
  /// What could have been in the line: at most `SearchLimits.allowedMax`.
  package let allowed: [Observation]
  /// Whether the search for unobserved events ended at a limit, so that a way that explains the
  /// line may have been overlooked.
  package let isCut: Bool
  package let diagnostic: Diagnostic

  /// - Parameters:
  ///   - code: How the line differs from the definition.
  ///   - advice: What to do; `nil` to list what is allowed.
  init(
    _ code: DiagnosticCode, _ message: String, advice: String? = nil, at entry: TraceEntry,
    in file: String, allowed: [Observation], isCut: Bool
  ) {
    self.entry = entry
    self.allowed = allowed
    self.isCut = isCut
    diagnostic = Diagnostic(
      code, message, advice: advice ?? Self.advice(allowing: allowed, isCut: isCut),
      at: SourcePosition(file: file, line: entry.line, column: 1))
  }

  private static func advice(allowing allowed: [Observation], isCut: Bool) -> String? {
    let bound = "The search for events without a line ended at a limit."
    guard !allowed.isEmpty else { return isCut ? bound : nil }
    let shown = allowed.prefix(namesMax).map { $0.text }.joined(separator: ", ")
    let rest = allowed.count > namesMax ? ", and \(allowed.count - namesMax) more" : ""
    return "Allowed here: \(shown)\(rest)." + (isCut ? " \(bound)" : "")
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
