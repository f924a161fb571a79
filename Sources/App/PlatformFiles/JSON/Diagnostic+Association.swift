import Diagnostics
import PlatformLinks

/// What is wrong in an association file or in `assetlinks.json`. The rest of the file is still
/// read.
extension Diagnostic {
  /// The file is not JSON, or is nested too deeply or too large to be read.
  static func json(_ error: Diagnostic) -> Diagnostic {
    Diagnostic(
      error.code == .jsonLimit ? .platformLimit : .platformSyntax,
      "the file is not valid JSON: \(error.message)", advice: error.advice, at: error.position)
  }

  static func signed(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformSigned, "the file is not JSON but a signed message (CMS)",
      advice: "Extract its JSON: openssl smime -verify -noverify -inform DER -in FILE.",
      at: position)
  }

  static func tooLarge(bytes: Int, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformLimit,
      "the file has \(bytes) bytes; Apple accepts \(AssociationLimits.appleBytesMax)",
      advice: "Shorten it with wildcards and defaults.", severity: .warning, at: position)
  }

  /// A value of the wrong kind. Its owner is ignored: `isError` if links depend on it.
  static func wrongType(
    key: String, expected: JSONKind, found: JSONKind, isError: Bool, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .platformWrongType,
      "\(inQuotes(key)) takes \(expected.rawValue), not \(found.rawValue), and is ignored",
      advice: "Write \(expected.rawValue).", severity: isError ? .error : .warning, at: position)
  }

  static func unknownKey(
    _ key: String, owner: String, nearest: String?, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .platformUnknownKey, "\(inQuotes(key)) is ignored in \(owner)",
      advice: nearest.map { "Did you mean '\($0)'?" } ?? "Delete it.", severity: .warning,
      at: position)
  }

  static func duplicateKey(_ key: String, existingAt: SourcePosition, at position: SourcePosition)
    -> Diagnostic
  {
    Diagnostic(
      .platformDuplicateKey, "the key \(inQuotes(key)) is already present at \(existingAt)",
      advice: "Delete one of the two; which one the system reads is not documented.",
      severity: .warning, at: position, other: existingAt)
  }

  static func missingKey(_ key: String, owner: String, isError: Bool, at position: SourcePosition)
    -> Diagnostic
  {
    Diagnostic(
      .platformMissingKey, "\(owner) has no '\(key)'", advice: "Add it.",
      severity: isError ? .error : .warning, at: position)
  }

  static func hiddenAppID(appIDAt: SourcePosition, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformIgnored, "the empty 'appIDs' hides the 'appID' at \(appIDAt)",
      advice: "Move the app id to 'appIDs'.", severity: .warning, at: position, other: appIDAt)
  }

  static func hiddenPaths(componentsAt: SourcePosition, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformIgnored, "'paths' is ignored, since 'components' is present at \(componentsAt)",
      advice: "Keep 'paths' only for iOS 12 and older, with the same rules.", severity: .warning,
      at: position, other: componentsAt)
  }

  /// A value in a `?` object that is not a text, which switches the object off.
  static func queryOff(item: String, found: JSONKind, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformIgnored,
      "\(inQuotes(item)) is \(found.rawValue), not a text, so the whole '?' object is ignored",
      advice: "Write a text, such as \"*\".", severity: .warning, at: position)
  }

  static func undefinedVariable(_ name: String, nearest: String?, at position: SourcePosition)
    -> Diagnostic
  {
    Diagnostic(
      .platformVariable,
      "the variable \(inQuotes("$(\(name))")) is not defined, so the pattern matches nothing",
      advice: nearest.map { "Did you mean '$(\($0))'?" } ?? "Define it in 'substitutionVariables'.",
      severity: .warning, at: position)
  }

  static func unclosedVariable(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformVariable, "'$(' starts a variable, but no ')' follows",
      advice: "Add ')' after the name.", severity: .warning, at: position)
  }

  static func variableName(_ name: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformVariable,
      "the variable \(inQuotes(name)) cannot be used: its name contains '$', '(' or ')'",
      advice: "Rename it.", severity: .warning, at: position)
  }

  static func builtInVariable(_ name: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformVariable, "\(inQuotes(name)) is also the name of a built-in variable",
      advice: "Rename it; which one the system reads is not documented.", severity: .warning,
      at: position)
  }

  static func nestedVariable(_ value: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformVariable,
      "the value \(inQuotes(value)) contains '$(', but values cannot contain variables",
      advice: "Write out the values.", severity: .warning, at: position)
  }

  static func patternTooLarge(states: Int, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformLimit, "the pattern needs \(states) states; the limit is \(Glob.statesMax)",
      advice: "Split it into several components.", at: position)
  }

  /// A component's path that starts with `NOT `, which has a meaning only in `paths`.
  static func literalNot(_ text: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformBadValue,
      "\(inQuotes(text)) matches a path with 'NOT ' in it: a component is excluded by 'exclude'",
      advice: "Write \"exclude\": true and delete 'NOT '.", severity: .warning, at: position)
  }

  static func fragmentInPath(_ text: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformBadValue, "\(inQuotes(text)) matches nothing: a path ends at '#'",
      advice: "Match the fragment with \"#\" in a component.", severity: .warning, at: position)
  }

  static func blankInPath(_ text: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformBadValue, "\(inQuotes(text)) matches nothing: it has a blank, and no path has one",
      advice: "Delete the blank, or write %20 for one within the path.", severity: .warning,
      at: position)
  }

  static func noLinks(services: [String], at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformMissingKey,
      "the file has only \(services.map(inQuotes).joined(separator: " and ")) and no 'applinks', "
        + "so that no link opens an app",
      advice: "Add 'applinks', or give the file of another website.", severity: .warning,
      at: position)
  }

  static func fingerprint(_ text: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformBadValue, "\(inQuotes(text)) is not a SHA-256 fingerprint",
      advice: "Write 32 pairs of hexadecimal digits, separated by colons.", severity: .warning,
      at: position)
  }

  static func emptyDynamicRules(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformIgnored, "the list of dynamic rules is empty and is ignored",
      advice: "Add a rule, or delete the list.", severity: .warning, at: position)
  }

  static func malformedDynamicRules(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformIgnored, "this is not valid in a dynamic rule, so all rules of the list are ignored",
      advice:
        "Write objects with \"/\" and \"#\" as texts, \"?\" as an object of texts and "
        + "\"exclude\" as true or false.", severity: .warning, at: position)
  }

  /// A statement that includes another file, which is not read.
  static func include(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformInclude, "statements that include another file are not followed",
      advice: "Check the included file as well.", severity: .warning, at: position)
  }

  static func tooManyFaults(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformLimit, "more than \(AssociationLimits.faultsMax) faults in this file",
      advice: "Fix these first to see the rest.", at: position)
  }
}

extension BoundedDiagnostics {
  /// The faults of an association file.
  static var ofAssociation: BoundedDiagnostics {
    BoundedDiagnostics(max: AssociationLimits.faultsMax, overflow: Diagnostic.tooManyFaults)
  }
}
