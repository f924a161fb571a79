public import Diagnostics
public import JSONCodec

/// One line of the log.
public struct LogEntry: Sendable, Hashable {
  /// Its severity.
  public var level: LogLevel
  /// A stable word such as `client/slow`, never external text. The number of lines of one kind is
  /// limited.
  public var kind: String
  /// A description of the event, for people. It is escaped when it is written.
  public var message: String
  /// Details for programs, under stable names, in this order.
  public var fields: [JSON.Member]

  /// An entry.
  public init(
    _ level: LogLevel, _ kind: String, _ message: String, _ fields: [JSON.Member] = []
  ) {
    self.level = level
    self.kind = kind
    self.message = message
    self.fields = fields
  }

  /// The entry for a diagnostic: its code becomes the kind, its severity the level, and its other
  /// JSON members the fields.
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
  /// The advice of a diagnostic.
  private(set) var advice: String?
}
