internal import Diagnostics
public import EventLoops
public import JSONCodec

/// A session of a daemon as one client has it: lines go there and answers come back, changes by
/// others are told, and a daemon that went away is looked for until it is back.
///
/// A call that may change something is made at most once. It bears a request id, and is sent again
/// over a new connection only where the daemon remembers that id; else its fate is told to be
/// unknown.
@MainActor public final class SessionLink {
  /// Where the daemon listens.
  public let path: String
  /// The session's name.
  public let session: String
  /// What was told last of the daemon.
  public private(set) var greeting: Greeting
  /// The number of the last change that is known here.
  public private(set) var seq: Int64 = -1
  /// Whether the session was begun by this link.
  public private(set) var isNew = false
  /// Called when there is something to take by `takeNews`, while the loop runs.
  public var onNews: (() -> Void)?

  /// Where the link waits for what comes by itself; whoever has a loop of their own gives it turns.
  public let loop: EventLoop
  private let subscribes: Bool
  private var connection: DaemonConnection?
  private var reader: LoopReader?
  private var retry: LoopTimer?
  private var pause = reconnectPauseMillisecondsMin
  private var news: [LinkNews] = []
  /// Makes request ids that no other client makes.
  private let requestPrefix = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  private var requestCount = 0
  private let answerMilliseconds: Int32
  /// The session's last change when the daemon was connected to last.
  private var seqThere: Int64 = 0

  /// Connects and finds the session, or begins it.
  /// - Parameters:
  ///   - subscribes: Whether changes by others are wanted.
  ///   - answerMilliseconds: How long an answer is waited for.
  public init(
    path: String, session: String, subscribes: Bool,
    answerMilliseconds: Int32 = answerMillisecondsMax
  ) throws(ClientError) {
    (self.path, self.session, self.subscribes) = (path, session, subscribes)
    self.answerMilliseconds = answerMilliseconds
    let connection = try DaemonConnection(path: path)
    greeting = connection.greeting
    do throws(LoopFault) {
      loop = try EventLoop()
      retry = try loop.timer { [weak self] in self?.lookAgain() }
    } catch {
      throw .lost(path: path, reason: error.text)
    }
    isNew = try enter(connection, milliseconds: answerMilliseconds)
    take(connection)
  }

  /// Whether there is a connection.
  public var isConnected: Bool { connection != nil }

  /// Gives everything back; nothing may be asked afterwards.
  public func close() {
    onNews = nil
    retry?.stop()
    retry = nil
    reader?.end()
    reader = nil
    connection = nil
    loop.close()
  }

  /// What has happened by itself since the last call, in order.
  public func takeNews() -> [LinkNews] {
    takeNotices(ownUntil: nil)
    defer { news = [] }
    return news
  }

  /// Asks the session for something that changes nothing.
  public func look(_ method: String, _ members: [JSON.Member]) throws(ClientError) -> JSON {
    try ask(method, members, nil)
  }

  /// Has something done that may change the session, once.
  /// - Parameters:
  ///   - line: What the person typed, for the message if its fate stays unknown.
  ///   - isOneChange: Whether it is done whole or not at all. What makes several changes, as a
  ///     script does, may be half done when a daemon is killed; its request id is not known then.
  public func change(
    _ method: String, _ members: [JSON.Member], line: String, isOneChange: Bool = true
  ) throws(ClientError) -> JSON {
    requestCount += 1
    let fate = Fate(
      requestId: "\(requestPrefix)-\(requestCount)", line: line, isOneChange: isOneChange)
    return try ask(method, members, fate)
  }

  /// What decides whether a call that changes something may be sent again.
  private struct Fate {
    let requestId: String
    let line: String
    let isOneChange: Bool

    /// Whether it may be: the daemon remembers the id, or nothing at all has changed since.
    /// - Parameters:
    ///   - seq: The session's last change there.
    ///   - known: The last one that was known before.
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
        takeNotices(ownUntil: answer["seq"]?.intValue)
        return answer
      } catch {
        switch error {
        case .tooLong: throw error
        case .refused(let refusal) where !refusal.isShuttingDown: throw error
        case .refused:
          if isLast { throw error }
          leave(reason: error.message)
        default:
          leave(reason: error.message)
          let known = seq
          guard !isLast, let again = try? connected(), !news.contains(.sessionLost),
            // A call that changes nothing can be made again and again.
            fate?.isKnown(to: again.greeting, from: first, seq: seqThere, known: known) ?? true
          else {
            if let fate { throw .unknownFate(line: fate.line) }
            throw error
          }
        }
      }
      current = try connected()
    }
    throw .lost(path: path, reason: "it was lost three times")
  }

  /// The connection; if it is lost, a new one, looked for as long as somebody may wait.
  private func connected() throws(ClientError) -> DaemonConnection {
    if let connection { return connection }
    let end = EventLoop.nowMilliseconds + reconnectMillisecondsMax
    while true {
      do throws(ClientError) {
        return try reconnect(milliseconds: 1_000)
      } catch {
        guard EventLoop.nowMilliseconds < end, error.isPassing else { throw error }
      }
      sleepMilliseconds(reconnectPauseMillisecondsMin)
    }
  }

  private func reconnect(milliseconds: Int32) throws(ClientError) -> DaemonConnection {
    let connection = try DaemonConnection(path: path, milliseconds: milliseconds)
    let isNew = try enter(connection, milliseconds: milliseconds)
    greeting = connection.greeting
    if isNew { news.append(.sessionLost) }
    news.append(.back)
    take(connection)
    return connection
  }

  /// Finds the session, or begins it, and has changes told from the last known one on.
  /// - Returns: Whether it was begun.
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
        // Another client was faster.
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
      news.append(.missed)
      seq = answer["seq"]?.intValue ?? seq
    }
    return isNew
  }

  /// Goes on with a connection.
  private func take(_ connection: DaemonConnection) {
    self.connection = connection
    pause = reconnectPauseMillisecondsMin
    retry?.stop()
    reader = try? LoopReader(connection.descriptor, loop: loop) { [weak self] in self?.heard() }
    takeNotices(ownUntil: nil)
  }

  /// Something has come by itself.
  private func heard() {
    guard let connection else { return }
    do throws(ClientError) {
      try connection.receive()
      takeNotices(ownUntil: nil)
    } catch {
      takeNotices(ownUntil: nil)
      leave(reason: error.message)
    }
    if !news.isEmpty { onNews?() }
  }

  private func leave(reason: String) {
    guard connection != nil else { return }
    reader?.end()
    reader = nil
    connection = nil
    news.append(.away(reason: reason))
    retry?.start(afterMilliseconds: pause)
  }

  /// The daemon is looked for while nobody waits for it.
  private func lookAgain() {
    guard connection == nil else { return }
    do throws(ClientError) {
      _ = try reconnect(milliseconds: 200)
    } catch {
      pause = min(pause * 2, reconnectPauseMillisecondsMax)
      retry?.start(afterMilliseconds: pause)
    }
    if !news.isEmpty { onNews?() }
  }

  /// Takes what the daemon has told. What comes behind the answer to our own call, up to the change
  /// that it names, is our own and no news.
  private func takeNotices(ownUntil own: Int64?) {
    guard let connection else { return }
    let before = own == nil ? Int.max : connection.noticesBeforeAnswer
    if connection.droppedNotices > 0 { news.append(.missed) }
    let notices = connection.takeNotices()
    for notice in notices.prefix(before) { take(notice) }
    // An answer tells the session's last change, which goes back where a disk has failed.
    if let own { seq = own }
    for notice in notices.dropFirst(before) { take(notice) }
    if news.count > noticesMax { news.removeFirst(noticesMax / 2) }
  }

  private func take(_ notice: RPCNotification) {
    guard let change = LinkNews.Change(notice, of: session) else {
      if let other = LinkNews(notice, of: session) { news.append(other) }
      return
    }
    guard change.seq > seq else { return }
    seq = change.seq
    news.append(.changed(change))
  }
}
