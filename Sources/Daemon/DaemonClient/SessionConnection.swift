import CLibrary
internal import Diagnostics
public import EventLoops
public import JSONCodec

/// The changes of a session for which a daemon remembers a request id for certain.
///
/// - SeeAlso: docs/protocol.md; `Journal.keptRecordsMax` and `DaemonLimits.requestIds` are at least
///   as large.
package let rememberedChangesMax: Int64 = 8_192

/// A client's connection to one session of a daemon: calls, notices of changes by other clients,
/// and reconnecting after the connection was lost.
///
/// A call that can change the session is executed at most once. It has a request id, and is sent
/// again over a new connection only if the daemon remembers that id; otherwise it fails with
/// `unknownFate`.
@MainActor public final class SessionConnection {
  /// The socket of the daemon.
  public let path: String
  /// The session's name.
  public let session: String
  /// The last greeting.
  public private(set) var greeting = Greeting.unknown
  /// The number of the last change that this client knows.
  public private(set) var seq: Int64 = -1
  /// Whether this client created the session.
  public private(set) var isNew = false
  /// Called when `takeNotices` has something to return, while the loop runs.
  public var onNotice: (() -> Void)?

  /// The loop that waits for notifications; a caller with a loop of its own gives it turns.
  public let loop: EventLoop
  private let subscribes: Bool
  private let daemon: RenewedConnection
  private var retry: LoopTimer?
  private var notices: [SessionNotice] = []
  private var requestIds: RequestIds
  private let answerMilliseconds: Int32
  /// The session's last change when this client connected.
  private var seqThere: Int64 = 0
  /// Whether this client has been connected.
  private var isEntered = false
  /// Whether the connection was lost and not made again.
  private var isAway = false

  /// Connects and finds or creates the session.
  /// - Parameters:
  ///   - client: The kind of the client; its request ids begin with it.
  ///   - subscribes: Whether to report changes by other clients.
  ///   - answerMilliseconds: How long to wait for an answer.
  public init(
    path: String, session: String, client: String, subscribes: Bool,
    answerMilliseconds: Int32 = answerMillisecondsMax
  ) throws(ClientError) {
    (self.path, self.session, self.subscribes) = (path, session, subscribes)
    self.answerMilliseconds = answerMilliseconds
    requestIds = RequestIds(client: client)
    do throws(LoopFault) {
      loop = try EventLoop()
    } catch {
      throw .lost(path: path, reason: error.text)
    }
    daemon = RenewedConnection(path: path, loop: loop)
    retry = try? loop.timer { [weak self] in self?.retryConnecting() }
    daemon.onConnected = { [weak self] connection, greeting throws(ClientError) in
      try self?.enter(connection, greeting)
    }
    daemon.onNotice = { [weak self] in self?.received($0) }
    daemon.onLost = { [weak self] in self?.lost($0) }
    do throws(ClientError) {
      _ = try daemon.connected(milliseconds: 0, attemptMilliseconds: connectMillisecondsMax)
    } catch {
      close()
      throw error
    }
  }

  /// Whether to go on waiting for the daemon; asked often during every wait. False ends the wait
  /// with an error: nothing is sent any more, and the fate of a change that was sent is unknown.
  public var goesOn: () -> Bool {
    get { daemon.goesOn }
    set { daemon.goesOn = newValue }
  }

  /// Whether there is a connection.
  public var isConnected: Bool { daemon.current != nil }

  /// Disconnects; nothing can be called afterwards.
  public func close() {
    onNotice = nil
    retry?.stop()
    retry = nil
    daemon.close()
    loop.close()
  }

  /// Removes and returns what has happened since the last call, in order.
  public func takeNotices() -> [SessionNotice] {
    defer { notices = [] }
    return notices
  }

  /// Calls a method that changes nothing.
  public func look(_ method: String, _ members: [JSON.Member]) throws(ClientError) -> JSON {
    try ask(method, members, nil)
  }

  /// Calls a method that can change the session, at most once.
  /// - Parameters:
  ///   - line: The command line, for the message of `unknownFate`.
  ///   - isOneChange: Whether it is executed wholly or not at all. A script makes several changes:
  ///     if the daemon is killed, it may be half executed, and its request id is unknown.
  public func change(
    _ method: String, _ members: [JSON.Member], line: String, isOneChange: Bool = true
  ) throws(ClientError) -> JSON {
    let fate = Fate(
      requestId: requestIds.next(), line: line, isOneChange: isOneChange, firstSeq: seq)
    return try ask(method, members, fate)
  }

  /// What decides whether a call can be sent again.
  private struct Fate {
    let requestId: String
    let line: String
    let isOneChange: Bool
    /// The last change that this client knew when it sent the call first.
    let firstSeq: Int64

    /// Whether it can: the daemon remembers the id, or nothing has changed since.
    /// - Parameters:
    ///   - seq: The session's last change now.
    ///   - known: The last change that this client knew before.
    func isKnown(to now: Greeting, from before: Greeting, seq: Int64, known: Int64) -> Bool {
      guard now.remembers(requestsOf: before), seq >= known,
        seq - firstSeq <= rememberedChangesMax
      else { return false }
      return isOneChange || now.isSameRun(as: before) || seq == known
    }
  }

  private func ask(
    _ method: String, _ members: [JSON.Member], _ fate: Fate?
  ) throws(ClientError) -> JSON {
    var members = [JSON.Member("session", .string(session))] + members
    if let fate { members.append(JSON.Member("requestId", .string(fate.requestId))) }
    var current = try daemon.connected()
    let first = greeting
    for isLast in [false, false, true] {
      do throws(ClientError) {
        let answer = try current.call(
          method, .object(members), milliseconds: answerMilliseconds
        ) { [weak self] answer in
          // Changes up to this one are our own and are not reported. It is lower than before if a
          // disk has failed.
          if let seq = answer["seq"]?.intValue { self?.seq = seq }
        }
        if let fate { forgetNotice(of: fate.requestId) }
        return answer
      } catch {
        switch error {
        case .tooLong: throw error
        case .refused(let refusal) where !refusal.isShuttingDown: throw error
        case .refused:
          if isLast { throw error }
          daemon.lose(error)
        default:
          daemon.lose(error)
          let known = seq
          guard !isLast, (try? daemon.connected()) != nil, !notices.contains(.sessionLost),
            // A call that changes nothing can always be repeated.
            fate?.isKnown(to: greeting, from: first, seq: seqThere, known: known) ?? true
          else {
            if let fate { throw .unknownFate(line: fate.line) }
            throw error
          }
        }
      }
      current = try daemon.connected()
    }
    throw .lost(path: path, reason: "the connection was lost three times")
  }

  /// Finds or creates the session, and subscribes from the last known change on.
  private func enter(_ connection: Connection, _ greeting: Greeting) throws(ClientError) {
    let milliseconds = isEntered ? reenterMillisecondsMax : answerMilliseconds
    func call(_ method: String, _ params: JSON) throws(ClientError) -> JSON {
      try connection.call(method, params, milliseconds: milliseconds)
    }
    let name = JSON.Member("session", .string(session))
    var isNew = false
    let known: Int64
    do throws(ClientError) {
      known = try call("stack", .object([name]))["seq"]?.intValue ?? 0
    } catch {
      guard case .refused(let refusal) = error, refusal.isUnknownSession else { throw error }
      do throws(ClientError) {
        _ = try call("session.create", ["name": .string(session)])
        isNew = true
      } catch {
        // Another client has created it meanwhile.
        guard case .refused(let refusal) = error, refusal.isSessionExists else { throw error }
      }
      known = 0
    }
    seqThere = known
    if isNew || seq < 0 || known < seq { seq = known }
    if subscribes { try subscribe(name, call) }
    self.greeting = greeting
    retry?.stop()
    isAway = false
    guard isEntered else {
      (self.isNew, isEntered) = (isNew, true)
      return
    }
    if isNew { notices.append(.sessionLost) }
    notices.append(.back)
    onNotice?()
  }

  private func subscribe(
    _ name: JSON.Member, _ call: (String, JSON) throws(ClientError) -> JSON
  ) throws(ClientError) {
    do throws(ClientError) {
      _ = try call("subscribe", .object([name, .init("fromSeq", .int(seq))]))
    } catch {
      guard case .refused = error else { throw error }
      let answer = try call("subscribe", .object([name]))
      notices.append(.missed)
      seq = answer["seq"]?.intValue ?? seq
    }
  }

  private func lost(_ error: ClientError) {
    guard isEntered else { return }
    if !isAway { notices.append(.away(reason: error.diagnostic.message)) }
    isAway = true
    scheduleRetry()
    if !notices.isEmpty { onNotice?() }
  }

  /// Tries to reconnect while no caller waits.
  private func retryConnecting() {
    daemon.retry(at: EventLoop.nowMilliseconds)
    // The loop's time is old after a call that waited, so that the timer can be early.
    scheduleRetry()
  }

  private func scheduleRetry() {
    let now = EventLoop.nowMilliseconds
    guard daemon.retriesAt != .max else { return }
    retry?.start(afterMilliseconds: max(1, daemon.retriesAt - min(now, daemon.retriesAt)))
  }

  private func received(_ notice: RPCNotification) {
    report(notice)
    if notices.count > noticesMax {
      notices.removeFirst(noticesMax / 2)
      notices.insert(.missed, at: 0)
    }
    if !notices.isEmpty { onNotice?() }
  }

  /// Drops the notice of a change that is answered: it came first, over a new connection.
  private func forgetNotice(of requestId: String) {
    notices.removeAll { notice in
      guard case .changed(let change) = notice else { return false }
      return sameBytes(change.requestId, requestId)
    }
  }

  private func report(_ notice: RPCNotification) {
    guard let change = SessionNotice.Change(notice, of: session, own: requestIds) else {
      if let other = SessionNotice(notice, of: session) { notices.append(other) }
      return
    }
    guard change.seq > seq else { return }
    seq = change.seq
    notices.append(.changed(change))
  }
}

/// How long to wait for each answer while finding the session again; the prompt waits with it.
private let reenterMillisecondsMax: Int32 = 500
