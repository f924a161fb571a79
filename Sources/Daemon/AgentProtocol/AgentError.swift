public import Diagnostics

/// Why a message or a call of a tool was rejected.
public enum AgentError: Diagnostic, Hashable {
  /// A message of several calls.
  case batch
  /// A line of more than `messageBytesMax` bytes.
  case overlong
  case unknownMethod(String)
  case unknownTool(String, known: [String])
  case unknownResource(String)
  case unsupportedVersion(String)
  /// A parameter of a message is missing or wrong.
  case badMessage(parameter: String)
  case unknownArgument(String, known: [String])
  case missingArgument(String)
  /// An argument of the wrong type; `expected` is a noun phrase.
  case badArgument(String, expected: String)
  case resultTooLong(bytes: Int)
  /// A script cannot be named, since no folder of scripts was.
  case noScripts
  case badScriptName(String)

  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .batch: .jsonMessage
    case .overlong: .inputTooLong
    case .unknownMethod, .unknownTool, .unknownResource, .unsupportedVersion: .agentUnknown
    case .badMessage, .unknownArgument, .missingArgument, .badArgument: .agentParameter
    case .resultTooLong: .agentLimit
    case .noScripts, .badScriptName: .agentFile
    }
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .batch: "the message is a batch"
    case .overlong: "the message has more than \(messageBytesMax) bytes"
    case .unknownMethod(let name): "unknown method '\(shortened(name))'"
    case .unknownTool(let name, _): "unknown tool '\(shortened(name))'"
    case .unknownResource(let uri): "unknown resource '\(shortened(uri))'"
    case .unsupportedVersion(let version):
      "unsupported version of the protocol '\(shortened(version))'"
    case .badMessage(let parameter): "the parameter '\(parameter)' is missing or wrong"
    case .unknownArgument(let name, _): "unknown argument '\(shortened(name))'"
    case .missingArgument(let name): "the argument '\(name)' is missing"
    case .badArgument(let name, let expected): "the argument '\(name)' is not \(expected)"
    case .resultTooLong(let bytes):
      "the result has \(bytes) bytes; the limit is \(resultBytesMax)"
    case .noScripts: "no folder of scripts was named"
    case .badScriptName(let name): "'\(shortened(name))' is not the name of a script"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .batch: "Send one call per line."
    case .overlong: "Send it in smaller parts."
    case .unknownMethod: nil
    case .unknownTool(let name, let known), .unknownArgument(let name, let known):
      nearest(to: name, in: known).map { "Did you mean '\($0)'?" }
        ?? (known.isEmpty ? "Leave it out." : "Use one of \(known.joined(separator: ", ")).")
    case .unknownResource: "List the resources."
    case .unsupportedVersion:
      "Use one of \(ProtocolEra.versions.joined(separator: ", "))."
    case .badMessage, .missingArgument, .badArgument: nil
    case .resultTooLong: "Ask for less, as with a filter."
    case .noScripts: "Pass the text as 'script', or start 'signalbox mcp' with --script-folder DIR."
    case .badScriptName:
      "Write a file name of letters, digits, '.', '_' and '-' that ends in .nav, such as login.nav."
    }
  }
}
