public import Diagnostics

/// Why a text is not a valid JSON-RPC 2.0 message.
public enum RPCError: Diagnostic, Hashable {
  /// It is not JSON.
  case json(JSONError)
  /// It is not an object.
  case notAnObject
  /// It is an empty batch.
  case emptyBatch
  /// It lacks `"jsonrpc":"2.0"`.
  case wrongVersion
  /// It has no method, result or error.
  case noKind
  /// It has more than one of method, result and error.
  case severalKinds
  /// It has a member that the specification does not define for this kind of message.
  case unknownMember(String)
  /// The identifier is missing, or neither an integer nor a string.
  case badIdentifier
  /// The identifier of a call is not a number, a string or `null`.
  case badCallIdentifier
  /// The method is not a string.
  case badMethod
  /// The parameters are neither an array nor an object.
  case badParams
  /// The error is not an object with an integer code and a message.
  case badError

  /// The code of the JSON error, or `json/message`.
  public var code: DiagnosticCode {
    if case .json(let error) = self { error.code } else { .jsonMessage }
  }

  /// The position of the JSON error.
  public var position: SourcePosition? {
    if case .json(let error) = self { error.position } else { nil }
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .json(let error): error.message
    case .notAnObject: "the message is not a JSON object"
    case .emptyBatch: "the batch is empty"
    case .wrongVersion: "the message lacks \"jsonrpc\":\"2.0\""
    case .noKind: "the message has no 'method', 'result' or 'error'"
    case .severalKinds: "the message has more than one of 'method', 'result' and 'error'"
    case .unknownMember(let key): "the message has an unknown member '\(shortened(key))'"
    case .badIdentifier: "the message's 'id' is neither an integer nor a string"
    case .badCallIdentifier: "the call's 'id' is not a number, a string or null"
    case .badMethod: "the message's 'method' is not a string"
    case .badParams: "the message's 'params' is neither an array nor an object"
    case .badError: "the message's 'error' lacks an integer 'code' or a string 'message'"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .json(let error): error.advice
    case .notAnObject: "Send one object per line."
    case .emptyBatch: "Send at least one call."
    case .wrongVersion: "Add that member."
    case .noKind: "Add one of them."
    case .severalKinds: "Keep one of them."
    case .unknownMember: "Put the method's parameters into 'params'."
    case .badIdentifier: "Repeat the 'id' of the request."
    case .badCallIdentifier: "Give each call a number or a string, and a notification no 'id'."
    case .badMethod, .badParams, .badError: nil
    }
  }
}
