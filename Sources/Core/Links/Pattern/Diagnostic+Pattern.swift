package import Diagnostics

/// Why a pattern, a base or a table was rejected: always while a table is built, never while a link
/// is matched. Columns count Unicode scalars of the quoted text from 1.
extension Diagnostic {
  static func syntax(
    _ fault: PatternFault, pattern: String, column: Int, at position: SourcePosition?
  ) -> Self {
    let what =
      fault.code == .patternRegex ? "has a regular expression with" : "is not a valid pattern:"
    return Diagnostic(
      fault.code, "\(inQuotes(pattern)) \(what) \(fault.message) at column \(column)",
      advice: fault.advice, at: position)
  }

  static func duplicateParameter(
    name: String, pattern: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .patternDuplicateParameter,
      "parameter \(inQuotes(name)) appears twice in \(inQuotes(pattern))",
      advice: "Give each its own name.", at: position)
  }

  static func duplicateQuery(name: String, pattern: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .patternDuplicateParameter,
      "query item \(inQuotes(name)) of \(inQuotes(pattern)) is declared twice",
      advice: "Give each its own name.", at: position)
  }

  package static func tooLarge(
    _ size: PatternSize, pattern: String, limit: Int, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .patternTooLarge, "\(inQuotes(pattern)) is too large: more than \(limit) \(size.unit)",
      advice: size.advice, at: position)
  }

  static func unknownParameter(
    name: String, pattern: String, nearest: String?, known: [String], at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .patternType,
      "\(inQuotes(pattern)) has no parameter \(inQuotes(name)); "
        + (known.isEmpty
          ? "it has none" : "it has \(known.map(inQuotes).joined(separator: ", "))"),
      advice: nearest.map { "Did you mean '\($0)'?" }
        ?? "Remove the type, or name it in the pattern.", at: position)
  }

  static func type(
    _ fault: PatternFault, parameter: String, pattern: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      fault.code,
      "parameter \(inQuotes(parameter)) of \(inQuotes(pattern)) cannot have that type: "
        + fault.message, advice: fault.advice, at: position)
  }

  static func base(_ fault: PatternFault, text: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      fault.code, "\(inQuotes(text)) is not a valid base: \(fault.message)",
      advice: fault.advice, at: position)
  }

  package static func conflict(
    route: String, existing: String, existingAt: SourcePosition?, witness: String,
    at position: SourcePosition?
  ) -> Self {
    let place = existingAt.map { " at \($0)" } ?? ""
    let isTwin = sameBytes(route, existing)
    return Diagnostic(
      .routeConflict,
      isTwin
        ? "\(inQuotes(route)) appears twice, first\(place); both match \(inQuotes(witness))"
        : "\(inQuotes(route)) and \(inQuotes(existing))\(place) both match \(inQuotes(witness))",
      advice: isTwin
        ? "Remove one of them, or distinguish them by a type or a required query item."
        : "Make one of them more specific: a literal segment, a type, or a required query item.",
      at: position, other: existingAt, witness: witness)
  }
}
