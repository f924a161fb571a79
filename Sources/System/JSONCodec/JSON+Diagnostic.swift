public import Diagnostics

extension JSON {
  /// Writes a diagnostic as an object of `code`, `severity`, `file`, `line`, `column`, `other` (the
  /// position of the other side of a conflict), `message`, `advice` and `witness`. Absent parts are
  /// omitted.
  /// - SeeAlso: `check --json` in docs/json.md.
  public init(_ diagnostic: any Diagnostic) {
    var members: [Member] = [
      Member("code", .string(diagnostic.code.rawValue)),
      Member("severity", .string(diagnostic.severity.rawValue)),
    ]
    if let position = diagnostic.position { members += JSON.place(position) }
    if let other = diagnostic.other { members.append(Member("other", .object(JSON.place(other)))) }
    members.append(Member("message", .string(diagnostic.message)))
    if let advice = diagnostic.advice { members.append(Member("advice", .string(advice))) }
    if let witness = diagnostic.witness { members.append(Member("witness", .string(witness))) }
    self = .object(members)
  }

  /// The members `file`, `line` and `column` of a position; lines and columns count from 1.
  public static func place(_ position: SourcePosition) -> [Member] {
    [
      Member("file", .string(position.file)), Member("line", .int(Int64(position.line))),
      Member("column", .int(Int64(position.column))),
    ]
  }
}
