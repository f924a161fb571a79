import Commands
import Diagnostics
import JSONCodec
import Journal
import Navigation
import Screens
import Sessions

/// Sessions: begun, found, listed, ended.
extension Daemon {
  /// The session that a call names, on the present routes.
  func session(of call: borrowing Call) throws(DaemonError) -> LiveSession {
    let name = call.text(0) ?? ""
    guard let live = sessions[name] else {
      if let why = unavailable[SessionName(text: name)] {
        throw .sessionUnavailable(name, why: why)
      }
      throw .unknownSession(name, nearest: nil)
    }
    migrate(live)
    awaited = max(awaited, live.lastRecord)
    return live
  }

  func create(_ call: borrowing Call, into output: inout [UInt8]) throws(DaemonError) {
    if let answer = try rememberedCreation(call) { return output.append(contentsOf: answer) }
    try checkWritable()
    let request = try request(of: call)
    guard sessions.count < limits.sessions.max else {
      throw reached(limits.sessions)
    }
    let number = keeper?.journal.newSession() ?? sessions.nextNumber()
    let given = call.text(0)
    let name: String
    if let given { name = given } else { name = try freeName(number) }
    guard !name.utf8.isEmpty else {
      throw .parameter("name", of: call.method.name, why: "is empty")
    }
    guard name.utf8.count <= limits.sessionNameBytes.max else {
      throw reached(limits.sessionNameBytes)
    }
    guard sessions[name] == nil, unavailable[SessionName(text: name)] == nil else {
      throw .sessionExists(name)
    }
    let isCold = call.bool(1) ?? false
    let live = LiveSession(
      name: name, number: number,
      session: Session(definition: app.definition, isReady: !isCold))
    sessions.insert(live)
    var members: [JSON.Member] = [.init("session", .string(name))]
    if isCold { members.append(.init("ready", false)) }
    members.append(.init("seq", 0))
    let start = output.count
    JSON.object(members).write(into: &output)
    note(Change(kind: .create, text: name, seq: 0), output[start...], of: live, request)
    if request != nil { remember(call, of: live, output[start...]) }
  }

  /// The answer to a call that created a session before. The session knows it, so that it must
  /// have been named.
  private func rememberedCreation(_ call: borrowing Call) throws(DaemonError) -> [UInt8]? {
    guard try requestId(of: call) != nil else { return nil }
    guard let name = call.text(0) else {
      throw .parameter(
        "requestId", of: call.method.name, why: "needs a 'name', to find the session again")
    }
    guard sessions[name] != nil else { return nil }
    let live = try session(of: call)
    // Another's session of that name is none that this call created.
    guard let id = try requestId(of: call), live.requests?[id] != nil else { return nil }
    return try remembered(call, of: live)
  }

  /// A name that nobody has.
  private func freeName(_ number: Int64) throws(DaemonError) -> String {
    for suffix in number..<(number + 1_000) where sessions["session-\(suffix)"] == nil {
      return "session-\(suffix)"
    }
    throw .sessionExists("session-\(number)")
  }

  func closeSession(_ call: borrowing Call, into output: inout [UInt8]) throws(DaemonError) {
    if let answer = try rememberedClosing(call) { return output.append(contentsOf: answer) }
    try checkWritable()
    let live = try session(of: call)
    let request = try request(of: call)
    if live.hasStage { live.place.stage?.closeAll() }
    let answer: JSON = ["session": .string(live.name), "seq": .int(live.session.changes)]
    let start = output.count
    answer.write(into: &output)
    note(
      Change(kind: .close, text: live.name, seq: live.session.changes), output[start...],
      of: live, request)
    if let request {
      closings.remember(
        closingKey(request.id, live.name),
        RequestMemory.Entry(
          digest: request.digest, answer: Array(output[start...]), record: live.lastRecord),
        countMax: limits.requestIds.max)
    }
    if keeper != nil {
      closing.append(ClosingSession(live, isUntold: options.durability == .always))
    }
    for subscription in live.subscriptions {
      endSubscription(subscription, why: .closed, until: live.lastRecord)
    }
    if let memory = live.requests { requests.forget(memory) }
    sessions.remove(live)
  }

  /// The answer to a call that ended a session before; a new session of that name is not meant.
  private func rememberedClosing(_ call: borrowing Call) throws(DaemonError) -> [UInt8]? {
    guard let id = try requestId(of: call),
      let entry = closings[closingKey(id, call.text(0) ?? "")]
    else { return nil }
    awaited = max(awaited, entry.record)
    return entry.answer
  }

  /// Tells calls apart that end sessions: ids are a session's own.
  private func closingKey(_ id: String, _ name: String) -> String {
    "\(id.utf8.count) \(id)\(name)"
  }

  func list(_ call: borrowing Call, into output: inout [UInt8]) {
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

  /// The first names in order, and whether there are more: a million sessions are not all sorted
  /// for a page of them.
  private func firstNames(_ count: Int, after: String?) -> (names: [String], isMore: Bool) {
    var names: [String] = []
    // The last name of a page that was cut; nothing behind it is looked for.
    var bound: String?
    func cut() {
      names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      guard names.count > count else { return }
      names.removeLast(names.count - count)
      bound = names.last
    }
    for live in sessions.all {
      if let after, !after.utf8.lexicographicallyPrecedes(live.name.utf8) { continue }
      if let bound, bound.utf8.lexicographicallyPrecedes(live.name.utf8) { continue }
      names.append(live.name)
      if names.count >= 2 * count + namesSortedMin { cut() }
    }
    cut()
    return (names, bound != nil)
  }
}

/// So many names at least are sorted at once.
private let namesSortedMin = 1_024
