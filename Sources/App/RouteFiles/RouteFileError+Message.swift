import Diagnostics
import FileAccess
import Links

extension RouteFileError {
  /// What is wrong, with the offending text quoted.
  public var message: String {
    switch self {
    case .noneFound(let folder): "no route file in '\(folder)'"
    case .file(let error): error.message
    case .pattern(let error): error.message
    case .tooLarge(let bytes, _):
      "the file has \(bytes) bytes; the limit is \(FileLimits.fileBytesMax)"
    case .notExecutable(let path, _):
      "'\(path)' has no permission to be executed, and no '#!' line names a program for it"
    case .executableMissing(let path, _): "the executable '\(path)' does not exist"
    case .untrusted(let offender, _):
      "others can write '\(offender)', or its permissions cannot be read, so 'run' is refused"
    case .encoding(let encoding, _): encoding.message
    case .controlCharacter(let value, _):
      "the character U+\(zeroPadded(value, 4, radix: 16).uppercased()) is not allowed "
        + "in a route file"
    case .empty: "the file holds only blanks and comments"
    case .syntax(let problem, let context, _, _):
      "invalid YAML: \(problem)" + (context.map { " \($0)" } ?? "")
    case .unsupported(let feature, _): feature.message
    case .limit(let bound, _): bound.message
    case .duplicateKey(let key, let existing, _):
      "the key \(inQuotes(key)) is already present at \(existing)"
    case .version(let found, _): "'signalbox' must be the number 1, not \(found)"
    case .otherVersion(let number, _):
      "the file has format \(shortened(number)); this program reads format 1"
    case .tooManyErrors: "more than \(FileLimits.errorsMax) errors in this file"
    case .unknownKey(let key, let owner, _, _, _): "\(owner) has no key \(inQuotes(key))"
    case .missingKey(let needs, let owner, _): "\(owner) needs \(needs)"
    case .missingValue(let key, _, _): "\(inQuotes(key)) has no value"
    case .wrongType(let key, let expected, let found, _):
      "\(inQuotes(key)) takes \(expected), not \(found)"
    case .badValue(let key, let value, _, _, _): "\(inQuotes(key)) does not take \(inQuotes(value))"
    case .keyConflict(let key, let with, let otherAt, _):
      "'\(key)' does not go with '\(with)' at \(otherAt)"
    case .invalidName(let name, let key, _, _):
      "\(inQuotes(name)) cannot be a name in \(inQuotes(key))"
    case .duplicateItem(let item, let key, let existing, _):
      "\(inQuotes(item)) appears twice in \(inQuotes(key)), first at \(existing)"
    case .optionalPathParameter(let name, _):
      "the type of the path parameter \(inQuotes(name)) cannot be optional"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .noneFound: "Name a folder with .yaml, .yml or .json files."
    case .file(let error): error.advice
    case .pattern(let error): error.advice
    case .tooLarge: "Split it into several files; each is a plugin."
    case .notExecutable:
      "Make it executable (chmod +x), begin it with a line such as '#!/usr/bin/env python3', or "
        + "name its interpreter: run: [python3, ./program.py]."
    case .executableMissing:
      "Build it, or correct the path, which is relative to the route file."
    case .untrusted:
      "Remove write permission for others (chmod go-w): a file with 'run' is code."
    case .encoding: "Save the file as UTF-8 without a byte order mark."
    case .controlCharacter: "Delete it; end lines with a line feed."
    case .empty: "Begin the file with 'signalbox: 1' and 'plugin: NAME'."
    case .syntax(let problem, let context, let isAtTab, _):
      syntaxAdvice(problem, context ?? "", isAtTab: isAtTab)
    case .unsupported(let feature, _): feature.advice
    case .limit(let bound, _): bound.advice
    case .duplicateKey: "Delete one of the two."
    case .otherVersion:
      "Use a signalbox that reads it, or write the file in format 1 (docs/route-files.md)."
    case .version: "Write 'signalbox: 1' without quotes."
    case .tooManyErrors: "Fix these first to see the rest."
    case .unknownKey(_, _, let nearest, let known, _):
      suggestion(nearest) + "Known: \(known.joined(separator: ", "))."
    case .missingKey: "Add it."
    case .missingValue(_, let expected, _):
      "Write \(expected), or delete the key; {} is an empty mapping, \"\" an empty text."
    case .wrongType(_, let expected, let found, _): wrongTypeAdvice(expected, found)
    case .badValue(_, _, let expected, let nearest, _):
      suggestion(nearest) + "Write \(expected)."
    case .keyConflict(let key, let with, _, _): "Delete '\(key)' or '\(with)'."
    case .invalidName(_, _, let isParameter, _): nameAdvice(isParameter: isParameter)
    case .duplicateItem: "Delete one of the two."
    case .optionalPathParameter(let name, _):
      "Move the ? from the type to the pattern: ':\(name)?'."
    }
  }
}

extension RouteFileError.Encoding {
  fileprivate var message: String {
    switch self {
    case .notUTF8: "the bytes here are not valid UTF-8"
    case .utf16: "the file is UTF-16"
    case .byteOrderMark: "there is a byte order mark here (U+FEFF)"
    }
  }
}

extension RouteFileError.Feature {
  fileprivate var message: String {
    switch self {
    case .anchor: "YAML anchors (&name) are not supported"
    case .alias: "YAML aliases (*name) are not supported"
    case .tag: "YAML tags (!name) are not supported"
    case .directive: "YAML directives (lines that start with %) are not supported"
    case .mergeKey: "YAML merge keys (<<) are not supported"
    case .keyWithoutText: "a key must be a text"
    case .severalDocuments: "a file holds one YAML document, but another one begins here"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .anchor, .tag: "Delete it, or quote a text that starts with that character."
    case .alias: "Repeat the value, or quote a text that starts with *."
    case .directive: "Delete the line, or indent it if it is part of a text."
    case .mergeKey: "Write the keys out."
    case .keyWithoutText: "Quote the key if it is meant as a text."
    case .severalDocuments: "Delete the line with ---, or split the file."
    }
  }
}

extension RouteFileError.Bound {
  fileprivate var message: String {
    switch self {
    case .depth: "more than \(FileLimits.depthMax) nested lists and mappings"
    case .nodes: "more than \(FileLimits.nodesMax) texts, lists and mappings in one file"
    case .scalarBytes: "a text of more than \(FileLimits.scalarBytesMax) bytes"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .depth: "Check the brackets and the indentation; the format needs a depth of 6."
    case .nodes: "Split the file; each file is a plugin."
    case .scalarBytes: "Check that its quotes are closed, or shorten it."
    }
  }
}

private func suggestion(_ nearest: String?) -> String {
  nearest.map { "Did you mean '\($0)'? " } ?? ""
}

private func nameAdvice(isParameter: Bool) -> String {
  let rest = "letters, digits, _ and -, at most \(FileLimits.nameBytesMax) bytes."
  return isParameter
    ? "Start a parameter's name with a letter or _, followed by \(rest)"
    : "Start a name with a letter (A to Z, a to z), followed by \(rest)"
}

private func wrongTypeAdvice(_ expected: String, _ found: String) -> String {
  let isText = found == YAMLNode.Kind.text.rawValue
  return isText
    ? "Write \(expected)."
    : "Write \(expected); quote a text that starts with { or [."
}

/// Advice for the most frequent errors of libyaml.
private func syntaxAdvice(_ problem: String, _ context: String, isAtTab: Bool) -> String {
  if isAtTab { return "Indent with spaces: YAML allows tabs only inside brackets." }
  if sameBytes(context, "while scanning an alias") {
    return "Quote a text that starts with *."
  }
  for (start, advice) in syntaxAdvices where problem.utf8.starts(with: start.utf8) {
    return advice
  }
  return "Check the indentation, brackets and quotes here and in the lines above."
}

private let syntaxAdvices = [
  ("mapping values are not allowed", "Quote a text that contains ': ', or check the indentation."),
  (
    "found character that cannot start",
    "Quote a text that starts with @, ` or %; indent with spaces."
  ),
  ("found unexpected end of stream", "Close the quotes."),
  ("found unknown escape character", "Write \\\\ for a backslash, or use single quotes."),
  (
    "found invalid Unicode character escape",
    "Write the character itself; YAML has no \\u surrogate pairs."
  ),
  ("could not find expected ':'", "Write a colon and a space after the key, or quote it."),
  (
    "did not find expected ',' or",
    "Separate with commas, close the bracket, and quote a text that contains ': '."
  ),
]
