public import Diagnostics
public import JSONCodec
public import Navigation

/// The answer to a command line, with its effects on the session. If the command applied an event,
/// all of it is derived from the event, on request.
public struct Response: Sendable {
  /// The event that the command applied; `nil` if it is none.
  package let event: AppliedEvent?
  private var ownText: String?
  private var ownJSON: JSON?
  private var ownEffects = Effects()
  /// The error or failed expectation; `nil` on success. A refused event is not a failure: `applied`
  /// holds the refusal, and a script decides whether it was expected.
  public var failure: Diagnostic?
  /// The expectation that does not hold, if that is the failure.
  var unmet: (expected: String, actual: String)?
  /// Whether the command was `quit`.
  public var isOver = false
  /// Whether the prompt is to show how long each command takes; `nil` if it is as before.
  public var isTimed: Bool?

  /// The text for users, failures included: escaped lines, each ending in `\n`; empty for a
  /// comment.
  public var text: String {
    get { ownText ?? event.map { $0.line + "\n" } ?? "" }
    set { ownText = newValue }
  }

  /// The JSON answer (docs/json.md).
  public var json: JSON {
    get { ownJSON ?? event?.json ?? [:] }
    set { ownJSON = newValue }
  }

  /// The outcome, if the command was an event.
  public var applied: Applied? { event?.applied }

  /// What it did to the session.
  public var effects: Effects {
    get { event?.effects ?? ownEffects }
    set { ownEffects = newValue }
  }

  /// Whether the JSON answer is that of the event.
  package var isEvent: Bool { event != nil && ownJSON == nil }

  init(_ event: AppliedEvent) { self.event = event }

  package init(lines: [String] = [], json: JSON = [:]) {
    event = nil
    ownText = lines.map { $0 + "\n" }.joined()
    ownJSON = json
  }

  init(_ failure: Diagnostic, _ display: Display = Display()) {
    self.init(json: .failure(failure))
    text = display.report.summary(of: failure) + "\n"
    self.failure = failure
  }

  /// Creates the answer for an expectation that does not hold.
  init(
    _ unmet: (expected: String, actual: String), at position: SourcePosition?, _ display: Display
  ) {
    self.init(.expectation(unmet.expected, unmet.actual, at: position), display)
    self.unmet = unmet
  }
}

extension JSON {
  /// Returns `{"error":{…}}`, with the failure in the same form as all diagnostics.
  package static func failure(_ failure: Diagnostic) -> JSON { ["error": JSON(failure)] }
}

/// The display that answers are formatted for.
public struct Display: Sendable, Hashable {
  /// The width of the terminal in columns; `nil` if the output is not a terminal.
  public var columns: Int?
  /// The colours.
  public var paint: Paint

  /// - Parameters:
  ///   - columns: The width of the terminal in columns; `nil` if the output is not a terminal.
  ///   - paint: The colours; none by default.
  public init(columns: Int? = nil, paint: Paint = Paint()) {
    (self.columns, self.paint) = (columns, paint)
  }

  /// Wraps lines that are too wide at spaces, with continuation lines indented.
  func wrapped(_ response: Response) -> Response {
    guard columns != nil else { return response }
    var response = response
    response.text = response.text.split(separator: "\n").map { line in
      wrappedLine(String(line), columns: columns) + "\n"
    }.joined()
    return response
  }

  /// Renders errors for it.
  var report: DiagnosticReport {
    DiagnosticReport(isColored: paint.isColored, columns: columns)
  }
}
