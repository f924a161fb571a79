public import Diagnostics
public import FileAccess
public import Links
public import Navigation
public import Sessions

/// Why a command failed, including failed expectations.
public enum CommandError: Diagnostic {
  case unknown(word: String, nearest: String?, at: SourcePosition?)
  /// The words after the first do not match the parameters; `usage` shows the correct form.
  case usage(typed: String, usage: String, example: String?, at: SourcePosition?)
  /// A quotation is not closed, has an unknown escape, or the words do not form the event.
  case syntax(EventSyntaxError, at: SourcePosition?)
  /// The definition or the command language has no such name; `kind` says what was named.
  case unknownName(kind: String, name: String, nearest: String?, at: SourcePosition?)
  /// `link` names a screen that several routes show.
  case severalRoutes(screen: String, patterns: [String], at: SourcePosition?)
  case notFirst(at: SourcePosition?)
  case expectation(expected: String, actual: String, at: SourcePosition?)
  /// A script's event was refused, and the next line does not expect that.
  case refused(Refusal, command: String, at: SourcePosition?)
  case file(FileError, at: SourcePosition?)
  case session(SessionError, at: SourcePosition?)
  case build(BuildError, at: SourcePosition?)
  case encoding(at: SourcePosition?)
  case limit(name: String, bound: Int, at: SourcePosition?)
  /// Ctrl-C ended a script ahead of this line.
  case interrupted(at: SourcePosition?)
  case cycle(path: String, at: SourcePosition?)
  /// `save` would overwrite a file that it did not write.
  case wouldReplace(path: String, at: SourcePosition?)
  /// The target of a plugin's tap or command is neither a link nor a command allowed for taps.
  case target(String, from: String, why: EventSyntaxError, at: SourcePosition?)
  case noAnswer(tap: String, screen: String, at: SourcePosition?)
  /// A remote client's command names a file.
  case filesElsewhere(name: String, at: SourcePosition?)
  /// A remote client's script reloads the routes, which all sessions share.
  case reloadElsewhere(at: SourcePosition?)
  /// A step of the loaded script failed; the session is unchanged.
  case notLoaded(path: String, failures: Int, at: SourcePosition?)

  /// The command's position; `nil` outside scripts.
  public var position: SourcePosition? {
    switch self {
    case .unknown(_, _, let position), .usage(_, _, _, let position), .syntax(_, let position),
      .unknownName(_, _, _, let position), .severalRoutes(_, _, let position),
      .notFirst(let position),
      .expectation(_, _, let position), .refused(_, _, let position), .file(_, let position),
      .session(_, let position), .build(_, let position), .encoding(let position),
      .limit(_, _, let position), .interrupted(let position), .cycle(_, let position),
      .wouldReplace(_, let position),
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
    case .unknownName, .severalRoutes: .nameUnknown
    case .notFirst: .commandNotFirst
    case .expectation: .expectationFailed
    case .refused, .notLoaded: .scriptRefused
    case .file(let error, _): error.code
    case .session(let error, _): error.code
    case .build(let error, _): error.code
    case .encoding: .scriptEncoding
    case .limit: .scriptLimit
    case .interrupted: .scriptInterrupted
    case .cycle: .scriptCycle
    case .wouldReplace: .scriptReplace
    case .target: .pluginTarget
    case .noAnswer: .pluginSilent
    case .filesElsewhere: .commandFile
    case .reloadElsewhere: .commandReload
    }
  }
}
