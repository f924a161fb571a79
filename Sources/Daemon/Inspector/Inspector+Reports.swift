public import Diagnostics
import HTTPServing
import JSONCodec

/// What a report is about; it is computed elsewhere, since it can take seconds.
public nonisolated enum InspectorReport: Sendable, Hashable {
  /// The faults of the daemon's route files.
  case findings
  /// A picture, with what a script visits marked.
  case graph(subject: String, script: String)
  /// What scripts leave out together.
  case coverage(scripts: [String])
}

/// A report, or why there is none.
public nonisolated enum ReportAnswer: Sendable {
  /// Its text.
  case text([UInt8])
  /// Why it could not be computed.
  case fault(Diagnostic)
}

/// Computes a report and calls back, later or at once.
public typealias ReportSource = (
  _ report: InspectorReport, _ done: @escaping (ReportAnswer) -> Void
) -> Void

extension Inspector {
  func answerReport(_ report: InspectorReport, _ exchange: HTTPExchange) {
    guard let source = options.report else {
      return exchange.answer(
        .error(.request("the route files of the daemon are unknown"), status: 404))
    }
    guard reportsRunning < options.limits.reportsMax else {
      return exchange.answer(
        .error(.limit("reports", max: options.limits.reportsMax), status: 503))
    }
    reportsRunning += 1
    let type = if case .graph = report { "image/svg+xml" } else { "application/json" }
    source(report) { [weak self] answer in
      self?.reportsRunning -= 1
      switch answer {
      case .text(let bytes): exchange.answer(.content(200, type, bytes))
      case .fault(let error): exchange.answer(.error(error, status: 200))
      }
    }
  }

  /// Answers with a picture of the app, with what the session visits marked.
  func answerGraph(_ exchange: HTTPExchange) {
    let subject = exchange.request.item("of") ?? "tree"
    let session = exchange.request.item("session")
    askScripts(of: (session.map { [$0] } ?? [])[...], exchange) {
      .graph(subject: subject, script: $0.first ?? "")
    }
  }

  /// Answers with what the sessions leave out together.
  func answerCoverage(_ exchange: HTTPExchange) {
    let sessions = exchange.request.query.filter { $0.name == "session" }.map(\.value)
    askScripts(of: sessions[...], exchange) { .coverage(scripts: $0) }
  }

  /// Answers with a report about the scripts of sessions.
  private func askScripts(
    of sessions: ArraySlice<String>, _ exchange: HTTPExchange, scripts: [String] = [],
    _ report: @escaping ([String]) -> InspectorReport
  ) {
    guard let session = sessions.first else { return answerReport(report(scripts), exchange) }
    ask("save", ["session": .string(session)], exchange) { [weak self] result in
      let script = result["script"]?.stringValue ?? ""
      self?.askScripts(
        of: sessions.dropFirst(), exchange, scripts: scripts + [script], report)
      return nil
    }
  }
}
