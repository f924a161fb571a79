/// The bounds that calls and clients can meet: what errors and counters call them.
public nonisolated enum DaemonBound: String, Sendable, Hashable, CaseIterable {
  case clients
  case descriptors
  case lineBytes
  case batchCalls
  case batchBytes
  case callMilliseconds
  case queuedBytes
  case requestsWaiting
  case sessions
  case sessionNameBytes
  case subscriptions
  case subscriptionsTotal
  case requestIdBytes
  case requestBytes
  case journalRecords
  case stackDepth

  /// What is counted.
  var noun: String {
    switch self {
    case .clients: "clients"
    case .descriptors: "descriptors"
    case .lineBytes: "bytes of a line"
    case .batchCalls: "calls of a batch"
    case .batchBytes: "bytes of the answers to a batch"
    case .callMilliseconds: "milliseconds of a script or a batch"
    case .queuedBytes: "bytes that wait for a client"
    case .requestsWaiting: "answers that wait for the disk"
    case .sessions: "sessions"
    case .sessionNameBytes: "bytes of a session's name"
    case .subscriptions: "subscriptions of a client"
    case .subscriptionsTotal: "subscriptions of all clients"
    case .requestIdBytes: "bytes of a request id"
    case .requestBytes: "bytes of remembered answers"
    case .journalRecords: "changes that wait for the disk"
    case .stackDepth: "screens of a stack"
    }
  }

  /// What to do.
  var advice: String {
    switch self {
    case .clients, .descriptors: "Close other connections, and connect again."
    case .lineBytes, .batchCalls, .batchBytes, .callMilliseconds: "Send less at once."
    case .queuedBytes: "Read what is sent, connect again, and subscribe from the last 'seq'."
    case .requestsWaiting: "Read the answers first."
    case .sessions: "Close sessions that are no longer used."
    case .sessionNameBytes, .requestIdBytes: "Choose a shorter one."
    case .subscriptions: "End subscriptions, or use another connection."
    case .subscriptionsTotal: "End subscriptions that are no longer used."
    case .requestBytes: "Use fewer request ids."
    case .journalRecords: "Ask again when the disk has caught up."
    case .stackDepth: "Go back first."
    }
  }

  /// What becomes of what is above it: one clause.
  var consequence: String {
    switch self {
    case .clients, .descriptors: "told and closed"
    case .lineBytes: "the line is skipped and answered with an error"
    case .queuedBytes: "told and closed; subscribe again from the last `seq`"
    case .requestsWaiting: "nothing more is read from the client for now"
    case .requestBytes: "the oldest are forgotten"
    case .batchBytes: "each call behind it is answered with an error, and not done"
    case .callMilliseconds:
      "the script ends there and tells where; each call of the batch behind it is answered with an "
        + "error, and not done"
    case .stackDepth: "the event is refused (`limit`)"
    case .batchCalls, .sessions, .sessionNameBytes, .subscriptions, .subscriptionsTotal,
      .requestIdBytes, .journalRecords:
      "an error"
    }
  }
}
