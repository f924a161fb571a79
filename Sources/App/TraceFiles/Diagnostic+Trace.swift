import Diagnostics

/// Why a line of a log, or a whole log, cannot be read.
extension Diagnostic {
  /// The line is not JSON; `fault` says why.
  static func notJSON(_ error: Diagnostic, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .traceSyntax, error.message, advice: error.advice ?? "Write one JSON object per line.",
      at: position)
  }

  /// The value of a key, or the line if there is no key.
  static func wrongType(key: String?, expected: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .traceWrongType,
      key.map { "'\(shortened($0))' has an invalid value" } ?? "the line is not a JSON object",
      advice: "Write \(expected).", at: position)
  }

  static func missingKey(_ key: String, owner: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .traceMissingKey, "\(owner) needs '\(shortened(key))'",
      advice: "Add it, or name the key that holds it under 'fields' in the file of --map.",
      at: position)
  }

  static func unknownEvent(_ name: String, nearest: String?, at position: SourcePosition)
    -> Diagnostic
  {
    Diagnostic(
      .traceUnknownEvent, "no event is called '\(shortened(name))'",
      advice: (nearest.map { "Did you mean '\($0)'? " } ?? "")
        + "Map or ignore it in the file of --map.", at: position)
  }

  static func truncated(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .traceTruncated, "the last line is incomplete and is left out", severity: .warning,
      at: position)
  }

  static func noLines(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .traceNoLines, "no line of the log is checked",
      advice: "Write events to it, or leave out fewer in the file of --map.", severity: .warning,
      at: position)
  }

  static func lineTooLong(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .traceLimit, "the line has more than \(TraceLimits.lineBytesMax) bytes",
      advice: "Leave out what is not about navigation.", at: position)
  }

  static func tooManyLines(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .traceLimit, "the log has more than \(TraceLimits.linesMax) lines",
      advice: "Split it between two sessions.", at: position)
  }

  static func tooManyFaults(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .traceLimit, "more than \(TraceLimits.faultsMax) faults in this log",
      advice: "Fix these first to see the rest.", at: position)
  }

  static func unknownName(
    _ name: String, kind: String, nearest: String?, at position: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(
      .traceUnknownName, "the definition has no \(kind) '\(shortened(name))'",
      advice: nearest.map { "Did you mean '\($0)'?" }, at: position)
  }
}
