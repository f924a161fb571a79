import Diagnostics

/// What is wrong with a pattern or a base: a clause of a message, and what to do.
/// `Diagnostic+Pattern.swift` adds the text and the place.
struct PatternFault: Error, Hashable {
  struct Located: Error {
    let fault: PatternFault
    let offset: Int
  }

  let code: DiagnosticCode
  let message: String
  let advice: String?

  private init(_ code: DiagnosticCode, _ message: String, _ advice: String?) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  // MARK: Syntax

  /// The pattern does not begin with `/`, at least when optional parts are left out.
  static let noSlash = Self(
    .patternSyntax, "it does not begin with '/'",
    "Begin with '/', both with and without the optional parts.")
  /// Two slashes with nothing between them, at least when optional parts are left out.
  static let emptySegment = Self(
    .patternSyntax, "an empty segment",
    "Write one slash between segments, or put it into an optional group, as in '{/page}?'.")
  static let dotSegment = Self(
    .patternSyntax, "a segment that is '.' or '..'", "Remove it: a link cannot contain it.")
  static let controlCharacter = Self(
    .patternSyntax, "a control character", "Remove it: a link cannot contain it.")
  static let invalidUTF8 = Self(
    .patternSyntax, "escapes that are not UTF-8",
    "Write the text itself, or its UTF-8 bytes as %XX.")
  static let danglingEscape = Self(
    .patternSyntax, "'\\' with nothing after it", "Write '\\\\' for a backslash.")
  static let missingName = Self(
    .patternSyntax, "':' without a name", "Write a name after it, or '\\:' for a colon.")
  /// `?`, `+`, `}` or the like with nothing before it that it could apply to.
  static func unexpected(_ text: String) -> Self {
    Self(
      .patternSyntax, "an unexpected '\(text)'", "Write '\\\(text)' for the character itself.")
  }
  /// `{` without `}`, or more than one parameter in a group.
  static let unclosedGroup = Self(
    .patternSyntax, "a group '{' without its '}'",
    "Close the group; it can contain at most one parameter.")
  static let unclosedRegex = Self(
    .patternSyntax, "a regular expression '(' without its ')'",
    "Close it; write '\\(' for the character itself.")

  // MARK: Regular expressions

  static let empty = Self(
    .patternRegex, "no content", "Write an expression, or omit the parentheses.")
  /// `(…)` inside, which would capture.
  static let capturingGroup = Self(.patternRegex, "a capturing group", "Write '(?:…)'.")
  /// `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`.
  static let lookAround = Self(
    .patternRegex, "a look-around",
    "Write out the alternatives: the linear-time subset does not support it.")
  /// `(?` not followed by `:`, or at the start of an expression.
  static let unknownGroup = Self(
    .patternRegex, "an unknown kind of group",
    "Inside an expression write '(?:…)', or '(?i:…)' to ignore case; around it write no '?'.")
  /// `\1`, `\k<name>`.
  static let backReference = Self(
    .patternRegex, "a back-reference",
    "Write out the alternatives: the linear-time subset does not support it.")
  /// `^` or `$` elsewhere than at the ends, `\b`, `\B`.
  static let anchor = Self(
    .patternRegex, "an anchor", "Remove it: an expression always matches the whole value.")
  static let unknownEscape = Self(
    .patternRegex, "an unknown escape",
    "Escape only punctuation, or use one of the classes \\d \\w \\s and \\D \\W \\S.")
  /// `*`, `+`, `?` or `{…}` with nothing to repeat, or twice.
  static let nothingToRepeat = Self(
    .patternRegex, "a quantifier with nothing to repeat",
    "Put something before it, or escape it with '\\'.")
  /// `{` without a valid count, or counts in the wrong order.
  static let badCount = Self(
    .patternRegex, "an invalid count",
    "Write {n}, {n,} or {n,m} with n up to m, or '\\{' for the character.")
  /// A class that is empty, not closed, or has a range in the wrong order.
  static let badClass = Self(
    .patternRegex, "an invalid character class",
    "Write [abc], [a-z] or [^…]; escape '[', ']' and '\\' inside, and '-' between two characters.")
  /// `)`, `]` or `}` that closes nothing.
  static let unbalanced = Self(
    .patternRegex, "an unbalanced bracket", "Escape it with '\\' for the character itself.")
  static let tooDeep = Self(
    .patternRegex, "groups nested more than \(Limits.regexDepthMax) deep",
    "Write a simpler expression.")

  // MARK: URLs

  static let noURLScheme = Self(
    .patternRegex, "no scheme", "Write 'SCHEME: HOST, HOST', as in 'https: shop.example'.")
  /// A scheme whose links are code, or content of the one who wrote the link.
  static let dangerousScheme = Self(
    .patternRegex, "a scheme whose links run code or name no host", "Remove it.")
  static let noURLHost = Self(
    .patternRegex, "a host that cannot be",
    "Write hosts such as 'shop.example', '*.shop.example' for its subdomains, or '*' for any.")

  // MARK: Types

  static let hasRegex = Self(
    .patternType, "it has a regular expression", "Keep the type or the regular expression.")
  static let isWildcard = Self(
    .patternType, "it is a wildcard", "Remove the type, or write a named parameter.")
  static let noTexts = Self(.patternType, "its list is empty", "Write at least one text.")
  /// Expressions of path parameters are part of the pattern.
  static let isExpression = Self(
    .patternType, "an expression is a type of query items only",
    "Write it after the name in the pattern, as in '/:id(\\d+)'.")

  // MARK: Bases

  static let noScheme = Self(
    .baseSyntax, "it does not have the form 'scheme://…'",
    "Write a base such as cinema:// or https://cinema.example.")
  static func link(_ error: LinkError) -> Self {
    switch error {
    // The advice for a link may be to write a path, which is not a base.
    case .malformed(.empty, _), .malformed(.noScheme, _): noScheme
    default: Self(.baseSyntax, error.diagnostic.message, error.diagnostic.advice)
    }
  }
  static let query = Self(
    .baseSyntax, "it has a query", "Remove the '?' and the text after it.")
  static let fragment = Self(
    .baseSyntax, "the text after '#' does not begin with '/'",
    "Write '#' alone or '#/' with segments.")
  /// `*` is allowed for a whole host, and `*.` before the host of http or https.
  static let wildcard = Self(
    .baseSyntax, "'*' is neither the whole host nor what precedes its first dot",
    "Write https://*.cinema.example for every subdomain, or cinema://* for every host.")
}
