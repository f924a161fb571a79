import Commands
import EventLoops
import JSONCodec

/// Batches: several calls in one line, answered in one.
extension Daemon {
  /// Answers a batch; nothing is sent for one of notifications.
  func answer(
    _ calls: [Result<RPCCall, RPCCall.Refused>], of client: Client, into output: inout [UInt8]
  ) {
    guard calls.count <= limits.batchCalls.max else {
      return writeFailure(reached(limits.batchCalls), id: nil, into: &output)
    }
    batchBegan = EventLoop.nowNanoseconds
    defer { batchBegan = nil }
    let start = output.count
    var bound: DaemonError?
    output.append(UInt8(ascii: "["))
    for call in calls {
      let before = output.count
      if before > start + 1 { output.append(UInt8(ascii: ",")) }
      let separated = output.count
      if bound == nil { bound = boundMet(answerBytes: before - start) }
      answer(call, of: client, past: bound, into: &output)
      if output.count == separated { output.removeSubrange(before...) }
    }
    if output.count == start + 1 {
      output.removeSubrange(start...)
    } else {
      output.append(UInt8(ascii: "]"))
    }
  }

  /// The bound that a batch has met: what is behind it is refused, so that one line neither keeps
  /// everybody waiting nor fills the memory.
  private func boundMet(answerBytes: Int) -> DaemonError? {
    if answerBytes > limits.batchBytes.max { return reached(limits.batchBytes) }
    guard EventLoop.nowNanoseconds > callEnd else { return nil }
    return reached(limits.callMilliseconds)
  }

  /// When the call that is being done, or its batch, has taken as long as it may.
  var callEnd: UInt64 {
    (batchBegan ?? EventLoop.nowNanoseconds)
      &+ UInt64(clamping: limits.callMilliseconds.max) &* 1_000_000
  }

  /// How long a script may run in the call that is being done.
  func scriptTime() -> ScriptTime {
    let end = callEnd
    return ScriptTime(milliseconds: limits.callMilliseconds.max) { [self] in
      guard EventLoop.nowNanoseconds > end else { return false }
      reached(limits.callMilliseconds)
      return true
    }
  }
}
