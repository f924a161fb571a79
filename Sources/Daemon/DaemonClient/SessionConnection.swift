import CLibrary
internal import Diagnostics
public import EventLoops
internal import FileAccess
public import JSONCodec

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
  public private(set) var greeting: Greeting
  /// The number of the last change that this client knows.
  public private(set) var seq: Int64 = -1
  /// Whether this client created the session.
  public private(set) var isNew = false
  /// Called when `takeNotices` has something to return, while the loop runs.
  public var onNotice: (() -> Void)?

  /// The loop that waits for notifications; a caller with a loop of its own gives it turns.
  public let loop: EventLoop
  private let subscribes: Bool
  private var connection: DaemonConnection?
  private var reader: LoopReader?
  private var retry: LoopTimer?
  private var pause = reconnectPauseMillisecondsMin
  private var notices: [SessionNotice] = []
  private var requestIds: RequestIds
  private let answerMilliseconds: Int32
  /// The session's last change when this client connected.
  private var seqThere: Int64 = 0

  /// Connects and finds or creates the session.
  /// - Parameters:
  ///   - client: The kind of the client, with which its request ids begin.
  ///   - subscribes: Whether to report changes by other clients.
  ///   - answerMilliseconds: How long to wait for an answer.
  public init(
    path: String, session: String, client: String, subscribes: Bool,
    answerMilliseconds: Int32 = answerMillisecondsMax
  ) throws(ClientError) {
    (self.path, self.session, self.subscribes) = (path, session, subscribes)
    self.answerMilliseconds = answerMilliseconds
    requestIds = RequestIds(client: client)
    let connection = try DaemonConnection(path: path)
    greeting = connection.greeting
    do throws(LoopFault) {
      loop = try EventLoop()
      retry = try loop.timer { [weak self] in self?.retryConnecting() }
    } catch {
      throw .lost(path: path, reason: error.text)
    }
    isNew = try enter(connection, milliseconds: answerMilliseconds)
    adopt(connection)
  }

  /// Whether there is a connection.
  public var isConnected: Bool { connection != nil }

  /// Disconnects; nothing can be called afterwards.
  public func close() {
    onNotice = nil
    retry?.stop()
    retry = nil
    reader?.end()
    reader = nil
    connection = nil
    loop.close()
  }

  /// Removes and returns what has happened since the last call, in order.
  public func takeNotices() -> [SessionNotice] {
    collectNotices(ownUntil: nil)
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
  ///     if
  ///     the daemon is killed, it may be half executed, and its request id is unknown.
  public func change(
    _ method: String, _ members: [JSON.Member], line: String, isOneChange: Bool = true
  ) throws(ClientError) -> JSON {
    let fate = Fate(requestId: requestIds.next(), line: line, isOneChange: isOneChange)
    return try ask(method, members, fate)
  }

  /// What decides whether a call can be sent again.
  private struct Fate {
    let requestId: String
    let line: String
    let isOneChange: Bool

    /// Whether it can: the daemon remembers the id, or nothing has changed since.
    /// - Parameters:
    ///   - seq: The session's last change now.
    ///   - known: The last change that this client knew before.
    func isKnown(to now: Greeting, from before: Greeting, seq: Int64, known: Int64) -> Bool {
      guard now.remembers(requestsOf: before), seq >= known else { return false }
      return isOneChange || now.isSameRun(as: before) || seq == known
    }
  }

  private func ask(
    _ method: String, _ members: [JSON.Member], _ fate: Fate?
  ) throws(ClientError) -> JSON {
    var members = [JSON.Member("session", .string(session))] + members
    if let fate { members.append(JSON.Member("requestId", .string(fate.requestId))) }
    var current = try connected()
    let first = current.greeting
    for isLast in [false, false, true] {
      do throws(ClientError) {
        let answer = try current.call(method, .object(members), milliseconds: answerMilliseconds)
        collectNotices(ownUntil: answer["seq"]?.intValue)
        return answer
      } catch {
        switch error {
        case .tooLong: throw error
        case .refused(let refusal) where !refusal.isShuttingDown: throw error
        case .refused:
          if isLast { throw error }
          leave(reason: error.diagnostic.message)
        default:
          leave(reason: error.diagnostic.message)
          let known = seq
          guard !isLast, let again = try? connected(), !notices.contains(.sessionLost),
            // A call that changes nothing can always be repeated.
            fate?.isKnown(to: again.greeting, from: first, seq: seqThere, known: known) ?? true
          else {
            if let fate { throw .unknownFate(line: fate.line) }
            throw error
          }
        }
      }
      current = try connected()
    }
    throw .lost(path: path, reason: "the connection was lost three times")
  }

  /// The connection, after reconnecting if necessary, as long as the caller can wait.
  private func connected() throws(ClientError) -> DaemonConnection {
    if let connection { return connection }
    let deadline = Deadline(milliseconds: reconnectMillisecondsMax)
    while true {
      do throws(ClientError) {
        return try reconnect(milliseconds: 1_000)
      } catch {
        guard !deadline.isOver, error.isPassing else { throw error }
      }
      usleep(UInt32(reconnectPauseMillisecondsMin) * 1_000)
    }
  }

  private func reconnect(milliseconds: Int32) throws(ClientError) -> DaemonConnection {
    let connection = try DaemonConnection(path: path, milliseconds: milliseconds)
    let isNew = try enter(connection, milliseconds: milliseconds)
    greeting = connection.greeting
    if isNew { notices.append(.sessionLost) }
    notices.append(.back)
    adopt(connection)
    return connection
  }

  /// Finds or creates the session, and subscribes from the last known change on.
  /// - Returns: Whether the session was created.
  private func enter(
    _ connection: DaemonConnection, milliseconds: Int32
  ) throws(ClientError) -> Bool {
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
    guard subscribes else { return isNew }
    do throws(ClientError) {
      _ = try call("subscribe", .object([name, .init("fromSeq", .int(seq))]))
    } catch {
      guard case .refused = error else { throw error }
      let answer = try call("subscribe", .object([name]))
      notices.append(.missed)
      seq = answer["seq"]?.intValue ?? seq
    }
    return isNew
  }

  /// Uses a connection from now on.
  private func adopt(_ connection: DaemonConnection) {
    self.connection = connection
    pause = reconnectPauseMillisecondsMin
    retry?.stop()
    reader = try? LoopReader(connection.descriptor, loop: loop) { [weak self] in self?.receive() }
    collectNotices(ownUntil: nil)
  }

  /// Reads notifications that arrived between calls.
  private func receive() {
    guard let connection else { return }
    do throws(ClientError) {
      try connection.receive()
      collectNotices(ownUntil: nil)
    } catch {
      collectNotices(ownUntil: nil)
      leave(reason: error.diagnostic.message)
    }
    if !notices.isEmpty { onNotice?() }
  }

  private func leave(reason: String) {
    guard connection != nil else { return }
    reader?.end()
    reader = nil
    connection = nil
    notices.append(.away(reason: reason))
    retry?.start(afterMilliseconds: pause)
  }

  /// Tries to reconnect while no caller waits.
  private func retryConnecting() {
    guard connection == nil else { return }
    do throws(ClientError) {
      _ = try reconnect(milliseconds: 200)
    } catch {
      pause = min(pause * 2, reconnectPauseMillisecondsMax)
      retry?.start(afterMilliseconds: pause)
    }
    if !notices.isEmpty { onNotice?() }
  }

  /// Takes the notifications of the connection. After an answer to our own call, changes up to the
  /// one in the answer are our own and are not reported.
  private func collectNotices(ownUntil own: Int64?) {
    guard let connection else { return }
    let before = own == nil ? Int.max : connection.noticesBeforeAnswer
    if connection.droppedNotices > 0 { notices.append(.missed) }
    let received = connection.takeNotices()
    for notice in received.prefix(before) { report(notice) }
    // The answer has the session's last change, which is lower than before if a disk has failed.
    if let own { seq = own }
    for notice in received.dropFirst(before) { report(notice) }
    if notices.count > noticesMax { notices.removeFirst(noticesMax / 2) }
  }

  private func report(_ notice: RPCNotification) {
    guard let change = SessionNotice.Change(notice, of: session) else {
      if let other = SessionNotice(notice, of: session) { notices.append(other) }
      return
    }
    guard change.seq > seq else { return }
    seq = change.seq
    notices.append(.changed(change))
  }
}
