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
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes, file: file, bytesMax: bytesMax)
    } catch {
      throw .json(error)
    }
    try self.init(json)
  }

  /// Reads a message from JSON.
  public init(_ json: JSON) throws(RPCError) {
    guard case .object(let members) = json else { throw .notAnObject }
    guard json["jsonrpc"]?.stringValue == "2.0" else { throw .wrongVersion }
    let kind = try Self.kind(of: json)
    if let unknown = members.first(where: { !kind.allows($0.key) }) {
      throw .unknownMember(unknown.key)
    }
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

    /// Whether messages of this kind may have a member.
    func allows(_ key: String) -> Bool {
      let names =
        switch self {
        case .request: ["jsonrpc", "id", "method", "params"]
        case .notification: ["jsonrpc", "method", "params"]
        case .response: ["jsonrpc", "id", "result"]
        case .failure: ["jsonrpc", "id", "error"]
        }
      return names.contains { sameBytes($0, key) }
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

  private static func call(_ json: JSON) throws(RPCError) -> (method: String, params: JSON?) {
    guard let method = json["method"]?.stringValue else { throw .badMethod }
    switch json["params"] {
    case nil: return (method, nil)
    case let params? where params.arrayValue != nil || params.objectValue != nil:
      return (method, params)
    default: throw .badParams
    }
  }

  private static func failure(_ json: JSON) throws(RPCError) -> RPCFailure {
    guard let error = json["error"], let members = error.objectValue,
      let code = error["code"]?.intValue, let message = error["message"]?.stringValue
    else { throw .badError }
    let names = ["code", "message", "data"]
    for member in members where !names.contains(where: { sameBytes($0, member.key) }) {
      throw .unknownMember(member.key)
    }
    let id = json["id"] == .null ? nil : try identifier(json["id"])
    return RPCFailure(id: id, code: code, message: message, data: error["data"])
  }
}
