import Commands
import Diagnostics

extension Diagnostic {
  /// A line of a script that the exported script lacks, wholly or in part.
  /// - Parameter omission: What is left out of it; `nil` for all of it.
  static func omitted(_ line: ScriptLine, _ omission: String?) -> Diagnostic {
    let text = shortened(line.text)
    return Diagnostic(
      omission == nil ? .exportLine : .exportPart,
      omission.map { "'\(text)' is exported without \($0)" } ?? "'\(text)' has no equivalent",
      severity: .note, at: line.position)
  }
}
