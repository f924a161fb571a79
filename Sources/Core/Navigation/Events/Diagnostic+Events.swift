import Diagnostics

/// Why a line is not a valid event.
extension Diagnostic {
  static func unknownEvent(_ word: String) -> Self {
    Diagnostic(
      .commandUnknown, "no event is called '\(word)'",
      advice: nearest(to: word, in: EventSyntax.all.map { $0.command.word })
        .map { "Did you mean '\($0)'?" })
  }

  /// The words after the first do not match the parameters; `usage` shows the correct form.
  static func usage(word: String, usage: String) -> Self {
    Diagnostic(
      .commandUsage, "'\(word)' cannot be used this way", advice: "Write it as: \(usage).")
  }

  static func quotation(line: String) -> Self {
    Diagnostic(
      .commandUsage, "a quoted text in \(inQuotes(line)) has no end or an unknown escape",
      advice: "Close it with '\"', and use only the escapes \\\" \\\\ \\n \\t \\u{hex}.")
  }
}
