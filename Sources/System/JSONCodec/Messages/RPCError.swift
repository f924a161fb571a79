public import Diagnostics

/// Why a text was refused as a message of JSON-RPC 2.0.
public enum RPCError: Diagnostic, Hashable {
  /// It is no JSON.
  case json(JSONError)
  /// It is JSON, but no object.
  case notAnObject
  /// It is a batch without a call.
  case emptyBatch
  /// It does not say `"jsonrpc":"2.0"`.
  case wrongVersion
  /// It has neither method nor result nor error.
  case noKind
  /// It has more than one of method, result and error.
  case severalKinds
  /// A member that the specification does not name, or not for this kind of message.
  case unknownMember(String)
  /// The identifier is missing, or neither integer nor text.
  case badIdentifier
  /// The method is no text.
  case badMethod
  /// The parameters are neither array nor object.
  case badParams
  /// The error is no object of an integer code and a text.
  case badError

  /// That of the JSON, or `json/message`.
  public var code: DiagnosticCode {
    if case .json(let error) = self { error.code } else { .jsonMessage }
  }

  /// Where JSON is broken.
  public var position: SourcePosition? {
    if case .json(let error) = self { error.position } else { nil }
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .json(let error): error.message
    case .notAnObject: "a message of JSON-RPC is one object"
    case .emptyBatch: "the batch is empty"
    case .wrongVersion: "the message does not say \"jsonrpc\":\"2.0\""
    case .noKind: "the message has no 'method', 'result' or 'error'"
    case .severalKinds: "the message has more than one of 'method', 'result' and 'error'"
    case .unknownMember(let key): "the message has a member '\(shortened(key))'"
    case .badIdentifier: "the message's 'id' is neither an integer nor a text"
    case .badMethod: "the message's 'method' is no text"
    case .badParams: "the message's 'params' are neither an array nor an object"
    case .badError: "the message's 'error' is no object of an integer 'code' and a text 'message'"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .json(let error): error.advice
    case .notAnObject: "Send one object a line."
    case .emptyBatch: "Put at least one call into it."
    case .wrongVersion: "Add that member."
    case .noKind: "Add the one that is meant."
    case .severalKinds: "Keep the one that is meant."
    case .unknownMember: "Put what belongs to the method into 'params'."
    case .badIdentifier: "Repeat the 'id' of the request."
    case .badMethod, .badParams, .badError: nil
    }
  }
}
