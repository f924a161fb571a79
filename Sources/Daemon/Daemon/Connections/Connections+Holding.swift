import EventLoops
import Service

/// Output that waits for the disk.
extension Connections {
  /// Sends the answers that waited for records up to this one.
  func release(upTo record: Int64) {
    let now = EventLoop.nowNanoseconds
    var left: [Client] = []
    for client in emptied(&holding) where client.phase != .closed {
      for hold in client.holds where hold.record <= record {
        counters.latency.add(now &- hold.began, times: hold.calls)
      }
      client.release(upTo: record)
      send(client)
      if client.holds.isEmpty { client.isHolding = false } else { left.append(client) }
    }
    holding += left
    sendPending()
  }

  /// Sends all held output after the records beyond this one were lost. Output that waited for
  /// records up to this one is unchanged; in the rest, provisional pieces are replaced.
  /// - Parameter replace: Appends the replacement of a piece.
  func releaseLost(
    after record: Int64,
    replace: (ProvisionalOutput.Content, ArraySlice<UInt8>, inout [UInt8]) -> Void
  ) {
    for client in emptied(&holding) where client.phase != .closed {
      client.isHolding = false
      client.release(upTo: record)
      let held = client.takeHeld()
      var bytes: [UInt8] = []
      var end = 0
      for piece in held.provisional {
        bytes += held.bytes[end..<piece.range.lowerBound]
        replace(piece.content, held.bytes[piece.range], &bytes)
        end = piece.range.upperBound
      }
      bytes += held.bytes[end...]
      client.put(bytes, until: nil)
      checkQueue(of: client)
      sendLater(client)
    }
  }
}
