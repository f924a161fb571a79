import Diagnostics
import PluginProtocol

nonisolated extension PluginProcessError {
  /// The failure, with the plugin's name.
  public var message: String {
    switch self {
    case .notStarted(let plugin, let program, let reason, _):
      "plugin '\(plugin)' cannot be started: '\(program)': \(reason)"
    case .ended(let plugin, let end, let method, let lastLine):
      "plugin '\(plugin)' \(end.text)" + (method.map { " before it answered '\($0)'" } ?? "")
        + (lastLine.map { "; its last line was '\($0)'" } ?? "")
    case .silent(let plugin, let method, let milliseconds):
      "plugin '\(plugin)' did not answer '\(method)' within \(milliseconds) ms"
    case .malformed(let plugin, let reason, let start):
      "plugin '\(plugin)' sent no message but '\(start)': \(reason)"
    case .overlong(let plugin, let start, let bytesMax):
      "plugin '\(plugin)' sent a line of more than \(bytesMax) bytes, '\(start)…'"
    case .flood(let plugin, let bytesMax):
      "plugin '\(plugin)' sent more than \(bytesMax) bytes that nobody asked for"
    case .unread(let plugin, let bytesMax):
      "plugin '\(plugin)' left more than \(bytesMax) bytes unread"
    case .outputClosed(let plugin): "plugin '\(plugin)' closed its standard output and ran on"
    case .wrongVersion(let plugin, let version):
      "plugin '\(plugin)' speaks version \(version) of the protocol, not 1"
    case .refused(let plugin, let method, let reason):
      "plugin '\(plugin)' refused '\(method)': \(reason)"
    case .content(let plugin, let method, let error):
      "plugin '\(plugin)' got '\(method)' wrong: \(error.message)"
    case .strayAnswer(let plugin, let id):
      "plugin '\(plugin)' answered \(id), which was not asked or is answered already"
    case .unknownInstance(let plugin, let instance):
      "plugin '\(plugin)' told of the screen '\(instance)', which is not open"
    case .unknownMethod(let plugin, let method):
      "plugin '\(plugin)' sent '\(method)', which the protocol does not know"
    case .down(let plugin, let restarts, let last, _):
      "plugin '\(plugin)' is down"
        + (restarts > 0 ? " after \(restarts) restarts" : "") + ": \(last)"
    case .noLoop(let reason): "plugins cannot be waited for: \(reason)"
    }
  }

  /// The advice; `nil` if there is none.
  public var advice: String? {
    switch self {
    case .notStarted: "Check 'run' and that the file can be executed, then use reload."
    case .ended(_, _, _, let lastLine):
      lastLine == nil ? "Run it by hand to see why." : "Its other lines stand in the log."
    case .silent: "Answer at once with the state 'loading', and send 'screen.changed' later."
    case .malformed: "Write one message of JSON-RPC a line to standard output, and nothing else."
    case .overlong: "Show fewer rows at a time."
    case .flood: "Send 'screen.changed' only when the content has changed."
    case .unread: "Read standard input until it ends."
    case .outputClosed: "Keep it open, or end."
    case .wrongVersion: "Answer 'initialize' with \"protocol\":1."
    case .refused: nil
    case .content(_, _, let error): error.advice
    case .strayAnswer: "Answer each request once."
    case .unknownInstance: "Forget a screen at 'screen.close'."
    case .unknownMethod: "A plugin sends answers and 'screen.changed'."
    case .down: "Mend it, then use reload."
    case .noLoop: nil
    }
  }

  /// The text shown on a failed screen: message and advice.
  var screenMessage: String { message + (advice.map { ". " + $0 } ?? "") }
}
