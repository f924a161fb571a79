/// One message of JSON-RPC 2.0 (https://www.jsonrpc.org/specification): an object that says
/// `"jsonrpc":"2.0"`. For batches there is `RPCCall`.
public enum RPCMessage: Hashable, Sendable {
  /// Asks, and gets one answer.
  case request(RPCRequest)
  /// Tells, and gets no answer.
  case notification(RPCNotification)
  /// The answer to a request that went well.
  case response(RPCResponse)
  /// The answer to a request that did not.
  case failure(RPCFailure)
}

/// Which request an answer belongs to.
public enum RPCIdentifier: Hashable, Sendable {
  /// An integer of 64 bits.
  case number(Int64)
  /// A text, compared as bytes.
  case text(String)

  /// As JSON has it.
  public var json: JSON {
    switch self {
    case .number(let number): .int(number)
    case .text(let text): .string(text)
    }
  }

  /// Whether both would be written the same, byte for byte.
  public static func == (left: Self, right: Self) -> Bool { left.json == right.json }

  /// Agrees with `==`.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

/// Asks for an answer.
public struct RPCRequest: Hashable, Sendable {
  /// What the answer repeats.
  public var id: RPCIdentifier
  /// What is asked for.
  public var method: String
  /// An array or object; `nil` for none.
  public var params: JSON?

  /// Puts a request together.
  public init(id: RPCIdentifier, method: String, params: JSON? = nil) {
    self.id = id
    self.method = method
    self.params = params
  }
}

/// Tells something that gets no answer.
public struct RPCNotification: Hashable, Sendable {
  /// What is told.
  public var method: String
  /// An array or object; `nil` for none.
  public var params: JSON?

  /// Puts a notification together.
  public init(method: String, params: JSON? = nil) {
    self.method = method
    self.params = params
  }
}

/// The answer to a request that went well.
public struct RPCResponse: Hashable, Sendable {
  /// Of the request.
  public var id: RPCIdentifier
  /// What was asked for.
  public var result: JSON

  /// Puts an answer together.
  public init(id: RPCIdentifier, result: JSON) {
    self.id = id
    self.result = result
  }
}

/// The answer to a request that did not go well.
public struct RPCFailure: Hashable, Sendable {
  /// Of the request; `nil` if it could not be told which.
  public var id: RPCIdentifier?
  /// What kind of failure; the constants name those of the specification.
  public var code: Int64
  /// One sentence for a person.
  public var message: String
  /// More about it; `nil` for none.
  public var data: JSON?

  /// Puts an answer together.
  public init(id: RPCIdentifier?, code: Int64, message: String, data: JSON? = nil) {
    self.id = id
    self.code = code
    self.message = message
    self.data = data
  }

  /// What was sent is no JSON.
  public static let parseError: Int64 = -32_700
  /// It is JSON, but no message.
  public static let invalidRequest: Int64 = -32_600
  /// Nothing is known by that method's name.
  public static let methodNotFound: Int64 = -32_601
  /// The method wants other parameters.
  public static let invalidParams: Int64 = -32_602
  /// The method failed.
  public static let internalError: Int64 = -32_603
}
