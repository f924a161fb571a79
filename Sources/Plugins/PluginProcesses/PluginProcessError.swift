public import Diagnostics
public import PluginProtocol

/// What a plugin's process did wrong, or what became of it.
public nonisolated enum PluginProcessError: Diagnostic, Hashable {
  /// No program of that name is there, or it cannot be run.
  case notStarted(plugin: String, program: String, reason: String, at: SourcePosition?)
  /// It ended by itself; `method` is what it was asked, `lastLine` what it wrote to standard error.
  case ended(plugin: String, end: ProcessEnd, method: String?, lastLine: String?)
  /// It did not answer in time.
  case silent(plugin: String, method: String, milliseconds: UInt64)
  /// A line is no message.
  case malformed(plugin: String, reason: String, start: String)
  /// A line is too long.
  case overlong(plugin: String, start: String, bytesMax: Int)
  /// It sends more than it may.
  case flood(plugin: String, bytesMax: Int)
  /// It does not read what it is sent.
  case unread(plugin: String, bytesMax: Int)
  /// It closed its standard output and lives on.
  case outputClosed(plugin: String)
  /// It speaks another version of the protocol.
  case wrongVersion(plugin: String, version: Int64)
  /// It answered with an error.
  case refused(plugin: String, method: String, reason: String)
  /// A message does not say what it should.
  case content(plugin: String, method: String, ContentError)
  /// An answer to nothing that was asked, or a second one.
  case strayAnswer(plugin: String, id: String)
  /// It told of a screen that is not open.
  case unknownInstance(plugin: String, instance: String)
  /// It asked for or told something that the protocol does not know.
  case unknownMethod(plugin: String, method: String)
  /// It was started again in vain; `last` says what went wrong the last time.
  case down(plugin: String, restarts: Int, last: String, at: SourcePosition?)
  /// Nothing can be waited for.
  case noLoop(reason: String)

  /// `plugin/start`, `plugin/ended`, `plugin/silent`, `plugin/output`, `plugin/content` or
  /// `plugin/down`.
  public var code: DiagnosticCode {
    switch self {
    case .notStarted, .noLoop: .pluginStart
    case .ended: .pluginEnded
    case .silent, .unread: .pluginSilent
    case .malformed, .overlong, .flood, .outputClosed, .strayAnswer, .unknownInstance,
      .unknownMethod:
      .pluginOutput
    case .wrongVersion, .refused: .pluginRefused
    case .content(_, _, let error): error.code
    case .down: .pluginDown
    }
  }

  /// Where `run` names the program.
  public var position: SourcePosition? {
    switch self {
    case .notStarted(_, _, _, let at), .down(_, _, _, let at): at
    default: nil
    }
  }
}
