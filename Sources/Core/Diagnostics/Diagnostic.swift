/// How much a finding weighs.
public enum Severity: String, Sendable, Hashable, CaseIterable {
  /// What was asked cannot be done.
  case error
  /// It can be done and is probably not what was meant.
  case warning
  /// A fact that explains the findings around it.
  case note
}

/// An error that says what happened, where, and what to do.
///
/// Every module has one typed error enum whose cases carry data and which conforms to this; prose
/// is made in `message` and `advice` alone, and `DiagnosticReport` renders it.
public protocol Diagnostic: Error, Sendable {
  /// The stable code; `signalbox help codes` lists them all.
  var code: DiagnosticCode { get }
  /// How much it weighs; an error unless the type says otherwise.
  var severity: Severity { get }
  /// Where the fault is, if it stands in a file.
  var position: SourcePosition? { get }
  /// What happened, with the offending text quoted; one clause, no full stop at its end.
  var message: String { get }
  /// What to do: one sentence with its full stop.
  var advice: String? { get }
  /// The other side of a conflict.
  var other: SourcePosition? { get }
  /// A link that shows the fault.
  var witness: String? { get }
}

extension Diagnostic {
  /// An error unless the type says otherwise.
  public var severity: Severity { .error }
  /// None unless the type says otherwise.
  public var position: SourcePosition? { nil }
  /// None unless the type says otherwise.
  public var advice: String? { nil }
  /// None unless the type says otherwise.
  public var other: SourcePosition? { nil }
  /// None unless the type says otherwise.
  public var witness: String? { nil }

  /// `file:line:column: error[code]: message. Advice.` on one line, control characters escaped.
  public var summary: String {
    var text = position.map { "\($0): " } ?? ""
    text += "\(severity.rawValue)[\(code.rawValue)]: \(escaped(message))."
    if let advice { text += " \(escaped(advice))" }
    return text
  }
}
