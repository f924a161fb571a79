import Diagnostics

// Errors made by a plugin's process, and its failures.
nonisolated extension Diagnostic {
  static func notStarted(
    plugin: String, program: String, reason: String, at position: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(
      .pluginStart, "plugin '\(plugin)' cannot be started as '\(program)': \(reason)",
      advice: "Check 'run' and that the file is executable, then use 'reload'.", at: position)
  }

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
        + (lastLine.map { "; it wrote '\($0)'" } ?? ""),
      advice: lastLine == nil
        ? "Run it yourself to see why." : "See its other lines in the log.")
  }

  static func silent(plugin: String, method: String, milliseconds: UInt64) -> Diagnostic {
    Diagnostic(
      .pluginSilent, "plugin '\(plugin)' did not answer '\(method)' within \(milliseconds) ms",
      advice: "Answer at once; content that takes longer follows as 'screen.changed'.")
  }

  static func notReady(plugin: String) -> Diagnostic {
    Diagnostic(
      .pluginSilent, "plugin '\(plugin)' is not ready for a tap",
      advice: "Tap again when it has started.")
  }

  static func unread(plugin: String, bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .pluginSilent, "plugin '\(plugin)' left more than \(bytesMax) bytes unread",
      advice: "Read standard input until it ends.")
  }

  static func malformed(plugin: String, reason: String, start: String) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' sent '\(start)', which is not a message: \(reason)",
      advice: "Write only JSON-RPC messages to standard output, one per line.")
  }

  static func overlong(plugin: String, start: String, bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' sent a line of more than \(bytesMax) bytes, '\(start)…'",
      advice: "Send fewer rows at a time.")
  }

  static func flood(plugin: String, bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' sent more than \(bytesMax) bytes without being asked",
      advice: "Send 'screen.changed' only when the content has changed.")
  }

  static func outputClosed(plugin: String) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' closed its standard output, but still runs",
      advice: "Keep it open, or exit.")
  }

  static func strayAnswer(plugin: String, id: String) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' answered request \(id), which is not pending",
      advice: "Answer each request once.")
  }

  static func unknownInstance(plugin: String, instance: String) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' changed the screen '\(instance)', which is not open",
      advice: "Do not mention a screen after 'screen.close'.")
  }

  static func unknownMethod(plugin: String, method: String) -> Diagnostic {
    Diagnostic(
      .pluginOutput, "plugin '\(plugin)' sent the unknown method '\(method)'",
      advice: "Send only answers and 'screen.changed'.")
  }

  static func wrongVersion(plugin: String, version: Int64) -> Diagnostic {
    Diagnostic(
      .pluginRefused, "plugin '\(plugin)' uses version \(version) of the protocol, not 1",
      advice: #"Answer 'initialize' with "protocol":1."#)
  }

  static func refused(plugin: String, method: String, reason: String) -> Diagnostic {
    Diagnostic(.pluginRefused, "plugin '\(plugin)' refused '\(method)': \(reason)")
  }

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
