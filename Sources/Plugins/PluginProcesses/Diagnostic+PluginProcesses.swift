import Diagnostics

// Errors made by a plugin's process, and its failures.
nonisolated extension Diagnostic {
  /// The program was not found or could not be executed.
  static func notStarted(
    plugin: String, program: String, reason: String, at position: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(
      .pluginStart, "plugin '\(plugin)' cannot be started as '\(program)': \(reason)",
      advice: "Check 'run' and that the file is executable, then use 'reload'.", at: position)
  }

  /// The event loop could not be created.
  static func noLoop(reason: String) -> Diagnostic {
    Diagnostic(.pluginStart, "cannot wait for plugins: \(reason)")
  }

  /// The process ended unexpectedly; `method` is the unanswered call, `lastLine` the last line of
  /// standard error.
  static func ended(
    plugin: String, end: ProcessEnd, method: String?, lastLine: String?
  ) -> Diagnostic {
    Diagnostic(
      .pluginEnded,
      "plugin '\(plugin)' \(end.text)" + (method.map { " before it answered '\($0)'" } ?? "")
        + (lastLine.map { "; its last line was '\($0)'" } ?? ""),
      advice: lastLine == nil
        ? "Run it yourself to see why." : "See its other lines in the log.")
  }

  /// The process did not answer in time.
  static func silent(plugin: String, method: String, milliseconds: UInt64) -> Diagnostic {
    Diagnostic(
      .pluginSilent, "plugin '\(plugin)' did not answer '\(method)' within \(milliseconds) ms",
      advice: "Answer at once with the state 'loading', and send 'screen.changed' later.")
  }

  /// The process does not read its input.
  static func unread(plugin: String, bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .pluginSilent, "plugin '\(plugin)' left more than \(bytesMax) bytes unread",
      advice: "Read standard input until it ends.")
  }

  /// A line is not a valid message.
  static func malformed(plugin: String, reason: String, start: String) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' sent '\(start)', which is not a message: \(reason)",
      advice: "Write only JSON-RPC messages to standard output, one per line.")
  }

  /// A line exceeds the limit.
  static func overlong(plugin: String, start: String, bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' sent a line of more than \(bytesMax) bytes, '\(start)…'",
      advice: "Send fewer rows at a time.")
  }

  /// The process sent more unrequested output than allowed.
  static func flood(plugin: String, bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' sent more than \(bytesMax) bytes without being asked",
      advice: "Send 'screen.changed' only when the content has changed.")
  }

  /// The process closed its standard output but keeps running.
  static func outputClosed(plugin: String) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' closed its standard output, but still runs",
      advice: "Keep it open, or exit.")
  }

  /// An answer without a matching call, or a second answer to one.
  static func strayAnswer(plugin: String, id: String) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' answered request \(id), which is not pending",
      advice: "Answer each request once.")
  }

  /// A notification about a screen that is not open.
  static func unknownInstance(plugin: String, instance: String) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' changed the screen '\(instance)', which is not open",
      advice: "Do not mention a screen after 'screen.close'.")
  }

  /// A request or notification that the protocol does not define.
  static func unknownMethod(plugin: String, method: String) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' sent the unknown method '\(method)'",
      advice: "Send only answers and 'screen.changed'.")
  }

  /// The process uses another version of the protocol.
  static func wrongVersion(plugin: String, version: Int64) -> Diagnostic {
    Diagnostic(
      .pluginRefused, "plugin '\(plugin)' uses version \(version) of the protocol, not 1",
      advice: #"Answer 'initialize' with "protocol":1."#)
  }

  /// The process answered with an error.
  static func refused(plugin: String, method: String, reason: String) -> Diagnostic {
    Diagnostic(.pluginRefused, "plugin '\(plugin)' refused '\(method)': \(reason)")
  }

  /// A message with invalid content.
  static func content(plugin: String, method: String, _ error: Diagnostic) -> Diagnostic {
    Diagnostic(
      error.code, "plugin '\(plugin)' sent invalid data for '\(method)': \(error.message)",
      advice: error.advice)
  }

  /// The process is down after all restarts failed; `last` is the last error.
  static func down(
    plugin: String, restarts: Int, last: String, at position: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(
      .pluginDown,
      "plugin '\(plugin)' is down" + (restarts > 0 ? " after \(restarts) restarts" : "")
        + ": \(last)",
      advice: "Fix it, then use 'reload'.", at: position)
  }

  /// The text shown on a failed screen: message and advice.
  var screenMessage: String { message + (advice.map { ". " + $0 } ?? "") }
}
