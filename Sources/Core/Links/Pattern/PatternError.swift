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
    /// Escapes that decode to something that is not UTF-8.
    case invalidUTF8
    /// `\` at the end.
    case danglingEscape
    /// `:` without a name after it.
    case missingName
    /// `?`, `+`, `}` or the like with nothing before it that it could apply to.
    case unexpected(String)
    /// `{` without `}`, or more than one parameter in a group.
    case unclosedGroup
    /// `(` without `)`.
    case unclosedRegex
  }

  /// What is wrong with a regular expression.
  public enum Regex: Hashable, Sendable {
    /// Nothing between the brackets.
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
    /// An escape that is not known.
    case unknownEscape
    /// `*`, `+`, `?` or `{…}` with nothing to repeat, or twice.
    case nothingToRepeat
    /// `{` without a valid count, or counts in the wrong order.
    case badCount
    /// A class that is empty, not closed, or has a range in the wrong order.
    case badClass
    /// `)`, `]` or `}` that closes nothing.
    case unbalanced
    /// Groups nested too deeply.
    case tooDeep
  }

  /// What was too large.
  public enum Size: Hashable, Sendable {
    /// Bytes of the pattern's text.
    case bytes
    /// Its variants: the combinations of its optional parts.
    case variants
    /// States of its automaton.
    case states
    /// Steps to compare it with the routes that it ties with.
    case comparison
  }

  /// Why a parameter cannot have a type.
  public enum TypeFault: Hashable, Sendable {
    /// The parameter has a regular expression of its own.
    case hasRegex
    /// The parameter is a wildcard.
    case isWildcard
    /// The list of texts is empty.
    case noTexts
  }

  /// What is wrong with a base's text.
  public enum BaseFault: Hashable, Sendable {
    /// It does not have the form `scheme://…`.
    case noScheme
    /// The part that is a link is not one.
    case link(LinkError)
    /// It has a query.
    case query
    /// What follows `#` does not begin with `/`.
    case fragment
    /// `*.` is allowed only before the host of http or https.
    case wildcard
  }

  /// The text is not a pattern.
  case syntax(Syntax, pattern: String, column: Int, at: SourcePosition?)
  /// A regular expression outside the linear-time subset.
  case regex(Regex, pattern: String, column: Int, at: SourcePosition?)
  /// One name for two parameters.
  case duplicateParameter(name: String, pattern: String, at: SourcePosition?)
  /// Over a limit.
  case tooLarge(Size, pattern: String, limit: Int, at: SourcePosition?)
  /// A type for a parameter that the pattern does not have.
  case unknownParameter(name: String, pattern: String, nearest: String?, at: SourcePosition?)
  /// A type that its parameter cannot have.
  case type(TypeFault, parameter: String, pattern: String, at: SourcePosition?)
  /// One name for two declared query items.
  case duplicateQuery(name: String, pattern: String, at: SourcePosition?)
  /// The text is not a base.
  case base(BaseFault, text: String, at: SourcePosition?)
  /// Two routes of equal precedence accept one link.
  case conflict(
    route: String, existing: String, existingAt: SourcePosition?, witness: String,
    at: SourcePosition?)
}
