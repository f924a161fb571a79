package import Diagnostics
import Navigation

extension Diagnostic {
  static func unknown(word: String, nearest: String?, at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .commandUnknown, "no command is called '\(word)'",
      advice: nearest.map { "Did you mean '\($0)'?" } ?? "Run 'help' to list all commands.",
      at: position)
  }

  /// The words after the first do not match the parameters; `usage` shows the correct form.
  static func usage(typed: String, usage: String, example: String?, at position: SourcePosition?)
    -> Diagnostic
  {
    Diagnostic(
      .commandUsage, "'\(quotation(of: typed))' has wrong arguments",
      advice: "Write it as: \(usage)." + (example.map { " Example: \($0)." } ?? ""), at: position)
  }

  /// The definition or the command language has no such name; `kind` says what was named.
  static func unknownName(
    kind: String, name: String, nearest: String?, at position: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(
      .nameUnknown, "no \(kind) is called '\(name)'",
      advice: nearest.map { "Did you mean '\($0)'?" }, at: position)
  }

  /// `link` names a screen that several routes show.
  static func severalRoutes(screen: String, patterns: [String]) -> Diagnostic {
    Diagnostic(
      .nameUnknown,
      "screen '\(screen)' is on \(patterns.count) routes, none of which is called '\(screen)': "
        + patterns.prefix(Limits.missesListedMax).joined(separator: ", ")
        + (patterns.count > Limits.missesListedMax ? ", …" : ""),
      advice: "Give one of them a 'name' in the route file, and use that.")
  }

  static func notFirst(at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .commandNotFirst, "'cold' comes after a command that changed the session",
      advice: "Put it on the first line of the script.", at: position)
  }

  static func expectation(
    _ expected: String, _ actual: String, at position: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(.expectationFailed, "expected \(expected), found \(actual)", at: position)
  }

  /// A script's event was refused, and the next line does not expect that.
  static func refused(_ refusal: Refusal, command: String, at position: SourcePosition?)
    -> Diagnostic
  {
    Diagnostic(
      .scriptRefused, "'\(command)' was refused: \(refusal.message)",
      advice: "If intended, write 'expect outcome refused(\(refusal.reason))' on the next line.",
      at: position)
  }

  package static func encoding(at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .scriptEncoding, "this line is not UTF-8", advice: "Save the script as UTF-8.", at: position)
  }

  static func limit(name: String, bound: Int, at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "the limit of \(bound) \(name) is exceeded",
      advice: "Split it into smaller parts.", at: position)
  }

  /// Ctrl-C ended a script ahead of this line.
  static func interrupted(at position: SourcePosition?) -> Diagnostic {
    Diagnostic(.scriptInterrupted, "Ctrl-C ended the script ahead of this line", at: position)
  }

  static func cycle(path: String, at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .scriptCycle, "'\(path)' is already being run", advice: "Remove the line that runs it again.",
      at: position)
  }

  /// `save` would overwrite a file that it did not write.
  static func wouldReplace(path: String, at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .scriptReplace, "'\(path)' exists and was not written by 'save'",
      advice: "Choose another name, or remove the file.", at: position)
  }

  /// The target of a plugin's tap or command is neither a link nor a command allowed for taps.
  static func target(
    _ target: String, from name: String, why: some DiagnosticError, at position: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(
      .pluginTarget,
      "'\(name)' leads to '\(quotation(of: target))', which is impossible: "
        + "\(why.diagnostic.message)",
      advice: "Let the plugin name a link, or a command that taps can use, such as 'back'.",
      at: position)
  }

  static func noAnswer(tap: String, screen: String, at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .pluginSilent, "screen '\(screen)' did not answer the tap '\(tap)' in time",
      advice: "Tap again: the session is unchanged, and a late answer is ignored.", at: position)
  }

  static func filesElsewhere(name: String, at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .commandFile, "'\(name)' is not available: the session is remote",
      advice: "Type it at the prompt of 'signalbox attach', or call the methods 'save', 'load' or "
        + "'source', which pass the script itself.",
      at: position)
  }

  static func reloadElsewhere(at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .commandReload, "a script cannot 'reload' in this session: it is remote",
      advice: "Type it at the prompt, or call the method 'reload': it affects all sessions.",
      at: position)
  }

  package static func notLoaded(path: String, failures: Int, at position: SourcePosition?)
    -> Diagnostic
  {
    Diagnostic(
      .scriptRefused, "'\(path)' was not loaded: \(counted(failures, "failure"))",
      advice: "Correct the script, or run it with 'source', which continues after failures.",
      at: position)
  }
}

/// The typed text, escaped and clipped to `Limits.quotedColumnsMax`.
private func quotation(of typed: String) -> String {
  clipped(escaped(typed), columns: Limits.quotedColumnsMax)
}
