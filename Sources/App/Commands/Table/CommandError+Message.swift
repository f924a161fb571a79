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
    case .usage(let typed, _, _, _): "'\(quotation(of: typed))' cannot be read"
    case .syntax(let error, _): error.message
    case .unknownName(let kind, let name, _, _): "no \(kind) is called '\(name)'"
    case .notFirst: "'cold' comes after a command that changed the session"
    case .expectation(let expected, let actual, _): "expected \(expected), found \(actual)"
    case .refused(let refusal, let command, _): "'\(command)' was refused: \(refusal.message)"
    case .file(let error, _): error.message
    case .session(let error, _): error.message
    case .build(let error, _): error.message
    case .encoding: "this line is not UTF-8"
    case .limit(let name, let bound, _): "the limit of \(bound) \(name) is passed"
    case .cycle(let path, _): "'\(path)' is being run already"
    case .wouldReplace(let path, _): "'\(path)' exists and is not a session that 'save' has written"
    case .target(let target, let name, let why, _):
      "'\(name)' leads to '\(quotation(of: target))', which cannot be done: \(why.message)"
    case .noAnswer(let tap, let screen, _):
      "the screen '\(screen)' has not answered the tap '\(tap)' in time"
    case .filesElsewhere(let name, _): "'\(name)' cannot be used: the session runs elsewhere"
    case .reloadElsewhere: "'reload' cannot be used in a script of this session: it runs elsewhere"
    case .notLoaded(let path, let failures, _):
      "'\(path)' was not loaded: \(counted(failures, "failure"))"
    }
  }

  /// The advice on how to fix it; `nil` if there is none.
  public var advice: String? {
    switch self {
    case .unknown(_, let nearest, _):
      nearest.map { "Did you mean '\($0)'?" } ?? "Write 'help' to see all commands."
    case .usage(_, let usage, nil, _): "Write it as: \(usage)."
    case .usage(_, let usage, let example?, _): "Write it as: \(usage). Example: \(example)."
    case .syntax(let error, _): error.advice
    case .unknownName(_, _, let nearest, _): nearest.map { "Did you mean '\($0)'?" }
    case .notFirst: "Put it on the first line of a script."
    case .expectation: nil
    case .refused(let refusal, _, _):
      "If that is meant, write 'expect outcome refused(\(refusal.reason))' on the next line."
    case .file(let error, _): error.advice
    case .session(let error, _): error.advice
    case .build(let error, _): error.advice
    case .encoding: "Save the script as UTF-8."
    case .limit: "Split it into smaller parts."
    case .cycle: "Remove the line that runs it again."
    case .wouldReplace: "Choose another name, or remove the file first."
    case .target: "The plugin must name a link, or a command that is for taps, such as 'back'."
    case .noAnswer: "The session is as it was; an answer that comes now is not taken."
    case .filesElsewhere: "Methods 'save', 'load' and 'source' take and give the script itself."
    case .reloadElsewhere: "Type it by itself, or call the method 'reload': it is for all sessions."
    case .notLoaded: "The session is as it was; 'source' runs a script in spite of failures."
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
