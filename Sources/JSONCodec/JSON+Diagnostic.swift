import Diagnostics
import JSONCodec

extension JSON {
  /// A finding as `check --json` prints it: code, severity, file, line, column, other, message,
  /// advice, witness. What the finding does not have is left out (design §7).
  init(_ finding: any Diagnostic) {
    var members: [Member] = [
      Member("code", .string(finding.code.rawValue)),
      Member("severity", .string(finding.severity.rawValue)),
    ]
    if let position = finding.position { members += JSON.place(position) }
    if let other = finding.other { members.append(Member("other", .object(JSON.place(other)))) }
    members.append(Member("message", .string(finding.message)))
    if let advice = finding.advice { members.append(Member("advice", .string(advice))) }
    if let witness = finding.witness { members.append(Member("witness", .string(witness))) }
    self = .object(members)
  }

  /// Where something is written.
  static func place(_ position: SourcePosition) -> [Member] {
    [
      Member("file", .string(position.file)), Member("line", .int(Int64(position.line))),
      Member("column", .int(Int64(position.column))),
    ]
  }
}
