import JSONCodec
import Journal
import Navigation
import Service

/// A limit that a call or a client can reach.
///
/// The one place that describes it: errors, counters, metrics, the greeting, `describe` and the
/// test of docs/limits.md read this value.
public nonisolated struct DaemonLimit: Sendable, Hashable {
  /// Its name in errors, counters and the greeting.
  public let name: String
  /// The largest accepted count of `noun`.
  public var max: Int
  /// What is counted, with its unit.
  let noun: String
  /// What happens beyond it: one clause.
  let consequence: String
  /// What the client can do about it.
  let advice: String
  /// Whether the operating system chooses `max`; the greeting then omits it.
  let isSetBySystem: Bool
  /// Whether reaching it is counted.
  let isCounted: Bool

  init(
    _ name: String, _ max: Int, _ noun: String, then consequence: String = "an error",
    advice: String, isSetBySystem: Bool = false, isCounted: Bool = true
  ) {
    self.name = name
    self.max = max
    self.noun = noun
    self.consequence = consequence
    self.advice = advice
    self.isSetBySystem = isSetBySystem
    self.isCounted = isCounted
  }

  /// The names and values of limits, as the greeting and `describe` show them.
  static func json(_ limits: [DaemonLimit]) -> JSON {
    .object(limits.filter { !$0.isSetBySystem }.map { .init($0.name, JSON($0.max)) })
  }
}

/// The limits of a daemon. Those of type `DaemonLimit` are visible to clients; the others only
/// shape how the daemon works.
public nonisolated struct DaemonLimits: Sendable {
  /// Clients connected at once.
  public var clients = DaemonLimit(
    "clients", 16_384, "clients", then: "the connection is closed with `goodbye`",
    advice: "Close other connections, and connect again.")
  /// Descriptors of the process; the value is the system's when these limits were created.
  public let descriptors = DaemonLimit(
    "descriptors", Descriptors.bound, "descriptors",
    then: "the connection is closed with `goodbye`",
    advice: "Close other connections, and connect again.", isSetBySystem: true)
  /// Bytes of one line.
  public var lineBytes = DaemonLimit(
    "lineBytes", 1_048_576, "bytes of a line",
    then: "the line is skipped and answered with an error", advice: "Send less at once.")
  /// Milliseconds that a script can take, without the turns of other clients.
  public var callMilliseconds = DaemonLimit(
    "callMilliseconds", 500, "milliseconds of a script",
    then: "the script ends and reports where", advice: "Send less at once.")
  /// Bytes queued for a client that does not read.
  public var queuedBytes = DaemonLimit(
    "queuedBytes", 8_388_608, "bytes queued for a client",
    then: "the connection is closed with `goodbye`; subscribe again from the last `seq`",
    advice: "Read faster; connect again, and subscribe from the last 'seq'.")
  /// Bytes of unfinished lines and unsent output of all clients.
  public var clientBytes = DaemonLimit(
    "clientBytes", 268_435_456, "bytes held for all clients",
    then: "the connection of the client with the most is closed with `goodbye`",
    advice: "Finish lines and read answers; connect again.")
  /// Milliseconds for the rest of a line after its beginning.
  public var lineMilliseconds = DaemonLimit(
    "lineMilliseconds", 30_000, "milliseconds for the rest of a line",
    then: "the connection is closed with `goodbye`", advice: "Send whole lines.")
  /// Answers of one client that wait for the disk.
  public var requestsWaiting = DaemonLimit(
    "requestsWaiting", 1_024, "answers that wait for the disk",
    then: "the daemon stops reading from the client until answers are sent",
    advice: "Read the answers first.")
  /// Sessions open at once.
  public var sessions = DaemonLimit(
    "sessions", 2_000_000, "sessions", advice: "Close sessions that are no longer used.")
  /// Bytes of a session's name.
  public var sessionNameBytes = DaemonLimit(
    "sessionNameBytes", 128, "bytes of a session's name", advice: "Choose a shorter one.")
  /// Sessions that one client is subscribed to.
  public var subscriptions = DaemonLimit(
    "subscriptions", 1_024, "subscriptions of a client",
    advice: "End subscriptions, or use another connection.")
  /// Subscriptions of all clients.
  public var subscriptionsTotal = DaemonLimit(
    "subscriptionsTotal", 65_536, "subscriptions of all clients",
    advice: "End subscriptions that are no longer used.")
  /// Bytes of a request id.
  public var requestIdBytes = DaemonLimit(
    "requestIdBytes", 128, "bytes of a request id", advice: "Choose a shorter one.")
  /// Bytes of all remembered request ids and their answers.
  public var requestBytes = DaemonLimit(
    "requestBytes", 67_108_864, "bytes of remembered request ids and answers",
    then: "sessions with more than an equal share forget their oldest",
    advice: "Use fewer request ids.")
  /// Changes that wait for the disk.
  public let journalRecords = DaemonLimit(
    "journalRecords", Journal.queuedRecordsMax, "changes that wait for the disk",
    advice: "Repeat the call later; the disk is too slow.")
  /// Screens on one stack.
  public let stackDepth = DaemonLimit(
    "stackDepth", Navigation.Limits.stackDepthMax, "screens of a stack",
    then: "the event is refused (`limit`)", advice: "Go back first.")
  /// Request ids that one session remembers: of requests that changed it, and of others.
  public var requestIds = DaemonLimit(
    "requestIds", Journal.requestsMax, "request ids of a session",
    then: "the oldest are forgotten, which is not counted", advice: "Use fewer request ids.",
    isCounted: false)

  /// Bytes queued for a client that make the daemon stop reading from it.
  public var pausedBytesMin = 262_144
  /// Bytes of output that the system holds for a client; more is queued.
  public var unsentBytesMax: Int32 = 131_072
  /// Bytes of changes kept in memory for late subscribers.
  public var recentBytesMax = 16_777_216
  /// Sessions listed by one answer of `session.list`.
  public var sessionsListedMax = 1_000
  /// Milliseconds spent on one client's lines, or on a part of a long call, before other clients
  /// get their turn.
  public var turnMilliseconds: UInt64 = 3
  /// Milliseconds that `show` and `taps` wait for the content of a screen that is loading.
  public var lookMilliseconds: UInt64 = 1_000
  /// Milliseconds that a client has to read the remaining output after `goodbye`.
  public var partingMilliseconds: UInt64 = 1_000
  /// Milliseconds that a client has to read its answers after it has shut down its side.
  public var finishingMilliseconds: UInt64 = 30_000
  /// Milliseconds for which calls are still answered after the daemon was asked to end.
  public var lastCallsMilliseconds: UInt64 = 300
  /// Milliseconds after which the daemon ends, even if clients have not read everything; less than
  /// two seconds together with the call that was running.
  public var drainMilliseconds: UInt64 = 1_400

  /// The default limits.
  public init() {}

  /// The limits that clients can reach, in the order of docs/limits.md: every property above of
  /// that type, read by reflection so that no second list has to repeat them.
  var visible: [DaemonLimit] {
    Mirror(reflecting: self).children.compactMap { $0.value as? DaemonLimit }
  }
}
