import Diagnostics

// Why a text is not a valid JSON-RPC 2.0 message. A text that is not JSON has another code.
extension Diagnostic {
  static let notAnObject = Diagnostic(
    .jsonMessage, "the message is not a JSON object", advice: "Send one object per line.")

  static let batch = Diagnostic(
    .jsonMessage, "the message is a batch", advice: "Send one call per line.")

  static let wrongVersion = Diagnostic(
    .jsonMessage, #"the message lacks "jsonrpc":"2.0""#, advice: "Add that member.")

  static let noKind = Diagnostic(
    .jsonMessage, "the message has no 'method', 'result' or 'error'",
    advice: "Add one of them.")

  static let severalKinds = Diagnostic(
    .jsonMessage, "the message has more than one of 'method', 'result' and 'error'",
    advice: "Keep one of them.")

  static func unknownMember(_ key: String) -> Diagnostic {
    Diagnostic(
      .jsonMessage, "the message has an unknown member '\(shortened(key))'",
      advice: "Put the method's parameters into 'params'.")
  }

  /// The identifier of an answer or a request, if it is missing or of another type.
  static let badIdentifier = Diagnostic(
    .jsonMessage, "the message's 'id' is neither an integer nor a string",
    advice: "Repeat the 'id' of the request.")

  static let badCallIdentifier = Diagnostic(
    .jsonMessage, "the call's 'id' is not a number, a string or null",
    advice: "Give each call a number or a string, and a notification no 'id'.")

  static let badMethod = Diagnostic(.jsonMessage, "the message's 'method' is not a string")

  static let badParams = Diagnostic(
    .jsonMessage, "the message's 'params' is neither an array nor an object")

  static let badError = Diagnostic(
    .jsonMessage, "the message's 'error' lacks an integer 'code' or a string 'message'")
}
