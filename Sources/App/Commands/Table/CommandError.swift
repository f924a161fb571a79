public import Diagnostics
public import FileAccess
public import Links
public import Navigation
public import Sessions

/// Why a command line could not be done, or an expectation that failed.
public enum CommandError: Diagnostic {
  /// No command is called so.
  case unknown(word: String, nearest: String?, at: SourcePosition?)
  /// The words after the first do not fit; `usage` shows how they would.
  case usage(typed: String, usage: String, example: String?, at: SourcePosition?)
  /// A quotation does not end, or the event's words do not fit.
  case syntax(EventSyntaxError, at: SourcePosition?)
  /// A name that the definition or the language does not have; `kind` says of what.
  case unknownName(kind: String, name: String, nearest: String?, at: SourcePosition?)
  /// `cold` after a command that changes the session.
  case notFirst(at: SourcePosition?)
  /// An expectation failed.
  case expectation(expected: String, actual: String, at: SourcePosition?)
  /// A script's event was refused and the next line does not expect it.
  case refused(Refusal, command: String, at: SourcePosition?)
  /// A file could not be used.
  case file(FileError, at: SourcePosition?)
  /// The history does not allow it.
  case session(SessionError, at: SourcePosition?)
  /// A link cannot be built.
  case build(BuildError, at: SourcePosition?)
  /// A line of a script is not UTF-8.
  case encoding(at: SourcePosition?)
  /// A bound of `Limits` was passed.
  case limit(name: String, bound: Int, at: SourcePosition?)
  /// A script sources or loads itself, directly or through others.
  case cycle(path: String, at: SourcePosition?)
  /// `save` would replace a file that it has not written.
  case wouldReplace(path: String, at: SourcePosition?)
  /// What a plugin's tap or command leads to is neither a link nor a command for taps.
  case target(String, from: String, why: EventSyntaxError, at: SourcePosition?)
  /// A screen has not told what a tap does in time.
  case noAnswer(tap: String, screen: String, at: SourcePosition?)
  /// A command names a file where the session runs elsewhere than whoever typed it.
  case filesElsewhere(name: String, at: SourcePosition?)
  /// A script reloads the routes where they are not the session's alone.
  case reloadElsewhere(at: SourcePosition?)
  /// `load` met a failure; the session is as it was.
  case notLoaded(path: String, failures: Int, at: SourcePosition?)

  /// Where the command stands, if in a script.
  public var position: SourcePosition? {
    switch self {
    case .unknown(_, _, let position), .usage(_, _, _, let position), .syntax(_, let position),
      .unknownName(_, _, _, let position), .notFirst(let position),
      .expectation(_, _, let position), .refused(_, _, let position), .file(_, let position),
      .session(_, let position), .build(_, let position), .encoding(let position),
      .limit(_, _, let position), .cycle(_, let position), .wouldReplace(_, let position),
      .target(_, _, _, let position), .noAnswer(_, _, let position),
      .filesElsewhere(_, let position), .reloadElsewhere(let position),
      .notLoaded(_, _, let position):
      position
    }
  }

  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .unknown: .commandUnknown
    case .usage: .commandUsage
    case .syntax(let error, _): error.code
    case .unknownName: .nameUnknown
    case .notFirst: .commandNotFirst
    case .expectation: .expectationFailed
    case .refused, .notLoaded: .scriptRefused
    case .file(let error, _): error.code
    case .session(let error, _): error.code
    case .build(let error, _): error.code
    case .encoding: .scriptEncoding
    case .limit: .scriptLimit
    case .cycle: .scriptCycle
    case .wouldReplace: .scriptReplace
    case .target: .pluginTarget
    case .noAnswer: .pluginSilent
    case .filesElsewhere: .commandFile
    case .reloadElsewhere: .commandReload
    }
  }
}
