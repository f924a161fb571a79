public import Diagnostics
public import JSONCodec
public import Navigation

/// The answer to one command line, and all that it did to the session.
public struct Response: Sendable {
  /// What a person is told, failures included: lines that each end in `\n`, safe to print; empty
  /// for a comment.
  public var text: String
  /// What became of the event, if the command was one.
  public var applied: Applied?
  /// What a program is told; `docs/json.md` lists the forms.
  public var json: JSON
  /// Why the command could not be done, or an expectation that failed. A refused event is no
  /// failure here: it is told in `applied`, and a script decides whether it was expected.
  public var failure: (any Diagnostic)?
  /// Whether the person wants to leave.
  public var isOver = false
  /// What was changed, in order, for a journal; `load` is one change.
  public var changes: [SessionChange] = []
  /// Where the session moved, in order, for a log.
  public var moves: [SessionMove] = []
  /// The events that were refused, in order.
  public var refusals: [Refusal] = []

  /// An answer of several lines.
  package init(lines: [String] = [], json: JSON = [:]) {
    text = lines.map { $0 + "\n" }.joined()
    self.json = json
  }

  /// A failure.
  init(_ failure: any Diagnostic) {
    text = failure.summary + "\n"
    json = .failure(failure)
    self.failure = failure
  }
}

extension JSON {
  /// `{"error":{…}}`, the failure as every finding is told.
  package static func failure(_ failure: any Diagnostic) -> JSON { ["error": JSON(failure)] }
}
