import JSONCodec
import Journal
import Navigation

extension DaemonLimits {
  /// A row of the table of limits.
  struct Row {
    /// What errors, counters and the greeting call it.
    let name: String
    /// How much there may be; `nil` if the system decides that, which the greeting does not tell.
    let max: Int?
    /// What is counted.
    let noun: String
    /// What becomes of what is above it: one clause.
    let consequence: String
  }

  /// Every limit that calls and clients can meet.
  var table: [Row] {
    DaemonBound.allCases.map {
      Row(name: $0.rawValue, max: max(of: $0), noun: $0.noun, consequence: $0.consequence)
    } + [
      Row(
        name: "requestIds", max: requestIdsMax, noun: "request ids of a session",
        consequence: "the oldest are forgotten, which is not counted")
    ]
  }

  /// What the greeting tells of them.
  var json: JSON {
    .object(table.compactMap { row in row.max.map { .init(row.name, JSON($0)) } })
  }

  private func max(of bound: DaemonBound) -> Int? {
    switch bound {
    case .clients: clientsMax
    case .descriptors: nil
    case .lineBytes: lineBytesMax
    case .batchCalls: batchCallsMax
    case .batchBytes: batchBytesMax
    case .callMilliseconds: Int(clamping: callMilliseconds)
    case .queuedBytes: queuedBytesMax
    case .requestsWaiting: requestsWaitingMax
    case .sessions: sessionsMax
    case .sessionNameBytes: sessionNameBytesMax
    case .subscriptions: subscriptionsMax
    case .subscriptionsTotal: subscriptionsTotalMax
    case .requestIdBytes: requestIdBytesMax
    case .requestBytes: requestBytesMax
    case .journalRecords: Journal.queuedRecordsMax
    case .stackDepth: Navigation.Limits.stackDepthMax
    }
  }
}
