public import Diagnostics

extension PatternError {
  /// One of the `pattern/…` codes, `base/syntax` or `route/conflict`.
  public var code: DiagnosticCode {
    switch self {
    case .syntax: .patternSyntax
    case .regex: .patternRegex
    case .duplicateParameter, .duplicateQuery: .patternDuplicateParameter
    case .tooLarge: .patternTooLarge
    case .unknownParameter, .type: .patternType
    case .base: .baseSyntax
    case .conflict: .routeConflict
    }
  }

  /// The place of the pattern or base.
  public var position: SourcePosition? {
    switch self {
    case .syntax(_, _, _, let at), .regex(_, _, _, let at), .duplicateParameter(_, _, let at),
      .tooLarge(_, _, _, let at), .unknownParameter(_, _, _, _, let at), .type(_, _, _, let at),
      .duplicateQuery(_, _, let at), .base(_, _, let at), .conflict(_, _, _, _, let at):
      at
    }
  }

  /// The place of the other route of a conflict.
  public var other: SourcePosition? {
    guard case .conflict(_, _, let existingAt, _, _) = self else { return nil }
    return existingAt
  }

  /// The link that both routes of a conflict accept.
  public var witness: String? {
    guard case .conflict(_, _, _, let witness, _) = self else { return nil }
    return witness
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .syntax(let fault, let pattern, let column, _):
      "\(quoted(pattern)) is not a valid pattern: \(fault.message) at column \(column)"
    case .regex(let fault, let pattern, let column, _):
      "\(quoted(pattern)) has a regular expression with \(fault.message) at column \(column)"
    case .duplicateParameter(let name, let pattern, _):
      "parameter \(quoted(name)) appears twice in \(quoted(pattern))"
    case .duplicateQuery(let name, let pattern, _):
      "query item \(quoted(name)) of \(quoted(pattern)) is declared twice"
    case .tooLarge(let size, let pattern, let limit, _):
      "\(quoted(pattern)) is too large: more than \(limit) \(size.message)"
    case .unknownParameter(let name, let pattern, _, let known, _):
      "\(quoted(pattern)) has no parameter \(quoted(name)); "
        + (known.isEmpty
          ? "it has none" : "it has \(known.map(quoted).joined(separator: ", "))")
    case .type(let fault, let parameter, let pattern, _):
      "parameter \(quoted(parameter)) of \(quoted(pattern)) cannot have that type: \(fault.message)"
    case .base(let fault, let text, _):
      "\(quoted(text)) is not a valid base: \(fault.message)"
    case .conflict(let route, let existing, let existingAt, let witness, _)
    where sameBytes(route, existing):
      "\(quoted(route)) appears twice, first\(existingAt.map { " at \($0)" } ?? ""); "
        + "both match \(quoted(witness))"
    case .conflict(let route, let existing, let existingAt, let witness, _):
      "\(quoted(route)) and \(quoted(existing))\(existingAt.map { " at \($0)" } ?? "") both match "
        + quoted(witness)
    }
  }

  private func quoted(_ text: String) -> String { "'\(shortened(text))'" }

  /// What to do.
  public var advice: String? {
    switch self {
    case .syntax(let fault, _, _, _): fault.advice
    case .regex(let fault, _, _, _): fault.advice
    case .duplicateParameter, .duplicateQuery: "Give each its own name."
    case .tooLarge(let size, _, _, _): size.advice
    case .unknownParameter(_, _, let nearest, _, _):
      nearest.map { "Did you mean '\($0)'?" } ?? "Remove the type, or name it in the pattern."
    case .type(let fault, _, _, _): fault.advice
    case .base(let fault, _, _): fault.advice
    case .conflict(let route, let existing, _, _, _) where sameBytes(route, existing):
      "Remove one of them, or distinguish them by a type or a required query item."
    case .conflict:
      "Make one of them more specific: a literal segment, a type, or a required query item."
    }
  }
}
