import Diagnostics
import RouteFiles
import TraceChecking
import TraceFiles
import Traces

/// Logs of an app, checked against `FuzzApp`.
enum TraceTarget {
  /// A log has sessions or errors with messages; each session conforms or diverges at the first
  /// line that is not explained.
  static func fault(of bytes: [UInt8]) -> String? {
    guard bytes.count <= bytesTriedMax else { return nil }
    let map = TraceMapFile()
    let file = TraceFile(bytes, path: "log", map)
    for finding in file.findings {
      _ = finding.advice
      if finding.message.isEmpty { return "a fault without a message" }
    }
    if file.findings.contains(where: { $0.severity == .error }) {
      return file.sessions.isEmpty ? nil : "sessions of a broken log"
    }
    for isSampled in [false, true] {
      var rules = map.rules(seen: file.kinds)
      rules.isSampled = isSampled
      let checker = TraceChecker(FuzzApp.definition, rules)
      for session in file.sessions {
        if let fault = fault(of: checker.verdict(on: session), on: session) { return fault }
      }
    }
    return nil
  }

  private static func fault(of verdict: TraceVerdict, on session: SessionTrace) -> String? {
    guard let divergence = verdict.divergence else {
      return verdict.explained == session.entries.count ? nil : "no divergence, and lines are left"
    }
    guard verdict.explained < session.entries.count,
      session.entries[verdict.explained].line == divergence.entry.line,
      !divergence.diagnostic.message.isEmpty
    else { return "a divergence at another line than the first that is not explained" }
    return nil
  }
}

/// Enough to find faults, few enough to keep iterations fast.
private let bytesTriedMax = 2_000
