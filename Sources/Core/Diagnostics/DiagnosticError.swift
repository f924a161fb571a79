/// An error that a diagnostic explains: a diagnostic, or an enum that code can switch over.
public protocol DiagnosticError: Error, CustomStringConvertible {
  /// The error for a person.
  var diagnostic: Diagnostic { get }
}

extension DiagnosticError {
  /// The summary, so that an error that a program does not catch prints as the command line does.
  public var description: String { diagnostic.summary }
}

extension Sequence where Element: DiagnosticError {
  /// The diagnostics of the errors, in the same order.
  public var diagnostics: [Diagnostic] { map { $0.diagnostic } }
}
