public import Diagnostics

/// Why a pattern, a base or a table was rejected: always while a table is built, never while a link
/// is matched. Columns count Unicode scalars of the quoted text from 1.
public enum PatternError: Diagnostic, Hashable {
  /// What is wrong with a pattern's text.
  public enum Syntax: Hashable, Sendable {
    /// It does not begin with `/`, at least when optional parts are left out.
    case noSlash
    /// Two slashes with nothing between them, at least when optional parts are left out.
    case emptySegment
    /// A literal segment `.` or `..`, which no link can have.
    case dotSegment
    /// A control character, which no link can have.
    case controlCharacter
    case invalidUTF8
    case danglingEscape
    case missingName
    /// `?`, `+`, `}` or the like with nothing before it that it could apply to.
    case unexpected(String)
    /// `{` without `}`, or more than one parameter in a group.
    case unclosedGroup
    case unclosedRegex
  }

  /// What is wrong with a regular expression.
  public enum Regex: Hashable, Sendable {
    case empty
    /// `(…)` inside, which would capture.
    case capturingGroup
    /// `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`.
    case lookAround
    /// `(?` not followed by `:`, or at the start of an expression.
    case unknownGroup
    /// `\1`, `\k<name>`.
    case backReference
    /// `^` or `$` elsewhere than at the ends, `\b`, `\B`.
    case anchor
    case unknownEscape
    /// `*`, `+`, `?` or `{…}` with nothing to repeat, or twice.
    case nothingToRepeat
    /// `{` without a valid count, or counts in the wrong order.
    case badCount
    /// A class that is empty, not closed, or has a range in the wrong order.
    case badClass
    /// `)`, `]` or `}` that closes nothing.
    case unbalanced
    case tooDeep
  }

  /// What was too large.
  public enum Size: Hashable, Sendable {
    case bytes
    /// Its variants: the combinations of its optional parts.
    case variants
    case states
    /// Transitions of an expression's automaton.
    case transitions
    /// Steps to compare it with the routes that it ties with.
    case comparison
  }

  /// Why a parameter cannot have a type.
  public enum TypeFault: Hashable, Sendable {
    case hasRegex
    case isWildcard
    case noTexts
    /// Expressions of path parameters are part of the pattern.
    case isExpression
  }

  /// What is wrong with a base's text.
  public enum BaseFault: Hashable, Sendable {
    case noScheme
    case link(LinkError)
    case query
    case fragment
    /// `*` is allowed for a whole host, and `*.` before the host of http or https.
    case wildcard
  }

  case syntax(Syntax, pattern: String, column: Int, at: SourcePosition?)
  case regex(Regex, pattern: String, column: Int, at: SourcePosition?)
  case duplicateParameter(name: String, pattern: String, at: SourcePosition?)
  case tooLarge(Size, pattern: String, limit: Int, at: SourcePosition?)
  case unknownParameter(
    name: String, pattern: String, nearest: String?, known: [String], at: SourcePosition?)
  case type(TypeFault, parameter: String, pattern: String, at: SourcePosition?)
  case duplicateQuery(name: String, pattern: String, at: SourcePosition?)
  case base(BaseFault, text: String, at: SourcePosition?)
  case conflict(
    route: String, existing: String, existingAt: SourcePosition?, witness: String,
    at: SourcePosition?)
}

/// Everything that is wrong with a table, reported together.
public struct RouteTableErrors: DiagnosticList, Hashable, Sendable {
  /// At least one error, in the order of the routes.
  public let errors: [PatternError]
  /// The routes with an error, as indices of the array that the table was built from. Of two that
  /// conflict, the later one.
  package let routes: Set<Int>
  /// Whether the routes were compared with each other: none has an error of its own.
  package let areCompared: Bool

  /// `errors`.
  public var diagnostics: [any Diagnostic] { errors }

  package init(errors: [PatternError], routes: Set<Int>, areCompared: Bool) {
    self.errors = errors
    self.routes = routes
    self.areCompared = areCompared
  }
}
