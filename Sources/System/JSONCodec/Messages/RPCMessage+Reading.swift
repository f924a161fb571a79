import Diagnostics

extension RPCMessage {
  /// Reads one message. Members that the specification does not define are an error.
  /// - Parameters:
  ///   - bytes: One JSON object.
  ///   - file: The name of the text in errors.
  ///   - bytesMax: The limit on the bytes of the text.
  public init(
    parsing bytes: [UInt8], file: String = "<message>", bytesMax: Int = jsonBytesMax
  ) throws(RPCError) {
    try self.init(Self.json(bytes, file: file, bytesMax: bytesMax))
  }

  /// Reads a message from JSON.
  public init(_ json: JSON) throws(RPCError) {
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

  private static func kind(of json: JSON) throws(RPCError) -> Kind {
    switch (json["method"] != nil, json["result"] != nil, json["error"] != nil) {
    case (true, false, false): return json["id"] == nil ? .notification : .request
    case (false, true, false): return .response
    case (false, false, true): return .failure
    case (false, false, false): throw .noKind
    default: throw .severalKinds
    }
  }

  private static func identifier(_ json: JSON?) throws(RPCError) -> RPCIdentifier {
    switch json {
    case .int(let number)?: return .number(number)
    case .string(let text)?: return .text(text)
    default: throw .badIdentifier
    }
  }

  private static func failure(_ json: JSON) throws(RPCError) -> RPCFailure {
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
  /// The members of a request.
  static let callMembers = ["jsonrpc", "id", "method", "params"]

  /// Reads the JSON of one line.
  static func json(_ bytes: [UInt8], file: String, bytesMax: Int) throws(RPCError) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: bytes, file: file, bytesMax: bytesMax)
    } catch {
      throw .json(error)
    }
  }

  static func checkVersion(of json: JSON) throws(RPCError) {
    guard json.objectValue != nil else { throw .notAnObject }
    guard json["jsonrpc"] == "2.0" else { throw .wrongVersion }
  }

  static func checkMembers(of json: JSON, _ names: [String]) throws(RPCError) {
    for member in json.objectValue ?? []
    where !names.contains(where: { sameBytes($0, member.key) }) {
      throw .unknownMember(member.key)
    }
  }

  static func call(_ json: JSON) throws(RPCError) -> (method: String, params: JSON?) {
    guard let method = json["method"]?.stringValue else { throw .badMethod }
    switch json["params"] {
    case nil: return (method, nil)
    case let params? where params.arrayValue != nil || params.objectValue != nil:
      return (method, params)
    default: throw .badParams
    }
  }
}
