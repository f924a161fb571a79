import Commands
import Diagnostics
import JSONCodec
import Sessions

/// Creates, finds, lists and closes sessions.
extension Daemon {
  /// The session that a call names, migrated to the current routes.
  func session(of call: borrowing Call) throws(DaemonError) -> LiveSession {
    let live = try session(named: call.text(0) ?? "")
    turn.wait(for: live.lastRecord)
    return live
  }

  /// The session of a name, migrated to the current routes.
  @inline(__always) func session(named name: String) throws(DaemonError) -> LiveSession {
    guard let live = sessions[name] else {
      if let why = sessions.whyUnavailable(name) {
        throw .sessionUnavailable(name, why: why)
      }
      throw .unknownSession(name, nearest: nil)
    }
    migrate(live)
    return live
  }

  func create(_ call: borrowing Call, into output: inout ByteBuffer) throws(DaemonError) {
    if let answer = try rememberedCreation(call) { return output.append(contentsOf: answer) }
    try checkWritable()
    let request = try request(of: call)
    guard sessions.count < limits.sessions.max else {
      throw counters.reached(limits.sessions)
    }
    let number = persistence.newSession() ?? sessions.nextNumber()
    let given = call.text(0)
    let name: String
    if let given { name = given } else { name = try freeName(number) }
    guard !name.utf8.isEmpty else {
      throw .parameter("name", of: call.method.name, why: "is empty")
    }
    guard name.utf8.count <= limits.sessionNameBytes.max else {
      throw counters.reached(limits.sessionNameBytes)
    }
    guard sessions[name] == nil, sessions.whyUnavailable(name) == nil else {
      throw .sessionExists(name)
    }
    let isCold = call.bool(1) ?? false
    let live = LiveSession(
      name: name, number: number,
      session: Session(definition: app.definition, isReady: !isCold))
    sessions.insert(live)
    let ready: [JSON.Member] = isCold ? [.init("ready", false)] : []
    let change = Change(
      .create, name, seq: 0,
      json: .object([.init("session", .string(name))] + ready + [.init("seq", 0)]),
      request: request)
    record(change, of: live)
    output.append(contentsOf: change.answer)
    if let request { remember(request, of: live, changed: true, change.answer) }
  }

  /// The answer to a call that created a session before. The session remembers the
  /// request, so the call must have named it.
  private func rememberedCreation(_ call: borrowing Call) throws(DaemonError) -> [UInt8]? {
    guard try requestId(of: call) != nil else { return nil }
    guard let name = call.text(0) else {
      throw .parameter(
        "requestId", of: call.method.name, why: "needs a 'name' to identify the session")
    }
    guard sessions[name] != nil else { return nil }
    let live = try session(of: call)
    // A session of that name that another call created is a conflict.
    guard let id = try requestId(of: call), live.requests?[id] != nil else { return nil }
    return try remembered(call, of: live)
  }

  /// A name that is not in use.
  private func freeName(_ number: Int64) throws(DaemonError) -> String {
    for suffix in number..<(number + 1_000) where sessions["session-\(suffix)"] == nil {
      return "session-\(suffix)"
    }
    throw .sessionExists("session-\(number)")
  }

  func closeSession(_ call: borrowing Call, into output: inout ByteBuffer) throws(DaemonError) {
    if let answer = try rememberedClosing(call) { return output.append(contentsOf: answer) }
    try checkWritable()
    let live = try session(of: call)
    let request = try request(of: call)
    live.workspace.closeScreens()
    let seq = live.session.changes
    let change = Change(
      .close, live.name, seq: seq, json: ["session": .string(live.name), "seq": .int(seq)],
      request: request)
    record(change, of: live)
    output.append(contentsOf: change.answer)
    if let request {
      records.rememberClosing(
        request.id, of: live.name,
        RequestMemory.Entry(
          digest: request.digest, answer: change.answer, record: live.lastRecord, seq: seq))
    }
    if persistence.journal == nil {
      sessions.remove(live)
    } else {
      sessions.close(live, keepsSubscribers: persistence.delaysAnswers)
    }
    for subscription in live.subscriptions {
      end(subscription, why: .closed(record: live.lastRecord))
    }
    records.forgetRequests(of: live)
  }

  /// The answer to a call that closed a session before; a new session of that name is not affected.
  private func rememberedClosing(_ call: borrowing Call) throws(DaemonError) -> [UInt8]? {
    guard let id = try requestId(of: call),
      let entry = records.closing(id, of: call.text(0) ?? "")
    else { return nil }
    turn.wait(for: entry.record)
    return entry.answer
  }

  func list(_ call: borrowing Call, into output: inout ByteBuffer) {
    let count = Int(
      clamping: min(call.integer(1) ?? Int64.max, Int64(limits.sessionsListedMax)))
    let after = call.text(0)
    let (listed, isMore) = firstNames(count, after: after)
    let objects: [JSON] = listed.map { name in
      ["session": .string(name), "seq": .int(sessions[name]?.session.changes ?? 0)]
    }
    let answer: JSON = [
      "sessions": .array(objects), "count": JSON(sessions.count),
      "more": .bool(isMore),
    ]
    answer.write(into: &output)
  }

  /// The first names in order, and whether there are more. Of a million sessions, only a page and
  /// some more are sorted at a time.
  private func firstNames(_ count: Int, after: String?) -> (names: [String], isMore: Bool) {
    var names: [String] = []
    // The last name of a full page; later names are skipped.
    var bound: String?
    func cut() {
      names.sort(by: bytesPrecede)
      guard names.count > count else { return }
      names.removeLast(names.count - count)
      bound = names.last
    }
    for live in sessions.all {
      if let after, !bytesPrecede(after, live.name) { continue }
      if let bound, bytesPrecede(bound, live.name) { continue }
      names.append(live.name)
      if names.count >= 2 * count + namesSortedMin { cut() }
    }
    cut()
    return (names, bound != nil)
  }
}

/// The smallest number of names that are sorted at a time.
private let namesSortedMin = 1_024
