import Commands
package import Diagnostics

/// A line of a script that an exported one does not contain, or not as a whole.
package struct ExportNote: Diagnostic {
  /// The line.
  let line: ScriptLine
  /// What is left out of it; `nil` for all of it.
  let omission: String?

  package var code: DiagnosticCode { omission == nil ? .exportLine : .exportPart }
  package var severity: Severity { .note }
  package var position: SourcePosition? { line.position }

  package var message: String {
    let text = shortened(line.text)
    guard let omission else { return "'\(text)' has no equivalent" }
    return "'\(text)' is exported without \(omission)"
  }
}
