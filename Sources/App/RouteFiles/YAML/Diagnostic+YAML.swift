import Diagnostics

/// Why the bytes of a file are not the YAML that route files are written in.
extension Diagnostic {
  static func tooLarge(bytes: Int, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .fileTooLarge, "the file has \(bytes) bytes; the limit is \(FileLimits.fileBytesMax)",
      advice: "Split it into several files; each is a plugin.", at: position)
  }

  static func notUTF8(at position: SourcePosition) -> Diagnostic {
    encoding("the bytes here are not valid UTF-8", at: position)
  }

  static func utf16(at position: SourcePosition) -> Diagnostic {
    encoding("the file is UTF-16", at: position)
  }

  static func byteOrderMark(at position: SourcePosition) -> Diagnostic {
    encoding("there is a byte order mark here (U+FEFF)", at: position)
  }

  private static func encoding(_ message: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .fileEncoding, message, advice: "Save the file as UTF-8 without a byte order mark.",
      at: position)
  }

  /// A control character, or a line ending that editors do not recognize.
  static func controlCharacter(_ value: UInt32, at position: SourcePosition?) -> Diagnostic {
    let number = zeroPadded(value, 4, radix: 16).uppercased()
    return Diagnostic(
      .fileEncoding, "the character U+\(number) is not allowed in a route file",
      advice: "Delete it; end lines with a line feed.", at: position)
  }

  static func empty(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .fileEmpty, "the file holds only blanks and comments",
      advice: "Begin the file with 'signalbox: 1' and 'plugin: NAME'.", at: position)
  }

  /// libyaml's description of a syntax error.
  static func syntax(
    problem: String, context: String?, isAtTab: Bool, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, "invalid YAML: \(problem)" + (context.map { " \($0)" } ?? ""),
      advice: syntaxAdvice(problem, context ?? "", isAtTab: isAtTab), at: position)
  }

  static func anchor(at position: SourcePosition) -> Diagnostic {
    unsupported(
      "YAML anchors (&name) are not supported",
      "Delete it, or quote a text that starts with that character.", at: position)
  }

  static func alias(at position: SourcePosition) -> Diagnostic {
    unsupported(
      "YAML aliases (*name) are not supported",
      "Repeat the value, or quote a text that starts with *.", at: position)
  }

  static func tag(at position: SourcePosition) -> Diagnostic {
    unsupported(
      "YAML tags (!name) are not supported",
      "Delete it, or quote a text that starts with that character.", at: position)
  }

  static func directive(at position: SourcePosition) -> Diagnostic {
    unsupported(
      "YAML directives (lines that start with %) are not supported",
      "Delete the line, or indent it if it is part of a text.", at: position)
  }

  static func mergeKey(at position: SourcePosition) -> Diagnostic {
    unsupported(
      "YAML merge keys (<<) are not supported", "Write the keys out.", at: position)
  }

  static func keyWithoutText(at position: SourcePosition) -> Diagnostic {
    unsupported(
      "a key must be a text", "Quote the key if it is meant as a text.", at: position)
  }

  static func severalDocuments(at position: SourcePosition) -> Diagnostic {
    unsupported(
      "a file holds one YAML document, but another one begins here",
      "Delete the line with ---, or split the file.", at: position)
  }

  private static func unsupported(
    _ message: String, _ advice: String, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(.yamlUnsupported, message, advice: advice, at: position)
  }

  static func tooDeep(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlLimit, "more than \(FileLimits.depthMax) nested lists and mappings",
      advice: "Check the brackets and the indentation; the format needs a depth of 6.",
      at: position)
  }

  static func tooManyNodes(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlLimit, "more than \(FileLimits.nodesMax) texts, lists and mappings in one file",
      advice: "Split the file; each file is a plugin.", at: position)
  }

  static func longText(at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .yamlLimit, "a text of more than \(FileLimits.scalarBytesMax) bytes",
      advice: "Check that its quotes are closed, or shorten it.", at: position)
  }

  static func duplicateKey(
    _ key: String, existingAt: SourcePosition, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .yamlDuplicateKey, "the key \(inQuotes(key)) is already present at \(existingAt)",
      advice: "Delete one of the two.", at: position, other: existingAt)
  }

  static func tooManyErrors(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .formatTooManyErrors, "more than \(FileLimits.errorsMax) errors in this file",
      advice: "Fix these first to see the rest.", at: position)
  }
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
