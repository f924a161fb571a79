public import Diagnostics

/// A JSON-RPC 2.0 message (<https://www.jsonrpc.org/specification>).
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
  public var line: [UInt8] { json.line }
}

extension RPCMessage {
  /// Reads one message. Members that the specification does not define are an error.
  /// - Parameters:
  ///   - bytes: One JSON object.
  ///   - file: The name of the text in errors.
  ///   - bytesMax: The limit on the bytes of the text.
  public init(
    parsing bytes: [UInt8], file: String = "<message>", bytesMax: Int = jsonBytesMax
  ) throws(Diagnostic) {
    try self.init(JSON(parsing: bytes, file: file, bytesMax: bytesMax))
  }

  /// Reads a message from JSON.
  public init(_ json: JSON) throws(Diagnostic) {
    try Self.checkVersion(of: json)
    let kind = try Self.kind(of: json)
    try Self.checkMembers(of: json, kind.members)
    switch kind {
    case .request:
      let id = try Self.identifier(json["id"])
      let (method, params) = try Self.call(json)
      self = .request(RPCRequest(id: id, method: method, params: params))
    case .notification:
      let (method, params) = try Self.call(json)
      self = .notification(RPCNotification(method: method, params: params))
    case .response:
      self = .response(
        RPCResponse(id: try Self.identifier(json["id"]), result: json["result"] ?? .null))
    case .failure:
      self = .failure(try Self.failure(json))
    }
  }

  private enum Kind {
    case request, notification, response, failure

    /// The members that messages of this kind may have.
    var members: [String] {
      switch self {
      case .request: RPCMessage.callMembers
      case .notification: ["jsonrpc", "method", "params"]
      case .response: ["jsonrpc", "id", "result"]
      case .failure: ["jsonrpc", "id", "error"]
      }
    }
  }

  private static func kind(of json: JSON) throws(Diagnostic) -> Kind {
    switch (json["method"] != nil, json["result"] != nil, json["error"] != nil) {
    case (true, false, false): return json["id"] == nil ? .notification : .request
    case (false, true, false): return .response
    case (false, false, true): return .failure
    case (false, false, false): throw .noKind
    default: throw .severalKinds
    }
  }

  private static func identifier(_ json: JSON?) throws(Diagnostic) -> RPCIdentifier {
    switch json {
    case .int(let number)?: return .number(number)
    case .string(let text)?: return .text(text)
    default: throw .badIdentifier
    }
  }

  private static func failure(_ json: JSON) throws(Diagnostic) -> RPCFailure {
    guard let error = json["error"], error.objectValue != nil, let code = error["code"]?.intValue,
      let message = error["message"]?.stringValue
    else { throw .badError }
    try checkMembers(of: error, ["code", "message", "data"])
    let id = json["id"] == .null ? nil : try identifier(json["id"])
    return RPCFailure(id: id, code: code, message: message, data: error["data"])
  }
}

// What `RPCCall` reads in the same way.
extension RPCMessage {
  static let callMembers = ["jsonrpc", "id", "method", "params"]

  static func checkVersion(of json: JSON) throws(Diagnostic) {
    guard json.objectValue != nil else { throw .notAnObject }
    guard json["jsonrpc"] == "2.0" else { throw .wrongVersion }
  }

  static func checkMembers(of json: JSON, _ names: [String]) throws(Diagnostic) {
    for member in json.objectValue ?? []
    where !names.contains(where: { sameBytes($0, member.key) }) {
      throw .unknownMember(member.key)
    }
  }

  static func call(_ json: JSON) throws(Diagnostic) -> (method: String, params: JSON?) {
    guard let method = json["method"]?.stringValue else { throw .badMethod }
    switch json["params"] {
    case nil: return (method, nil)
    case let params? where params.arrayValue != nil || params.objectValue != nil:
      return (method, params)
    default: throw .badParams
    }
  }
}
