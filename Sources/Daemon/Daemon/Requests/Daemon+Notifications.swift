import Journal
import Diagnostics
import JSONCodec

/// What the daemon sends without being asked.
extension Daemon {
  static let notifications: [(name: String, summary: String)] = [
    ("hello", "the first line of every connection: version, protocol, durability, limits"),
    ("event", "a change of a session that the client is subscribed to"),
    ("unsubscribed", "a subscription has ended, and why"),
    ("routes", "the route files were read again: the new routes, or what is wrong with them"),
    ("mode", "the daemon has become read-only, or writable again"),
    ("goodbye", "the last line of a connection that the daemon closes, and why"),
  ]

  var greeting: [UInt8] {
    notification(
      "hello",
      [
        "version": .string(options.version), "protocol": JSON(protocolVersion),
        "durability": .string(options.durability.rawValue),
        "readOnly": .bool(persistence.readOnlyFault != nil),
        // From these two, a client that reconnects knows whether its request ids are remembered.
        "instance": .string(instance), "journal": .optional(options.journalIdentity),
        "limits": DaemonLimit.json(counters.limits),
      ])
  }

  func goodbye(_ error: DaemonError) -> [UInt8] {
    let reason = error.diagnostic
    var members: [JSON.Member] = [
      .init("code", .string(reason.code.rawValue)), .init("message", .string(reason.message)),
    ]
    if let advice = reason.advice { members.append(.init("advice", .string(advice))) }
    return notification("goodbye", .object(members + error.details))
  }

  func notifyAll(_ method: String, _ params: JSON) {
    let line = notification(method, params)
    for client in connections.all where client.phase == .open { notify(client, line) }
  }

  func notification(_ method: String, _ params: JSON) -> [UInt8] {
    RPCMessage.notification(RPCNotification(method: method, params: params)).line
  }
}

/// The version of the protocol, which clients compare before they continue. Incremented when
/// something is removed or changes its meaning.
nonisolated let protocolVersion = 1
