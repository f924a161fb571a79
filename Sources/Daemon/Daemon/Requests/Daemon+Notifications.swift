import Diagnostics
import JSONCodec

/// What clients are told without asking.
extension Daemon {
  /// What a client is told first.
  func writeGreeting(into output: inout [UInt8]) {
    let params: JSON = [
      "version": .string(options.version), "protocol": JSON(protocolVersion),
      "durability": .string(durabilityWord), "readOnly": .bool(readOnlyReason != nil),
      // By these two a client knows whether its request ids are remembered after it reconnected.
      "instance": .string(instance), "journal": .optional(options.journalIdentity),
      "limits": DaemonLimit.json(visibleLimits),
    ]
    write(notification: "hello", params, into: &output)
  }

  /// What a client is told before its connection is closed.
  func writeParting(_ why: DaemonError, into output: inout [UInt8]) {
    var members: [JSON.Member] = [
      .init("code", .string(why.code.rawValue)), .init("message", .string(why.message)),
    ]
    if let advice = why.advice { members.append(.init("advice", .string(advice))) }
    write(notification: "goodbye", .object(members + why.details), into: &output)
  }

  /// Appends a notification with its line end.
  func write(notification method: String, _ params: JSON, into output: inout [UInt8]) {
    output += RPCMessage.notification(RPCNotification(method: method, params: params)).line
  }
}

/// What clients compare before they go on; it grows when something is taken away or means another
/// thing.
nonisolated let protocolVersion = 1
