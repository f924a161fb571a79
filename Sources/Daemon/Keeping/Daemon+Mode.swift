import Diagnostics
import EventLoops
import JSONCodec
import Journal
import Service

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
    refuseHeld(after: durable)
    // A session that was closed and one of the same name that came after it are not both there.
    let all = Array(sessions.all)
    for live in all where live.lastRecord > durable { restore(live) }
    for live in closing where live.lastRecord > durable {
      sessions.insert(live)
      restore(live)
    }
    closing = []
    tellAll("mode", modeJSON)
    if current == nil { sendTold() }
  }

  func becomeWritable(into output: inout [UInt8]) throws(DaemonError) {
    if readOnlyReason != nil, let keeper {
      let durable = keeper.journal.durableNumber
      keeper.journal.close()
      do throws(JournalError) {
        let wakeUp = self.wakeUp
        let journal = try Journal.open(
          folder: keeper.journal.folder, durability: options.durability
        ) { wakeUp?.send() }
        let opened = Keeper(journal)
        self.keeper = opened
        // What was not acknowledged may have come to the disk nevertheless.
        if opened.next != durable + 1 { try restoreAll() }
        recent.begin(at: opened.next)
      } catch {
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
      let held = client.takeHeld()
      for line in held.split(separator: UInt8(ascii: "\n")) {
        var bytes: [UInt8] = []
        refuse(Array(line), into: &bytes)
        if !bytes.isEmpty { put(bytes, to: client, until: nil) }
      }
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
    } else if json["method"]?.stringValue.map({ $0.utf8.elementsEqual("event".utf8) }) ?? false {
      return
    } else {
      output += line + [UInt8(ascii: "\n")]
    }
  }

  private func refuse(_ answer: JSON, into output: inout [UInt8]) {
    guard answer["error"] == nil else { return answer.write(into: &output) }
    writeFailure(.readOnly(readOnlyReason ?? ""), id: answer["id"], into: &output)
  }
}
