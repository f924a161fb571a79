package import Diagnostics

// Why a message or a call of a tool was rejected.
extension Diagnostic {
  static let overlong = Diagnostic(
    .inputTooLong, "the message has more than \(messageBytesMax) bytes",
    advice: "Send it in smaller parts.")

  static func unknownMethod(_ name: String) -> Diagnostic {
    Diagnostic(.agentUnknown, "unknown method '\(shortened(name))'")
  }

  static func unknownTool(_ name: String, known: [String]) -> Diagnostic {
    Diagnostic(
      .agentUnknown, "unknown tool '\(shortened(name))'", advice: advice(for: name, known: known))
  }

  static func unknownResource(_ uri: String) -> Diagnostic {
    Diagnostic(
      .agentUnknown, "unknown resource '\(shortened(uri))'", advice: "List the resources.")
  }

  static func unsupportedVersion(_ version: String) -> Diagnostic {
    Diagnostic(
      .agentUnknown, "unsupported version of the protocol '\(shortened(version))'",
      advice: "Use one of \(ProtocolEra.versions.joined(separator: ", ")).")
  }

  static func badMessage(parameter: String) -> Diagnostic {
    Diagnostic(.agentParameter, "the parameter '\(parameter)' is missing or wrong")
  }

  static func unknownArgument(_ name: String, known: [String]) -> Diagnostic {
    Diagnostic(
      .agentParameter, "unknown argument '\(shortened(name))'",
      advice: advice(for: name, known: known))
  }

  static func missingArgument(_ name: String) -> Diagnostic {
    Diagnostic(.agentParameter, "the argument '\(name)' is missing")
  }

  static let bothScripts = Diagnostic(
    .agentParameter, "the arguments 'script' and 'file' exclude each other",
    advice: "Pass one of them.")

  static let missingScript = Diagnostic(
    .agentParameter, "the argument 'script' is missing",
    advice: "Pass the text as 'script', or the name of a script of the folder as 'file'.")

  /// A line of 'act' names a file.
  static func filesElsewhere(_ message: String) -> Diagnostic {
    Diagnostic(
      .commandFile, message,
      advice: "Use the tools 'save_script' and 'run_script'; instead of 'load', run the script in "
        + "a new session.")
  }

  /// An argument of the wrong type; `expected` is a noun phrase.
  static func badArgument(_ name: String, expected: String) -> Diagnostic {
    Diagnostic(.agentParameter, "the argument '\(name)' is not \(expected)")
  }

  static func resultTooLong(bytes: Int) -> Diagnostic {
    Diagnostic(
      .agentLimit, "the result has \(bytes) bytes; the limit is \(resultBytesMax)",
      advice: "Ask for less, as with a filter.")
  }

  package static let noScripts = Diagnostic(
    .agentFile, "no folder of scripts was named",
    advice: "Pass the text as 'script', or start 'signalbox mcp' with --script-folder DIR.")

  package static func badScriptName(_ name: String) -> Diagnostic {
    Diagnostic(
      .agentFile, "'\(shortened(name))' is not the name of a script",
      advice: "Write a file name of letters, digits, '.', '_' and '-' that ends in .nav, such as "
        + "login.nav.")
  }

  private static func advice(for name: String, known: [String]) -> String {
    nearest(to: name, in: known).map { "Did you mean '\($0)'?" }
      ?? (known.isEmpty ? "Leave it out." : "Use one of \(known.joined(separator: ", ")).")
  }
}
