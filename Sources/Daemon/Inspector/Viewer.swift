import DaemonClient
import Diagnostics
import EventLoops
import HTTPServing
import JSONCodec

/// A stream of events to a page, fed by a connection of its own to the daemon.
///
/// After the connection was lost, it subscribes again from the last change that it has sent, so
/// that the page receives every change once and in order. While the page does not read, the
/// daemon's notifications are not read either; a daemon that gives up on it is connected to again.
final class Viewer {
  /// The session whose changes are sent; `nil` if none.
  let session: String?
  private let stream: HTTPStream
  private var daemon: RenewedConnection
  private let loop: EventLoop
  private let limits: InspectorLimits
  /// The last change that was sent; `nil` for the session's last one at the beginning.
  private var seq: Int64?
  /// Whether the session has ended, or its changes are no longer kept.
  private var isGone = false
  /// Whether the page was informed that the daemon is away.
  private var isAway = false
  private var sentAt = EventLoop.nowMilliseconds

  /// - Parameter seq: The last change that the page knows.
  init(
    _ stream: HTTPStream, session: String?, from seq: Int64?, path: String, loop: EventLoop,
    limits: InspectorLimits
  ) {
    (self.stream, self.session, self.seq) = (stream, session, seq)
    daemon = RenewedConnection(path: path, loop: loop)
    (self.loop, self.limits) = (loop, limits)
    stream.onSent = { [weak self] in self?.daemon.current?.reads = true }
    stream.send("retry: \(reconnectPauseMillisecondsMin)\n\n".utf8)
    connect()
  }

  private func connect() {
    daemon.onConnected = { [weak self] in self?.connected($0, $1) }
    daemon.onNotice = { [weak self] in self?.take($0) }
    daemon.onLost = { [weak self] _ in self?.lost() }
    daemon.retry(at: EventLoop.nowMilliseconds)
  }

  /// The bytes that the page has not read yet, apart from those in the system's buffers.
  var waitingBytes: Int { stream.waitingBytes }

  /// Sends an event.
  /// - Parameter id: What the page sends back as `Last-Event-ID`.
  func send(_ event: String, _ data: JSON, id: Int64? = nil) {
    var bytes: [UInt8] = []
    if let id { bytes += "id: \(id)\n".utf8 }
    bytes += "event: \(event)\ndata: ".utf8
    bytes += data.line
    bytes.append(UInt8(ascii: "\n"))
    send(bytes)
  }

  /// Reconnects and sends a comment when it is time.
  func tick(_ now: UInt64) {
    daemon.retry(at: now)
    if now >= sentAt + limits.heartbeatMilliseconds, stream.waitingBytes == 0 {
      send(Array(":\n\n".utf8))
    }
  }

  /// Continues with another daemon.
  func follow(_ path: String) {
    daemon.close()
    daemon = RenewedConnection(path: path, loop: loop)
    connect()
  }

  /// Disconnects from the daemon.
  func close() { daemon.close() }

  private func send(_ bytes: [UInt8]) {
    sentAt = EventLoop.nowMilliseconds
    stream.send(bytes)
    if stream.waitingBytes > limits.viewerBytesMax { daemon.current?.reads = false }
  }

  private func lost() {
    guard !isAway else { return }
    isAway = true
    send("daemon", ["connected": false])
  }

  private func connected(_ connection: Connection, _ greeting: Greeting) {
    isAway = false
    send("daemon", ["connected": true, "greeting": greeting.json])
    guard let session, !isGone else { return }
    var members: [JSON.Member] = [.init("session", .string(session))]
    if let seq { members.append(.init("fromSeq", .int(seq))) }
    connection.call("subscribe", .object(members)) { [weak self] in self?.subscribed($0) }
  }

  private func subscribed(_ answer: Result<JSON, ClientError>) {
    switch answer {
    case .success(let result):
      let seq = seq ?? result["seq"]?.intValue ?? 0
      self.seq = seq
      // Its id is sent back even if the stream ends ahead of the first change.
      send("session", ["session": .string(session ?? ""), "seq": .int(seq)], id: seq)
    case .failure(.refused(let refusal)):
      guard refusal.code != .daemonShuttingDown, refusal.code != .daemonReadOnly else {
        return daemon.lose(.refused(refusal))
      }
      isGone = true
      var members: [JSON.Member] = [
        .init("session", .string(session ?? "")), .init("seq", seq.map { .int($0) } ?? .null),
        .init("reason", .string(Self.reason(refusal))),
      ]
      if let oldest = refusal.data["oldest"] { members.append(.init("oldest", oldest)) }
      send("gone", .object(members))
    case .failure: break  // The connection was lost.
    }
  }

  /// The reason of a refused subscription, as in the notification `unsubscribed`.
  private static func reason(_ refusal: RemoteError) -> String {
    switch refusal.code {
    case .daemonUnknownSession: "closed"
    case .daemonTooOld: "too-old"
    case .daemonTooNew: "too-new"
    default: "unavailable"
    }
  }

  private func take(_ notice: RPCNotification) {
    let params = notice.params ?? .null
    switch notice.method {
    case "event":
      guard let number = params["seq"]?.intValue, number > seq ?? -1 else { return }
      seq = number
      send("change", params, id: number)
    case "unsubscribed":
      isGone = true
      send("gone", params)
    case "routes", "mode": send(notice.method, params)
    default: break
    }
  }
}
