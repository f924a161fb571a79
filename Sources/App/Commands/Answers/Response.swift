public import Diagnostics
public import JSONCodec
public import Navigation

/// The answer to a command line, with its effects on the session.
public struct Response: Sendable {
  /// The text for users, failures included: escaped lines, each ending in `\n`; empty for a
  /// comment.
  public var text: String
  /// The outcome, if the command was an event.
  public var applied: Applied?
  /// The JSON answer (docs/json.md).
  public var json: JSON
  /// The error or failed expectation; `nil` on success. A refused event is not a failure: `applied`
  /// holds the refusal, and a script decides whether it was expected.
  public var failure: (any Diagnostic)?
  /// Whether the command was `quit`.
  public var isOver = false
  /// The changes, in order, for the journal; `load` is one change.
  public var changes: [SessionChange] = []
  /// The moves of the session, in order, for the log.
  public var moves: [SessionMove] = []
  /// The refusals, in order.
  public var refusals: [Refusal] = []

  /// Creates an answer from escaped lines.
  package init(lines: [String] = [], json: JSON = [:]) {
    text = lines.map { $0 + "\n" }.joined()
    self.json = json
  }

  /// Creates the answer for an error or a failed expectation.
  init(_ failure: any Diagnostic) {
    text = failure.summary + "\n"
    json = .failure(failure)
    self.failure = failure
  }
}

extension JSON {
  /// Returns `{"error":{…}}`, with the failure in the same form as all diagnostics.
  package static func failure(_ failure: any Diagnostic) -> JSON { ["error": JSON(failure)] }
}

/// The display that answers are formatted for.
public struct Display: Sendable, Hashable {
  /// The width of the terminal in columns; `nil` if the output is not a terminal.
  public var columns: Int?

  /// - Parameter columns: The width of the terminal in columns; `nil` if the output is not a
  ///   terminal.
  public init(columns: Int? = nil) {
    self.columns = columns
  }
}
