extension RPCMessage {
  /// The message as JSON; members in the order in which the specification names them.
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

  /// The message as one line with its line end: how messages are parted on a pipe.
  public var line: [UInt8] {
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
