public import Diagnostics
public import PluginProtocol

/// An error made by a plugin's process, or its failure.
public nonisolated enum PluginProcessError: Diagnostic, Hashable {
  /// The program was not found or could not be executed.
  case notStarted(plugin: String, program: String, reason: String, at: SourcePosition?)
  /// The process ended unexpectedly; `method` is the unanswered call, `lastLine` the last line of
  /// standard error.
  case ended(plugin: String, end: ProcessEnd, method: String?, lastLine: String?)
  /// The process did not answer in time.
  case silent(plugin: String, method: String, milliseconds: UInt64)
  /// A line is not a valid message.
  case malformed(plugin: String, reason: String, start: String)
  /// A line exceeds the limit.
  case overlong(plugin: String, start: String, bytesMax: Int)
  /// The process sent more unrequested output than allowed.
  case flood(plugin: String, bytesMax: Int)
  /// The process does not read its input.
  case unread(plugin: String, bytesMax: Int)
  /// The process closed its standard output but keeps running.
  case outputClosed(plugin: String)
  /// The process uses another version of the protocol.
  case wrongVersion(plugin: String, version: Int64)
  /// The process answered with an error.
  case refused(plugin: String, method: String, reason: String)
  /// A message with invalid content.
  case content(plugin: String, method: String, ContentError)
  /// An answer without a matching call, or a second answer to one.
  case strayAnswer(plugin: String, id: String)
  /// A notification about a screen that is not open.
  case unknownInstance(plugin: String, instance: String)
  /// A request or notification that the protocol does not define.
  case unknownMethod(plugin: String, method: String)
  /// The process is down after all restarts failed; `last` is the last error.
  case down(plugin: String, restarts: Int, last: String, at: SourcePosition?)
  /// The event loop could not be created.
  case noLoop(reason: String)

  /// `plugin/start`, `plugin/ended`, `plugin/silent`, `plugin/output`, `plugin/refused`,
  /// `plugin/down`, or the code of the content error.
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

  /// The position of the program in `run`.
  public var position: SourcePosition? {
    switch self {
    case .notStarted(_, _, _, let at), .down(_, _, _, let at): at
    default: nil
    }
  }
}

/// How a process ended.
public nonisolated enum ProcessEnd: Hashable, Sendable {
  /// It exited with a code.
  case exited(code: Int64)
  /// It was terminated by a signal.
  case signalled(number: Int32)

  /// A clause for messages.
  var text: String {
    switch self {
    case .exited(let code): "ended with code \(code)"
    case .signalled(let number): "was ended by signal \(number)"
    }
  }
}
