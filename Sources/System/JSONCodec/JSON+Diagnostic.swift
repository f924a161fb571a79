public import Diagnostics

extension JSON {
  /// A finding: an object of `code`, `severity`, `file`, `line`, `column`, `other` (the place of
  /// the other side of a conflict), `message`, `advice`, `witness`. What the finding does not have
  /// is left out.
  /// - SeeAlso: design §7, `check --json`.
  public init(_ finding: any Diagnostic) {
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

  /// Where something is written: `file`, `line` and `column`, which count from 1.
  public static func place(_ position: SourcePosition) -> [Member] {
    [
      Member("file", .string(position.file)), Member("line", .int(Int64(position.line))),
      Member("column", .int(Int64(position.column))),
    ]
  }
}
