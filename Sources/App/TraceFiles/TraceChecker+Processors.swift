package import Analysis
import FileAccess
package import TraceChecking
import Traces

extension TraceChecker {
  /// Checks sessions, on all processors.
  /// - Returns: A verdict for each, in their order, and what the explained lines use of the app;
  ///   nothing if that is not recorded.
  package func verdicts(
    on traces: [SessionTrace], recordsCoverage: Bool = false
  ) -> (verdicts: [TraceVerdict], coverage: Coverage) {
    var verdicts: [TraceVerdict] = []
    var coverage = Coverage()
    var triesLeft = SearchLimits.triesMax
    // The result does not depend on the processors: sessions of a batch may try as much each.
    for batch in traces[...].pieces(of: sessionsPerBatch) {
      let triesMax = min(SearchLimits.triesPerSession, triesLeft / batch.count)
      let checked = mapOnProcessors(batch.pieces(of: sessionsPerPiece)) { piece in
        var coverage = Coverage()
        let verdicts = piece.map { trace in
          var verdict = verdict(on: trace, triesMax: triesMax)
          if recordsCoverage { coverage.merge(self.coverage(of: verdict)) }
          if verdict.divergence == nil { verdict.forgetEvents() }
          return verdict
        }
        return (verdicts, coverage)
      }
      for piece in checked {
        verdicts += piece.0
        coverage.merge(piece.1)
        triesLeft -= piece.0.reduce(0) { $0 + $1.furtherTries }
      }
      triesLeft = max(0, triesLeft)
    }
    return (verdicts, coverage)
  }
}

extension ArraySlice {
  /// Consecutive parts of this length; the last may be shorter.
  fileprivate func pieces(of length: Int) -> [ArraySlice] {
    stride(from: startIndex, to: endIndex, by: length).map {
      self[$0..<Swift.min($0 + length, endIndex)]
    }
  }
}

/// Sessions that are checked with the same limit, and those that one processor checks at a time.
private let (sessionsPerBatch, sessionsPerPiece) = (512, 16)
