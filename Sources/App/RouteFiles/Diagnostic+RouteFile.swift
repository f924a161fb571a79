import Diagnostics

/// Why a route file, or a part of one, was refused. Loading collects these errors.
extension Diagnostic {
  static func noneFound(folder: String) -> Diagnostic {
    Diagnostic(
      .fileNoneFound, "no route file in '\(folder)'",
      advice: "Name a folder with .yaml, .yml or .json files, or the folder of an app, which has a "
        + "file .signalbox that names its routes, or a folder Routes.")
  }

  static func executableMissing(path: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .fileUnreadable, "the executable '\(path)' does not exist",
      advice: "Build it, or correct the path, which is relative to the route file.", at: position)
  }

  /// The program of `run` lacks the permission to be executed, and no `#!` line names one that has.
  static func notExecutable(path: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .fileUnreadable,
      "'\(path)' has no permission to be executed, and no '#!' line names a program for it",
      advice: "Make it executable (chmod +x), begin it with a line such as "
        + "'#!/usr/bin/env python3', or name its interpreter: run: [python3, ./program.py].",
      at: position)
  }

  /// Other users can change a file with `run`, what it runs, or a folder above them.
  static func untrusted(offender: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .fileUnsafe,
      "others can write '\(offender)', or its permissions cannot be read, so 'run' is refused",
      advice: "Remove write permission for others (chmod go-w): a file with 'run' is code.",
      at: position)
  }

  /// - Parameter found: The version, which is not a plain 1.
  static func version(found: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .formatVersion, "'signalbox' must be the number 1, not \(found)",
      advice: "Write 'signalbox: 1' without quotes.", at: position)
  }

  static func otherVersion(_ number: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .formatVersion,
      "the file has format \(shortened(number)); this program reads format 1",
      advice: "Use a signalbox that reads it, or write the file in format 1 "
        + "(docs/route-files.md).",
      at: position)
  }

  static func unknownKey(
    _ key: String, owner: String, nearest: String?, known: [String], at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .formatUnknownKey, "\(owner) has no key \(inQuotes(key))",
      advice: suggestion(nearest) + "Known: \(known.joined(separator: ", ")).", at: position)
  }

  /// - Parameters:
  ///   - needs: The required key, or the alternatives.
  ///   - line: What to write, if that is always the same.
  static func missingKey(
    needs: String, owner: String, line: String? = nil, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .formatMissingKey, "\(owner) needs \(needs)",
      advice: line.map { "Add '\($0)'." } ?? "Add it.", at: position)
  }

  static func missingValue(
    key: String, expected: String, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .formatMissingValue, "\(inQuotes(key)) has no value",
      advice: "Write \(expected), or delete the key; {} is an empty mapping, \"\" an empty text.",
      at: position)
  }

  /// A text, list or mapping where something else is expected.
  /// - Parameter wanted: The expected kind of node.
  static func wrongType(
    key: String, expected: String, wanted: YAMLNode.Kind, found: YAMLNode.Kind,
    at position: SourcePosition
  ) -> Diagnostic {
    let form =
      switch (wanted, found) {
      case (.text, .list), (.text, .mapping): "; quote a text that starts with { or ["
      case (.list, .mapping): ", each item after '- '"
      case (.mapping, .list): ", each entry as 'KEY: VALUE' without '- '"
      default: ""
      }
    return Diagnostic(
      .formatWrongType, "\(inQuotes(key)) takes \(expected), not \(found.rawValue)",
      advice: "Write \(expected)\(form).", at: position)
  }

  static func wrongRoot(
    of owner: String, keys: [String], found: YAMLNode.Kind, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .formatWrongType, "\(owner) is a mapping of keys, not \(found.rawValue)",
      advice: "Its keys are \(keys.joined(separator: ", ")).", at: position)
  }

  /// - Parameter expected: The values that the key allows.
  static func badValue(
    key: String, value: String, expected: String, nearest: String? = nil,
    at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .formatBadValue, "\(inQuotes(key)) does not take \(inQuotes(value))",
      advice: suggestion(nearest) + "Write \(expected).", at: position)
  }

  static func keyConflict(
    key: String, with: String, otherAt: SourcePosition?, at position: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(
      .formatKeyConflict,
      "'\(key)' does not go with '\(with)'" + (otherAt.map { " at \($0)" } ?? ""),
      advice: "Delete '\(key)' or '\(with)'.", at: position, other: otherAt)
  }

  static func invalidName(
    _ name: String, key: String, isParameter: Bool, at position: SourcePosition?
  ) -> Diagnostic {
    let start =
      isParameter
      ? "Start a parameter's name with a letter or _"
      : "Start a name with a letter (A to Z, a to z)"
    return Diagnostic(
      .nameInvalid, "\(inQuotes(name)) cannot be a name in \(inQuotes(key))",
      advice: "\(start), followed by letters, digits, _ and -, "
        + "at most \(FileLimits.nameBytesMax) bytes.",
      at: position)
  }

  static func duplicateItem(
    _ item: String, key: String, existingAt: SourcePosition, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .nameDuplicate,
      "\(inQuotes(item)) appears twice in \(inQuotes(key)), first at \(existingAt)",
      advice: "Delete one of the two.", at: position, other: existingAt)
  }

  static func optionalPathParameter(_ name: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .formatBadValue, "the type of the path parameter \(inQuotes(name)) cannot be optional",
      advice: "Move the ? from the type to the pattern: ':\(name)?'.", at: position)
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { "Did you mean '\($0)'? " } ?? ""
  }
}

/// A text in quotes, shortened if it is long.
func inQuotes(_ text: String) -> String {
  "'\(shortened(text, scalarsMax: FileLimits.quotedScalarsMax))'"
}
