import Diagnostics
import JSONCodec
import Journal
import Service
import Sessions

/// Read-only after a fault of the disk, and writable again.
extension Daemon {
  /// Throws if nothing can be changed now.
  func checkWritable() throws(DaemonError) {
    if let fault = persistence.readOnlyFault { throw .readOnly(fault) }
    guard persistence.isFull else { return }
    throw counters.reached(limits.journalRecords)
  }

  /// Sends the answers that waited, now that records are durable, or makes the daemon read-only
  /// after a fault.
  func durabilityChanged() {
    if let fault = persistence.fault { return becomeReadOnly(fault) }
    guard let durable = persistence.durableRecord else { return }
    connections.release(upTo: durable)
    sessions.forgetClosed(upTo: durable)
  }

  /// Makes the daemon read-only after a fault of the journal, and undoes the changes that are not
  /// on disk. Clients that wait for their answers get errors, and all clients are notified.
  func becomeReadOnly(_ fault: JournalError) {
    guard let durable = persistence.becomeReadOnly(fault) else { return }
    log(
      .error, "daemon/read-only", "sessions can no longer be changed: \(fault.diagnostic.message)")
    records.forget(after: durable)
    restartRunningCalls()
    // Both a closed session and a newer one of the same name may have to be undone: newer ones
    // first.
    for live in Array(sessions.all) where live.lastRecord > durable { restore(live) }
    for closed in sessions.takeClosing() where closed.live.lastRecord > durable { reopen(closed) }
    connections.releaseLost(after: durable) { content, bytes, output in
      replace(content, bytes, durable: durable, into: &output)
    }
    notifyAll("mode", modeJSON)
    if turn.client == nil { connections.sendPending() }
  }

  /// Writes the replacement of a piece of output after later records were lost. The sessions have
  /// already been restored.
  private func replace(
    _ content: OutputPiece.Content, _ bytes: ArraySlice<UInt8>, durable: Int64,
    into output: inout ByteBuffer
  ) {
    switch content {
    case .fixed: output.append(contentsOf: bytes)
    case .result(let idBytes):
      writeFailure(
        .readOnly(persistence.readOnlyFault ?? .closed),
        id: bytes.dropFirst(Self.answerStart.utf8CodeUnitCount).prefix(idBytes), into: &output)
    case .event(let name, let seq):
      if let live = sessions[name], seq <= live.session.changes { output.append(contentsOf: bytes) }
    case .closed(let record):
      if record <= durable { output.append(contentsOf: bytes) }
    }
  }

  func becomeWritable(into output: inout ByteBuffer) throws(DaemonError) {
    let unavailable = sessions.unavailable
    restartRunningCalls()
    let isChanged: Bool
    do throws(JournalError) {
      // Records that were not acknowledged may be on disk, and what was unreadable after the fault
      // may be readable now.
      isChanged = try persistence.becomeWritable { () throws(JournalError) in try restoreAll() }
    } catch {
      // Some sessions may be as on disk and some as before. The next attempt compares all of them.
      sessions.mergeUnavailable(unavailable)
      throw .readOnly(error)
    }
    if isChanged {
      log(.notice, "daemon/writable", "sessions can be changed again")
      notifyAll("mode", modeJSON)
    }
    modeJSON.write(into: &output)
  }

  private var modeJSON: JSON {
    var members: [JSON.Member] = [.init("readOnly", .bool(persistence.readOnlyFault != nil))]
    if let fault = persistence.readOnlyFault {
      members.append(.init("reason", .string(fault.diagnostic.message)))
    }
    return .object(members)
  }
}
