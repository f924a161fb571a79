/// How serious a diagnostic is.
public enum Severity: String, Sendable, Hashable, CaseIterable {
  /// The operation failed.
  case error
  /// The operation succeeded, but probably not as intended.
  case warning
  /// Context for other diagnostics.
  case note
}

/// An error that says what went wrong, where, and what to do about it.
///
/// Every module declares one typed error enum that conforms to this protocol. Its cases carry data;
/// only `message` and `advice` turn that data into prose, and `DiagnosticReport` renders it.
public protocol Diagnostic: Error, Sendable {
  /// The stable code; `signalbox help codes` lists all of them.
  var code: DiagnosticCode { get }
  /// The severity; `.error` by default.
  var severity: Severity { get }
  /// The location of the fault, if it is in a file.
  var position: SourcePosition? { get }
  /// What went wrong, with the offending text quoted: one clause without a full stop.
  var message: String { get }
  /// What to do: one imperative sentence with its full stop.
  var advice: String? { get }
  /// The location of the other side of a conflict.
  var other: SourcePosition? { get }
  /// A link that demonstrates the fault.
  var witness: String? { get }
}

extension Diagnostic {
  /// `.error`.
  public var severity: Severity { .error }
  /// `nil`.
  public var position: SourcePosition? { nil }
  /// `nil`.
  public var advice: String? { nil }
  /// `nil`.
  public var other: SourcePosition? { nil }
  /// `nil`.
  public var witness: String? { nil }

  /// `file:line:column: error[code]: message. Advice.` on one line, with control characters
  /// escaped.
  public var summary: String {
    var text = position.map { "\($0): " } ?? ""
    text += "\(severity.rawValue)[\(code.rawValue)]: \(escaped(message))."
    if let advice { text += " \(escaped(advice))" }
    return text
  }
}
