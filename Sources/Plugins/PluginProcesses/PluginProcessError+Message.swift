import Diagnostics
import PluginProtocol

nonisolated extension PluginProcessError {
  /// The failure, with the plugin's name.
  public var message: String {
    switch self {
    case .notStarted(let plugin, let program, let reason, _):
      "plugin '\(plugin)' cannot be started as '\(program)': \(reason)"
    case .ended(let plugin, let end, let method, let lastLine):
      "plugin '\(plugin)' \(end.text)" + (method.map { " before it answered '\($0)'" } ?? "")
        + (lastLine.map { "; its last line was '\($0)'" } ?? "")
    case .silent(let plugin, let method, let milliseconds):
      "plugin '\(plugin)' did not answer '\(method)' within \(milliseconds) ms"
    case .malformed(let plugin, let reason, let start):
      "plugin '\(plugin)' sent '\(start)', which is not a message: \(reason)"
    case .overlong(let plugin, let start, let bytesMax):
      "plugin '\(plugin)' sent a line of more than \(bytesMax) bytes, '\(start)…'"
    case .flood(let plugin, let bytesMax):
      "plugin '\(plugin)' sent more than \(bytesMax) bytes without being asked"
    case .unread(let plugin, let bytesMax):
      "plugin '\(plugin)' left more than \(bytesMax) bytes unread"
    case .outputClosed(let plugin): "plugin '\(plugin)' closed its standard output, but still runs"
    case .wrongVersion(let plugin, let version):
      "plugin '\(plugin)' uses version \(version) of the protocol, not 1"
    case .refused(let plugin, let method, let reason):
      "plugin '\(plugin)' refused '\(method)': \(reason)"
    case .content(let plugin, let method, let error):
      "plugin '\(plugin)' sent invalid data for '\(method)': \(error.message)"
    case .strayAnswer(let plugin, let id):
      "plugin '\(plugin)' answered request \(id), which is not pending"
    case .unknownInstance(let plugin, let instance):
      "plugin '\(plugin)' changed the screen '\(instance)', which is not open"
    case .unknownMethod(let plugin, let method):
      "plugin '\(plugin)' sent the unknown method '\(method)'"
    case .down(let plugin, let restarts, let last, _):
      "plugin '\(plugin)' is down"
        + (restarts > 0 ? " after \(restarts) restarts" : "") + ": \(last)"
    case .noLoop(let reason): "cannot wait for plugins: \(reason)"
    }
  }

  /// The advice; `nil` if there is none.
  public var advice: String? {
    switch self {
    case .notStarted: "Check 'run' and that the file is executable, then use 'reload'."
    case .ended(_, _, _, let lastLine):
      lastLine == nil ? "Run it yourself to see why." : "See its other lines in the log."
    case .silent: "Answer at once with the state 'loading', and send 'screen.changed' later."
    case .malformed: "Write only JSON-RPC messages to standard output, one per line."
    case .overlong: "Send fewer rows at a time."
    case .flood: "Send 'screen.changed' only when the content has changed."
    case .unread: "Read standard input until it ends."
    case .outputClosed: "Keep it open, or exit."
    case .wrongVersion: "Answer 'initialize' with \"protocol\":1."
    case .refused: nil
    case .content(_, _, let error): error.advice
    case .strayAnswer: "Answer each request once."
    case .unknownInstance: "Do not mention a screen after 'screen.close'."
    case .unknownMethod: "Send only answers and 'screen.changed'."
    case .down: "Fix it, then use 'reload'."
    case .noLoop: nil
    }
  }

  /// The text shown on a failed screen: message and advice.
  var screenMessage: String { message + (advice.map { ". " + $0 } ?? "") }
}
