package import Analysis
import FileAccess
package import TraceChecking

extension TraceChecker {
  /// Checks sessions, on all processors.
  /// - Returns: A verdict for each, in their order, and what the explained lines use of the app;
  ///   nothing if that is not recorded.
  package func verdicts(
    on traces: [SessionTrace], recordsCoverage: Bool = false
  ) -> (verdicts: [TraceVerdict], coverage: Coverage) {
    let pieces = stride(from: 0, to: traces.count, by: sessionsPerPiece).map {
      traces[$0..<min($0 + sessionsPerPiece, traces.count)]
    }
    let checked = mapOnProcessors(pieces) { piece in
      var coverage = Coverage()
      let verdicts = piece.map { trace in
        var verdict = verdict(on: trace)
        if recordsCoverage { coverage.merge(self.coverage(of: verdict)) }
        if verdict.divergence == nil { verdict.forgetEvents() }
        return verdict
      }
      return (verdicts, coverage)
    }
    return (
      checked.flatMap(\.0), checked.reduce(into: Coverage()) { $0.merge($1.1) }
    )
  }
}

/// Sessions that one processor checks at a time.
private let sessionsPerPiece = 32
