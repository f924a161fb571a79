public import Diagnostics
public import JSONCodec

/// What is told in one line of the log.
public struct LogEntry: Sendable, Hashable {
  /// How much it weighs.
  public var level: LogLevel
  /// What kind of line: a stable word such as `client/slow` that no text from outside goes into.
  /// Lines of one kind are counted together, and a flood of them is cut short.
  public var kind: String
  /// What happened, for a person. What came from outside in it is escaped when it is written.
  public var message: String
  /// What a program may want to know: stable names, in this order.
  public var fields: [JSON.Member]

  /// Puts an entry together.
  public init(
    _ level: LogLevel, _ kind: String, _ message: String, _ fields: [JSON.Member] = []
  ) {
    self.level = level
    self.kind = kind
    self.message = message
    self.fields = fields
  }

  /// Tells an error, warning or note: its code is the kind, its severity the level; the rest of it
  /// are fields, as every finding is told.
  public init(_ diagnostic: any Diagnostic) {
    let level: LogLevel =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .notice
      }
    let members = JSON(diagnostic).objectValue ?? []
    let fields = members.filter { !["code", "severity", "message"].contains($0.key) }
    self.init(level, diagnostic.code.rawValue, diagnostic.message, fields)
    place = diagnostic.position.map { "\($0): " } ?? ""
    self.advice = diagnostic.advice
  }

  /// `file:line:column: ` before the text of a diagnostic.
  private(set) var place = ""
  /// Behind the text of a diagnostic.
  private(set) var advice: String?
}
