import Diagnostics
import FileAccess
import Links
import Navigation
import Sessions

extension CommandError {
  /// The description of the error, in one line.
  public var message: String {
    switch self {
    case .unknown(let word, _, _): "no command is called '\(word)'"
    case .usage(let typed, _, _, _): "'\(quotation(of: typed))' has wrong arguments"
    case .syntax(let error, _): error.message
    case .unknownName(let kind, let name, _, _): "no \(kind) is called '\(name)'"
    case .severalRoutes(let screen, let patterns, _):
      "screen '\(screen)' is on \(patterns.count) routes, none of which is called '\(screen)': "
        + patterns.prefix(Limits.missesListedMax).joined(separator: ", ")
        + (patterns.count > Limits.missesListedMax ? ", …" : "")
    case .notFirst: "'cold' comes after a command that changed the session"
    case .expectation(let expected, let actual, _): "expected \(expected), found \(actual)"
    case .refused(let refusal, let command, _): "'\(command)' was refused: \(refusal.message)"
    case .file(let error, _): error.message
    case .session(let error, _): error.message
    case .build(let error, _): error.message
    case .encoding: "this line is not UTF-8"
    case .limit(let name, let bound, _): "the limit of \(bound) \(name) is exceeded"
    case .interrupted: "Ctrl-C ended the script ahead of this line"
    case .cycle(let path, _): "'\(path)' is already being run"
    case .wouldReplace(let path, _): "'\(path)' exists and was not written by 'save'"
    case .target(let target, let name, let why, _):
      "'\(name)' leads to '\(quotation(of: target))', which is impossible: \(why.message)"
    case .noAnswer(let tap, let screen, _):
      "screen '\(screen)' did not answer the tap '\(tap)' in time"
    case .filesElsewhere(let name, _): "'\(name)' is not available: the session is remote"
    case .reloadElsewhere: "a script cannot 'reload' in this session: it is remote"
    case .notLoaded(let path, let failures, _):
      "'\(path)' was not loaded: \(counted(failures, "failure"))"
    }
  }

  /// The advice on how to fix it; `nil` if there is none.
  public var advice: String? {
    switch self {
    case .unknown(_, let nearest, _):
      nearest.map { "Did you mean '\($0)'?" } ?? "Run 'help' to list all commands."
    case .usage(_, let usage, nil, _): "Write it as: \(usage)."
    case .usage(_, let usage, let example?, _): "Write it as: \(usage). Example: \(example)."
    case .syntax(let error, _): error.advice
    case .unknownName(_, _, let nearest, _): nearest.map { "Did you mean '\($0)'?" }
    case .severalRoutes: "Give one of them a 'name' in the route file, and use that."
    case .notFirst: "Put it on the first line of the script."
    case .expectation: nil
    case .refused(let refusal, _, _):
      "If intended, write 'expect outcome refused(\(refusal.reason))' on the next line."
    case .file(let error, _): error.advice
    case .session(let error, _): error.advice
    case .build(let error, _): error.advice
    case .encoding: "Save the script as UTF-8."
    case .limit: "Split it into smaller parts."
    case .interrupted: nil
    case .cycle: "Remove the line that runs it again."
    case .wouldReplace: "Choose another name, or remove the file."
    case .target: "Let the plugin name a link, or a command that taps can use, such as 'back'."
    case .noAnswer: "Tap again: the session is unchanged, and a late answer is ignored."
    case .filesElsewhere:
      "Use the methods 'save', 'load' or 'source', which pass the script itself."
    case .reloadElsewhere:
      "Type it at the prompt, or call the method 'reload': it affects all sessions."
    case .notLoaded: "Correct the script, or run it with 'source', which continues after failures."
    }
  }

  /// The expected and actual values of a failed expectation; `nil` for other errors.
  var comparison: (expected: String, actual: String)? {
    guard case .expectation(let expected, let actual, _) = self else { return nil }
    return (expected, actual)
  }
}

/// The typed text, escaped and clipped to `Limits.quotedColumnsMax`.
private func quotation(of typed: String) -> String {
  clipped(escaped(typed), columns: Limits.quotedColumnsMax)
}

/// A number and its noun, in the plural unless the number is 1: `1 failure`, `2 failures`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
