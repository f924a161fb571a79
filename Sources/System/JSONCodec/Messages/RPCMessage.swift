/// A JSON-RPC 2.0 message (<https://www.jsonrpc.org/specification>); `RPCCall` also reads batches.
public enum RPCMessage: Hashable, Sendable {
  /// A call that gets one answer.
  case request(RPCRequest)
  /// A call that gets no answer.
  case notification(RPCNotification)
  /// The result of a request.
  case response(RPCResponse)
  /// The error of a request.
  case failure(RPCFailure)
}

/// Identifies the request that an answer belongs to.
public enum RPCIdentifier: Hashable, Sendable {
  /// A 64-bit integer.
  case number(Int64)
  /// A string, compared as bytes.
  case text(String)

  /// The identifier as JSON.
  public var json: JSON {
    switch self {
    case .number(let number): .int(number)
    case .text(let text): .string(text)
    }
  }

  /// Whether both identifiers are written with the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.json == right.json }

  /// Hashes the identifier in agreement with `==`.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

/// A call that gets one answer.
public struct RPCRequest: Hashable, Sendable {
  /// The identifier, which the answer repeats.
  public var id: RPCIdentifier
  /// The name of the method.
  public var method: String
  /// An array or object; `nil` if absent.
  public var params: JSON?

  /// Creates a request.
  public init(id: RPCIdentifier, method: String, params: JSON? = nil) {
    self.id = id
    self.method = method
    self.params = params
  }
}

/// A call that gets no answer.
public struct RPCNotification: Hashable, Sendable {
  /// The name of the method.
  public var method: String
  /// An array or object; `nil` if absent.
  public var params: JSON?

  /// Creates a notification.
  public init(method: String, params: JSON? = nil) {
    self.method = method
    self.params = params
  }
}

/// The answer to a request that succeeded.
public struct RPCResponse: Hashable, Sendable {
  /// The request's identifier.
  public var id: RPCIdentifier
  /// The result.
  public var result: JSON

  /// Creates a response.
  public init(id: RPCIdentifier, result: JSON) {
    self.id = id
    self.result = result
  }
}

/// The answer to a request that failed.
public struct RPCFailure: Hashable, Sendable {
  /// The request's identifier; `nil` if it could not be read.
  public var id: RPCIdentifier?
  /// The error code; the constants below are those of the specification.
  public var code: Int64
  /// One sentence for a person.
  public var message: String
  /// Details; `nil` if absent.
  public var data: JSON?

  /// Creates a failure.
  public init(id: RPCIdentifier?, code: Int64, message: String, data: JSON? = nil) {
    self.id = id
    self.code = code
    self.message = message
    self.data = data
  }

  /// The text is not JSON.
  public static let parseError: Int64 = -32_700
  /// The JSON is not a message.
  public static let invalidRequest: Int64 = -32_600
  /// There is no such method.
  public static let methodNotFound: Int64 = -32_601
  /// The parameters are invalid.
  public static let invalidParams: Int64 = -32_602
  /// The method failed.
  public static let internalError: Int64 = -32_603
}

extension RPCMessage {
  /// The message as JSON, with members in the order of the specification.
  public var json: JSON {
    var members: [JSON.Member] = [JSON.Member("jsonrpc", "2.0")]
    func add(_ key: String, _ value: JSON?) {
      if let value { members.append(JSON.Member(key, value)) }
    }
    switch self {
    case .request(let request):
      add("id", request.id.json)
      add("method", .string(request.method))
      add("params", request.params)
    case .notification(let notification):
      add("method", .string(notification.method))
      add("params", notification.params)
    case .response(let response):
      add("id", response.id.json)
      add("result", response.result)
    case .failure(let failure):
      add("id", failure.id?.json ?? .null)
      var error: [JSON.Member] = [
        JSON.Member("code", .int(failure.code)), JSON.Member("message", .string(failure.message)),
      ]
      if let data = failure.data { error.append(JSON.Member("data", data)) }
      add("error", .object(error))
    }
    return .object(members)
  }

  /// The message as one line, with its line end.
  public var line: [UInt8] {
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
