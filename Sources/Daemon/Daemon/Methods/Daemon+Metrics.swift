import Diagnostics
import JSONCodec
import Journal
public import Service

extension Daemon {
  /// The metrics, for Prometheus. Labels are the project's own names, never text from users.
  public var metrics: [MetricFamily] {
    var families = [
      MetricFamily(
        "signalbox_requests_total", .counter, "Calls by method.",
        methods.all.compactMap { method in
          let count = counters.requests[method.place]
          return count == 0 ? nil : sample(count, "method", method.name)
        }),
      MetricFamily(
        "signalbox_errors_total", .counter, "Error answers by code.",
        counters.errors.sorted { $0.key < $1.key }.map { sample($0.value, "code", $0.key) }),
      MetricFamily(
        "signalbox_limits_total", .counter, "How often a limit was reached.",
        counters.limits.filter(\.isCounted).map {
          sample(counters.limitsReached[$0.name] ?? 0, "limit", $0.name)
        }),
      MetricFamily(
        "signalbox_request_seconds", .histogram,
        "Time from reading a call to sending its answer, including the wait for the disk.",
        [MetricFamily.Sample(.histogram(counters.latency))]),
      gauge("signalbox_sessions", "Sessions.", sessions.count),
      gauge("signalbox_clients", "Connected clients.", connections.count),
      gauge(
        "signalbox_client_bytes", "Bytes of unfinished lines and unsent output of all clients.",
        connections.heldBytes),
      gauge("signalbox_subscriptions", "Subscriptions of all clients.", records.subscriptionCount),
      gauge(
        "signalbox_read_only", "1 while the daemon is read-only.",
        persistence.readOnlyFault == nil ? 0 : 1),
      counter("signalbox_connections_total", "Accepted connections.", counters.connections),
      counter(
        "signalbox_strangers_total", "Refused connections of other users.",
        counters.strangers),
      counter("signalbox_reloads_total", "Successful reloads.", counters.reloads),
      counter("signalbox_reloads_failed_total", "Reloads with errors.", counters.reloadsFailed),
    ]
    if let journal = persistence.journal { families += metrics(of: journal.status) }
    return families
  }

  private func metrics(of status: JournalStatus) -> [MetricFamily] {
    [
      gauge("signalbox_journal_bytes", "Bytes of the journal's files.", Int(status.fileBytes)),
      gauge("signalbox_journal_queued", "Records that wait for the disk.", status.queuedRecords),
      counter("signalbox_commits_total", "Journal commits.", UInt64(clamping: status.commits)),
      counter(
        "signalbox_committed_records_total", "Records in these commits.",
        UInt64(clamping: status.committedRecords)),
      gauge(
        "signalbox_commit_records_max", "Records in the largest commit.", status.commitRecordsMax),
    ]
  }

  func metrics(into output: inout ByteBuffer) {
    let answer: JSON = ["text": .string(String(decoding: metricsText(metrics), as: UTF8.self))]
    answer.write(into: &output)
  }

  private func sample(_ count: UInt64, _ label: String, _ value: String) -> MetricFamily.Sample {
    MetricFamily.Sample(.whole(Int64(clamping: count)), [MetricFamily.Label(label, value)])
  }

  private func gauge(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
    MetricFamily(name, .gauge, help, Int64(value))
  }

  private func counter(_ name: String, _ help: String, _ value: UInt64) -> MetricFamily {
    MetricFamily(name, .counter, help, Int64(clamping: value))
  }
}
