import Commands
import JSONCodec
import Journal
import Sessions

/// Requests with an id: done once, however often they come.
extension Daemon {
  /// The result of a request that came before; `nil` if it is new.
  func remembered(
    _ call: borrowing Call, of live: LiveSession
  ) throws(DaemonError) -> [UInt8]? {
    guard let id = try requestId(of: call) else { return nil }
    guard let entry = live.requests?[id] else { return nil }
    guard entry.digest == call.digest else { throw .conflict(id) }
    guard let answer = entry.answer ?? storedAnswer(entry.record, call, of: live) else {
      throw .answerGone(id)
    }
    return answer
  }

  /// The answer that the journal has of a request. Of a line that was typed it has what programs
  /// are told, and not the text.
  private func storedAnswer(
    _ record: Int64, _ call: borrowing Call, of live: LiveSession
  ) -> [UInt8]? {
    guard let answer = storedAnswer(record) else { return nil }
    guard call.method.name.utf8.elementsEqual("command".utf8) else { return answer }
    var bytes = Array(#"{"text":"","json":"#.utf8)
    bytes += answer
    bytes += #","prompt":"","isOver":false,"seq":"#.utf8
    writeJSONInteger(live.session.changes, into: &bytes)
    bytes += "}".utf8
    return bytes
  }

  /// The request of a call, if it has an id.
  func request(of call: borrowing Call) throws(DaemonError) -> StoredRequestId? {
    guard let id = try requestId(of: call) else { return nil }
    return StoredRequestId(digest: call.digest, id: id)
  }

  /// The id of a request, if it has one.
  func requestId(of call: borrowing Call) throws(DaemonError) -> String? {
    guard let place = call.method.requestIdPlace, let id = call.text(place) else { return nil }
    guard !id.utf8.isEmpty else {
      throw .parameter("requestId", of: call.method.name, why: "is empty")
    }
    guard id.utf8.count <= limits.requestIdBytes.max else {
      throw reached(limits.requestIdBytes)
    }
    return id
  }

  /// Keeps the result of a request that has an id.
  func remember(
    _ call: borrowing Call, of live: LiveSession, _ answer: some Sequence<UInt8>
  ) {
    guard let place = call.method.requestIdPlace, let id = call.text(place) else { return }
    remember(
      id,
      RequestMemory.Entry(
        digest: call.digest, answer: Array(answer), record: live.lastRecord), of: live)
  }

  /// Keeps what is known of a request, and forgets the oldest of all sessions above the bound.
  func remember(_ id: String, _ entry: RequestMemory.Entry, of live: LiveSession) {
    let forgotten = requests.remember(id, entry, in: live.neededRequests)
    if forgotten > 0 { reached(limits.requestBytes) }
  }
}

extension Call {
  /// Tells calls apart that come with one id: all that is given but the session and the id.
  var digest: UInt64 {
    var hash = FNV()
    hash.add(method.name.utf8)
    for place in arguments.indices where place != method.requestIdPlace && place > 0 {
      hash.add(CollectionOfOne(UInt8(truncatingIfNeeded: place)))
      switch arguments[place] {
      case .absent: break
      case .text(let bytes): hash.add(bytes)
      case .integer(let value): hash.add(String(value).utf8)
      case .bool(let value): hash.add((value ? "true" : "false").utf8)
      case .json(.string(let text)): hash.add(text.utf8)
      case .json(let json): hash.add(json.text.utf8)
      }
    }
    return hash.value
  }
}

/// The hash FNV-1a of 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/).
nonisolated struct FNV {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds bytes, and a byte behind them that no text holds.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = (value ^ 0xFF) &* 0x100_0000_01B3
  }
}
