extension PatternError.Syntax {
  var message: String {
    switch self {
    case .noSlash: "it does not begin with '/'"
    case .emptySegment: "an empty segment"
    case .dotSegment: "a segment that is '.' or '..'"
    case .controlCharacter: "a control character"
    case .invalidUTF8: "escapes that are not UTF-8"
    case .danglingEscape: "'\\' with nothing after it"
    case .missingName: "':' without a name"
    case .unexpected(let text): "an unexpected '\(text)'"
    case .unclosedGroup: "a group '{' without its '}'"
    case .unclosedRegex: "a regular expression '(' without its ')'"
    }
  }

  var advice: String {
    switch self {
    case .noSlash:
      "Begin with '/', both with and without the optional parts."
    case .emptySegment:
      "Write one slash between segments, or put it into an optional group, as in '{/page}?'."
    case .dotSegment, .controlCharacter: "Remove it: a link cannot contain it."
    case .invalidUTF8: "Write the text itself, or its UTF-8 bytes as %XX."
    case .danglingEscape: "Write '\\\\' for a backslash."
    case .missingName: "Write a name after it, or '\\:' for a colon."
    case .unexpected(let text): "Write '\\\(text)' for the character itself."
    case .unclosedGroup: "Close the group; it can contain at most one parameter."
    case .unclosedRegex: "Close it; write '\\(' for the character itself."
    }
  }
}

extension PatternError.Regex {
  var message: String {
    switch self {
    case .empty: "no content"
    case .capturingGroup: "a capturing group"
    case .lookAround: "a look-around"
    case .unknownGroup: "an unknown kind of group"
    case .backReference: "a back-reference"
    case .anchor: "an anchor"
    case .unknownEscape: "an unknown escape"
    case .nothingToRepeat: "a quantifier with nothing to repeat"
    case .badCount: "an invalid count"
    case .badClass: "an invalid character class"
    case .unbalanced: "an unbalanced bracket"
    case .tooDeep: "groups nested more than \(Limits.regexDepthMax) deep"
    }
  }

  var advice: String {
    switch self {
    case .empty: "Write an expression, or omit the parentheses."
    case .capturingGroup: "Write '(?:…)'."
    case .lookAround, .backReference:
      "Write out the alternatives: the linear-time subset does not support it."
    case .unknownGroup:
      "Inside an expression write '(?:…)', or '(?i:…)' to ignore case; around it write no '?'."
    case .anchor: "Remove it: an expression always matches the whole value."
    case .unknownEscape:
      "Escape only punctuation, or use one of the classes \\d \\w \\s and \\D \\W \\S."
    case .nothingToRepeat: "Put something before it, or escape it with '\\'."
    case .badCount: "Write {n}, {n,} or {n,m} with n up to m, or '\\{' for the character."
    case .badClass:
      "Write [abc], [a-z] or [^…]; escape '[', ']' and '\\' inside, and '-' between two characters."
    case .unbalanced: "Escape it with '\\' for the character itself."
    case .tooDeep: "Write a simpler expression."
    }
  }
}

extension PatternError.Size {
  var message: String {
    switch self {
    case .bytes: "bytes"
    case .variants: "combinations of optional parts"
    case .states: "states in its automaton"
    case .transitions: "transitions in its automaton"
    case .comparison: "steps to compare it with routes of equal precedence"
    }
  }

  var advice: String {
    switch self {
    case .bytes: "Shorten it."
    case .variants: "Write several routes with fewer optional parts."
    case .states, .transitions:
      "Lower the counts in its regular expressions, or use a type instead."
    case .comparison: "Use types in place of large regular expressions."
    }
  }
}

extension PatternError.TypeFault {
  var message: String {
    switch self {
    case .hasRegex: "it has a regular expression"
    case .isWildcard: "it is a wildcard"
    case .noTexts: "its list is empty"
    case .isExpression: "an expression is a type of query items only"
    }
  }

  var advice: String {
    switch self {
    case .hasRegex: "Keep the type or the regular expression."
    case .isWildcard: "Remove the type, or write a named parameter."
    case .noTexts: "Write at least one text."
    case .isExpression: "Write it after the name in the pattern, as in '/:id(\\d+)'."
    }
  }
}

extension PatternError.BaseFault {
  var message: String {
    switch self {
    case .noScheme, .link(.malformed(.empty, _)), .link(.malformed(.noScheme, _)):
      "it does not have the form 'scheme://…'"
    case .link(let error): error.message
    case .query: "it has a query"
    case .fragment: "the text after '#' does not begin with '/'"
    case .wildcard: "'*' is neither the whole host nor what precedes its first dot"
    }
  }

  var advice: String? {
    switch self {
    // The advice for a link may be to write a path, which is not a base.
    case .noScheme, .link(.malformed(.empty, _)), .link(.malformed(.noScheme, _)):
      "Write a base such as cinema:// or https://cinema.example."
    case .link(let error): error.advice
    case .query: "Remove the '?' and the text after it."
    case .fragment: "Write '#' alone or '#/' with segments."
    case .wildcard:
      "Write https://*.cinema.example for every subdomain, or cinema://* for every host."
    }
  }
}
