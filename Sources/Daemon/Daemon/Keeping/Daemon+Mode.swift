import Diagnostics
import EventLoops
import JSONCodec
import Journal
import Service
import Sessions

/// Read-only, and writable again.
extension Daemon {
  /// The journal cannot be written: nothing that is not on the disk has happened. Who waits for an
  /// answer is told so, and everybody that nothing can be changed.
  func becomeReadOnly(_ fault: JournalError) {
    guard let keeper, readOnlyReason == nil else { return }
    readOnlyReason = fault.message
    let durable = keeper.journal.durableNumber
    log(.error, "daemon/read-only", "nothing can be changed: \(fault.message)")
    keeper.drop()
    recent.cut(after: durable)
    closings.forget(after: durable)
    // A session that was closed and one of the same name that came after it are not both there.
    let all = Array(sessions.all)
    for live in all where live.lastRecord > durable { restore(live) }
    for closed in closing where closed.live.lastRecord > durable { reopen(closed) }
    closing = []
    refuseHeld(after: durable)  // By now it is known what has happened.
    tellAll("mode", modeJSON)
    if current == nil { sendTold() }
  }

  func becomeWritable(into output: inout [UInt8]) throws(DaemonError) {
    if readOnlyReason != nil, let keeper {
      let lost = unavailable
      keeper.journal.close()
      do throws(JournalError) {
        let wakeUp = self.wakeUp
        let journal = try Journal.open(
          folder: keeper.journal.folder, durability: options.durability
        ) { wakeUp?.send() }
        self.keeper = Keeper(journal)
        // What was not acknowledged may have come to the disk nevertheless, and what could not be
        // read after the fault may be readable now.
        try restoreAll()
      } catch {
        // Some sessions may be as the disk has them and some as before. Whoever asks again has all
        // of them compared again.
        unavailable.merge(lost) { new, _ in new }
        readOnlyReason = error.message
        throw .readOnly(error.message)
      }
      readOnlyReason = nil
      log(.notice, "daemon/writable", "sessions can be changed again")
      tellAll("mode", modeJSON)
    }
    modeJSON.write(into: &output)
  }

  private var modeJSON: JSON {
    var members: [JSON.Member] = [.init("readOnly", .bool(readOnlyReason != nil))]
    if let readOnlyReason { members.append(.init("reason", .string(readOnlyReason))) }
    return .object(members)
  }

  /// Answers that wait for records which will never be durable become errors; changes that were to
  /// be told have not happened.
  private func refuseHeld(after durable: Int64) {
    for client in emptied(&holding) where client.phase != .closed {
      client.isHolding = false
      client.release(upTo: durable)
      var bytes: [UInt8] = []
      for line in client.takeHeld().split(separator: UInt8(ascii: "\n")) {
        refuse(Array(line), into: &bytes)
      }
      client.put(bytes, until: nil)
      bound(client)
      tell(client)
    }
  }

  private func refuse(_ line: [UInt8], into output: inout [UInt8]) {
    guard let json = try? JSON(parsing: line, bytesMax: line.count) else { return }
    if let answers = json.arrayValue {
      let start = output.count
      for answer in answers {
        output.append(UInt8(ascii: output.count == start ? "[" : ","))
        refuse(answer, into: &output)
      }
      output += "]\n".utf8
    } else if json["id"] != nil {
      refuse(json, into: &output)
      output.append(UInt8(ascii: "\n"))
    } else if hasHappened(json) {
      output += line + [UInt8(ascii: "\n")]
    }
  }

  /// Whether what a notification tells is so although the journal could not be written. The end of
  /// a session that waited for the disk is not; a change may be an old one, told to somebody who
  /// subscribed late.
  private func hasHappened(_ notification: JSON) -> Bool {
    let params = notification["params"]
    switch notification["method"]?.stringValue ?? "" {
    case "event":
      guard let name = params?["session"]?.stringValue, let seq = params?["seq"]?.intValue,
        let live = sessions[name]
      else { return false }
      return seq <= live.session.changes
    case "unsubscribed": return params?["reason"] != "closed"
    default: return true
    }
  }

  private func refuse(_ answer: JSON, into output: inout [UInt8]) {
    guard answer["error"] == nil else { return answer.write(into: &output) }
    writeFailure(.readOnly(readOnlyReason ?? ""), id: answer["id"], into: &output)
  }
}
