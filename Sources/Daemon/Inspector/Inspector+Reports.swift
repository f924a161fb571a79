public import Diagnostics
import HTTPServing
import JSONCodec

/// What a report is about; it is computed elsewhere, since it can take seconds.
public nonisolated enum InspectorReport: Sendable, Hashable {
  /// The faults of the daemon's route files.
  case findings
  /// A picture, with what a script visits marked.
  case graph(subject: String, script: String)
  /// What a script leaves out.
  case coverage(script: String)
}

/// A report, or why there is none.
public nonisolated enum ReportAnswer: Sendable {
  /// Its text.
  case text([UInt8])
  /// Why it could not be computed.
  case fault(any Diagnostic)
}

/// Computes a report and calls back, later or at once.
public typealias ReportSource = (
  _ report: InspectorReport, _ done: @escaping (ReportAnswer) -> Void
) -> Void

extension Inspector {
  /// Answers with a report.
  func answerReport(_ report: InspectorReport, _ exchange: HTTPExchange) {
    guard let source = options.report else {
      return exchange.answer(
        .error(InspectorError.request("the route files of the daemon are unknown"), status: 404))
    }
    guard reportsRunning < options.limits.reportsMax else {
      return exchange.answer(
        .error(InspectorError.limit("reports", max: options.limits.reportsMax), status: 503))
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
    askScript(exchange) { .graph(subject: subject, script: $0) }
  }

  /// Answers with what the session leaves out.
  func answerCoverage(_ exchange: HTTPExchange) {
    askScript(exchange) { .coverage(script: $0) }
  }

  /// Answers with a report about the script of a session; about none if no session is named.
  private func askScript(
    _ exchange: HTTPExchange, _ report: @escaping (String) -> InspectorReport
  ) {
    guard let session = exchange.request.item("session") else {
      return answerReport(report(""), exchange)
    }
    ask("save", ["session": .string(session)], exchange) { [weak self] result in
      self?.answerReport(report(result["script"]?.stringValue ?? ""), exchange)
      return nil
    }
  }
}
