/// How serious a diagnostic is.
public enum Severity: String, Sendable, Hashable, CaseIterable {
  /// The operation failed.
  case error
  /// The operation succeeded, but probably not as intended.
  case warning
  /// Context for other diagnostics.
  case note
}

/// What went wrong, where, and what to do about it.
///
/// Each module builds its diagnostics by static functions in extensions of this type, one per
/// fault, so that code, text and position of a fault are in one place. An enum remains only where
/// code branches on its cases; it is a `DiagnosticError`. `DiagnosticReport` renders diagnostics.
public struct Diagnostic: DiagnosticError, Hashable {
  /// The stable code; `signalbox help codes` lists all of them.
  public let code: DiagnosticCode
  /// The severity.
  public let severity: Severity
  /// What went wrong, with the offending text quoted: one clause without a full stop.
  public let message: String
  /// What to do: one imperative sentence with its full stop.
  public let advice: String?
  /// The location of the fault, if it is in a file.
  public let position: SourcePosition?
  /// The location of the other side of a conflict.
  public let other: SourcePosition?
  /// A link that demonstrates the fault.
  public let witness: String?

  /// Creates a diagnostic; see its properties.
  public init(
    _ code: DiagnosticCode, _ message: String, advice: String? = nil,
    severity: Severity = .error, at position: SourcePosition? = nil,
    other: SourcePosition? = nil, witness: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.advice = advice
    self.position = position
    self.other = other
    self.witness = witness
  }

  /// The message with a full stop, unless it ends with a question mark.
  package var punctuatedMessage: String {
    message.utf8.last == UInt8(ascii: "?") ? message : message + "."
  }

  /// Itself.
  public var diagnostic: Diagnostic { self }

  /// The same diagnostic at another position.
  public func at(_ position: SourcePosition?) -> Diagnostic { at(position, other: other) }

  /// The same diagnostic at other positions.
  package func at(_ position: SourcePosition?, other: SourcePosition?) -> Diagnostic {
    Diagnostic(
      code, message, advice: advice, severity: severity, at: position, other: other,
      witness: witness)
  }

  /// `file:line:column: error[code]: message. Advice.` on one line, with control characters
  /// escaped.
  public var summary: String {
    var text = position.map { "\($0): " } ?? ""
    text += "\(severity.rawValue)[\(code.rawValue)]: \(escaped(punctuatedMessage))"
    if let advice { text += " \(escaped(advice))" }
    return text
  }
}
