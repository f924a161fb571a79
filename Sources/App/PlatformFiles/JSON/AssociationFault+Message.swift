import Diagnostics
import FileAccess
import JSONCodec
import PlatformLinks

extension AssociationFault {
  /// What is wrong, with the offending text quoted.
  public var message: String {
    switch self {
    case .file(let error): error.message
    case .json(let error): "the file is not valid JSON: \(error.message)"
    case .signed: "the file is not JSON but a signed message (CMS)"
    case .tooLarge(let bytes, _):
      "the file has \(bytes) bytes; Apple accepts \(AssociationLimits.appleBytesMax)"
    case .wrongType(let key, let expected, let found, _, _):
      "\(inQuotes(key)) takes \(expected.rawValue), not \(found.rawValue), and is ignored"
    case .unknownKey(let key, let owner, _, _): "\(inQuotes(key)) is ignored in \(owner)"
    case .duplicateKey(let key, let existing, _):
      "the key \(inQuotes(key)) is already present at \(existing)"
    case .missingKey(let key, let owner, _, _): "\(owner) has no '\(key)'"
    case .hiddenAppID(let appIDAt, _): "the empty 'appIDs' hides the 'appID' at \(appIDAt)"
    case .hiddenPaths(let componentsAt, _):
      "'paths' is ignored, since 'components' is present at \(componentsAt)"
    case .queryOff(let item, let found, _):
      "\(inQuotes(item)) is \(found.rawValue), not a text, so the whole '?' object is ignored"
    case .undefinedVariable(let name, _, _):
      "the variable \(inQuotes("$(\(name))")) is not defined, so the pattern matches nothing"
    case .unclosedVariable: "'$(' starts a variable, but no ')' follows"
    case .variableName(let name, _):
      "the variable \(inQuotes(name)) cannot be used: its name contains '$', '(' or ')'"
    case .builtInVariable(let name, _): "\(inQuotes(name)) is also the name of a built-in variable"
    case .nestedVariable(let value, _):
      "the value \(inQuotes(value)) contains '$(', but values cannot contain variables"
    case .patternTooLarge(let states, _):
      "the pattern needs \(states) states; the limit is \(Glob.statesMax)"
    case .literalNot(let text, _):
      "\(inQuotes(text)) matches a path with 'NOT ' in it: a component is excluded by 'exclude'"
    case .fragmentInPath(let text, _):
      "\(inQuotes(text)) matches nothing: a path ends at '#'"
    case .fingerprint(let text, _): "\(inQuotes(text)) is not a SHA-256 fingerprint"
    case .dynamicRules(isEmpty: true, _): "the list of dynamic rules is empty and is ignored"
    case .dynamicRules(isEmpty: false, _):
      "this is not valid in a dynamic rule, so all rules of the list are ignored"
    case .include: "statements that include another file are not followed"
    case .tooManyFaults: "more than \(AssociationLimits.faultsMax) faults in this file"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .file(let error): error.advice
    case .json(let error): error.advice
    case .signed: "Extract its JSON: openssl smime -verify -noverify -inform DER -in FILE."
    case .tooLarge: "Shorten it with wildcards and defaults."
    case .wrongType(_, let expected, _, _, _): "Write \(expected.rawValue)."
    case .unknownKey(_, _, let nearest, _):
      nearest.map { "Did you mean '\($0)'?" } ?? "Delete it."
    case .duplicateKey: "Delete one of the two; which one the system reads is not documented."
    case .missingKey: "Add it."
    case .hiddenAppID: "Move the app id to 'appIDs'."
    case .hiddenPaths: "Keep 'paths' only for iOS 12 and older, with the same rules."
    case .queryOff: "Write a text, such as \"*\"."
    case .undefinedVariable(_, let nearest, _):
      nearest.map { "Did you mean '$(\($0))'?" } ?? "Define it in 'substitutionVariables'."
    case .unclosedVariable: "Add ')' after the name."
    case .variableName: "Rename it."
    case .builtInVariable: "Rename it; which one the system reads is not documented."
    case .nestedVariable: "Write out the values."
    case .patternTooLarge: "Split it into several components."
    case .literalNot: "Write \"exclude\": true and delete 'NOT '."
    case .fragmentInPath: "Match the fragment with \"#\" in a component."
    case .fingerprint: "Write 32 pairs of hexadecimal digits, separated by colons."
    case .dynamicRules(isEmpty: true, _): "Add a rule, or delete the list."
    case .dynamicRules(isEmpty: false, _):
      "Write objects with \"/\" and \"#\" as texts, \"?\" as an object of texts and \"exclude\" as "
        + "true or false."
    case .include: "Check the included file as well."
    case .tooManyFaults: "Fix these first to see the rest."
    }
  }
}

/// A text in quotes, shortened if it is long.
private func inQuotes(_ text: String) -> String { "'\(shortened(text))'" }
