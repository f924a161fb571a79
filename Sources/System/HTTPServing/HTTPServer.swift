internal import CLibrary
internal import CMicroHTTPD
internal import CSystem
public import Diagnostics
public import EventLoops
internal import FileAccess

/// Answers requests.
public protocol HTTPHandler: AnyObject {
  /// The headers of every answer; those that libmicrohttpd gives itself, to requests that are not
  /// HTTP or exceed its limits, have none.
  var headers: [(name: String, value: String)] { get }

  /// Checks a request before its body is read.
  /// - Returns: The answer if it is refused; the connection is closed after it.
  func refusal(of request: HTTPRequest) -> HTTPResponse?

  /// Answers a request with its whole body, at once or later.
  func answer(_ exchange: HTTPExchange)
}

/// An HTTP server on a port of 127.0.0.1: libmicrohttpd within an event loop, without threads.
///
/// libmicrohttpd has a descriptor of epoll for all of its sockets. Where the system has no epoll,
/// the sockets are followed one by one.
public final class HTTPServer {
  /// The port that it listens on.
  public let port: UInt16

  private weak var handler: (any HTTPHandler)?
  private let loop: EventLoop
  private let limits: HTTPLimits
  private let usesEpoll: Bool
  /// `nil` once closed.
  private var server: OpaquePointer?
  /// The watches of the server's sockets: one for epoll, otherwise one per socket.
  private var readers: [LoopReader] = []
  private var timer: LoopTimer?
  private var checking: LoopTimer?
  /// Whether the server has to run again before the loop waits.
  private var isWoken = false
  private var connections: [OpaquePointer: Connection] = [:]

  private struct Connection {
    let socket: Int32
    var exchange: HTTPExchange?
    /// When it has to be closed, in milliseconds; `nil` for a stream.
    var deadline: UInt64?
    /// Its place among the connections without an accepted request; `nil` once it has had one, or
    /// is being closed.
    var newcomer: Int?
  }

  /// The number of connections that were started.
  private var startedCount = 0

  /// Whether the system has epoll.
  public nonisolated static var hasEpoll: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// Listens and serves while the loop runs.
  /// - Parameters:
  ///   - port: 0 for a free one.
  ///   - usesEpoll: False to follow each socket although there is epoll.
  /// - Throws: Why the port cannot be used.
  public init(
    port: UInt16, handler: any HTTPHandler, loop: EventLoop, limits: HTTPLimits = HTTPLimits(),
    usesEpoll: Bool = hasEpoll
  ) throws(Diagnostic) {
    csystem_ignore_write_signals()
    if let reason = cmicrohttpd_load() { throw .noHTTPLibrary(reason: String(cString: reason)) }
    (self.handler, self.loop, self.limits, self.usesEpoll) = (handler, loop, limits, usesEpoll)
    var bound = port
    let socket = csystem_loopback_listen(&bound, waitingConnectionsMax)
    guard socket >= 0 else { throw .unusablePort(port, reason: systemMessage(errno)) }
    self.port = bound
    let flags =
      MHD_ALLOW_SUSPEND_RESUME.rawValue | (usesEpoll ? MHD_USE_EPOLL.rawValue : 0)
    let context = Unmanaged.passUnretained(self).toOpaque()
    server = cmicrohttpd_start(
      UInt32(flags), socket, limits.headBytesMax, UInt32(limits.connectionsMax),
      limits.pauseSecondsMax,
      { context, connection, url, method, _, data, count, mark in
        guard let connection, let url, let method, let count, let mark else { return .NO }
        let isFirst = mark.pointee == nil
        mark.pointee = UnsafeMutableRawPointer(connection)
        return HTTPServer.of(context)?.take(
          connection, isFirst: isFirst, url: url, method: method, data: data, count: count) ?? .NO
      },
      { context, connection, _, _ in
        guard let connection else { return }
        HTTPServer.of(context)?.completed(connection)
      },
      { context, connection, _, event in
        guard let connection else { return }
        HTTPServer.of(context)?.notified(connection, isStarted: event == .CONNECTION_NOTIFY_STARTED)
      }, context)
    guard server != nil else {
      CLibrary.close(socket)
      throw .unusablePort(port, reason: systemMessage(ENOMEM))
    }
    do throws(LoopFault) {
      try follow()
    } catch {
      close()
      throw .unusablePort(port, reason: error.text)
    }
    run()
  }

  private func follow() throws(LoopFault) {
    timer = try loop.timer { [weak self] in self?.run() }
    checking = try loop.timer { [weak self] in self?.closeLate() }
    checking?.start(afterMilliseconds: checkMilliseconds, everyMilliseconds: checkMilliseconds)
    try loop.onWaiting { [weak self] in
      if self?.isWoken == true { self?.run() }
    }
    if let server, usesEpoll {
      readers = [
        try LoopReader(cmicrohttpd_epoll_descriptor(server), loop: loop) { [weak self] in
          self?.run()
        }
      ]
    }
  }

  /// Closes all connections and stops listening. To be called once, before the loop is closed.
  public func close() {
    guard let server else { return }
    for connection in connections.values {
      connection.exchange?.abandon(HTTPResponse(status: 503))
    }
    cmicrohttpd_run(server)  // Lets what was suspended end.
    for reader in readers { reader.end() }
    readers = []
    timer?.stop()
    checking?.stop()
    cmicrohttpd_stop(server)
    self.server = nil
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
    context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Handles what has happened at the sockets.
  private func run() {
    guard let server else { return }
    isWoken = false
    // Ended first, since libmicrohttpd can close their sockets.
    if !usesEpoll { readers = [] }
    cmicrohttpd_run(server)
    if !usesEpoll { followSockets(of: server) }
    if let milliseconds = UInt64(exactly: cmicrohttpd_timeout(server)) {
      timer?.start(afterMilliseconds: milliseconds)
    } else {
      timer?.stop()
    }
  }

  private func followSockets(of server: OpaquePointer) {
    var descriptors = [Int32](repeating: 0, count: selectedDescriptorsMax)
    var events = descriptors
    let count = cmicrohttpd_descriptors(
      server, &descriptors, &events, Int32(selectedDescriptorsMax))
    readers = zip(descriptors, events).prefix(Int(count)).compactMap { descriptor, event in
      let wanted: LoopEvents = [
        event & 1 != 0 ? .readable : [], event & 2 != 0 ? .writable : [],
      ]
      return try? LoopReader(descriptor, for: wanted, loop: loop) { [weak self] in self?.run() }
    }
  }

  private func notified(_ connection: OpaquePointer, isStarted: Bool) {
    guard isStarted else {
      connections[connection] = nil
      isWoken = true  // At the limit, libmicrohttpd listens again only when it runs once more.
      return
    }
    let socket = cmicrohttpd_socket(connection)
    csystem_bound_unsent(socket, limits.unsentBytesMax)
    startedCount += 1
    connections[connection] = Connection(
      socket: socket, deadline: EventLoop.nowMilliseconds + limits.newcomerMillisecondsMax,
      newcomer: startedCount)
    closeOldestNewcomer()
  }

  private func closeOldestNewcomer() {
    let newcomers = connections.filter { $0.value.newcomer != nil }
    guard newcomers.count > limits.newcomersMax,
      let oldest = newcomers.min(by: { ($0.value.newcomer ?? 0) < ($1.value.newcomer ?? 0) })
    else { return }
    shutdown(oldest.value.socket, Int32(SHUT_RDWR))
    connections[oldest.key]?.newcomer = nil
  }

  /// Closes connections whose request or answer takes too long: libmicrohttpd bounds only pauses.
  private func closeLate() {
    let now = EventLoop.nowMilliseconds
    for connection in connections.values where connection.deadline.map({ $0 <= now }) ?? false {
      shutdown(connection.socket, Int32(SHUT_RDWR))
    }
  }

  /// Takes a part of a request: its head, bytes of its body, then its end.
  private func take(
    _ connection: OpaquePointer, isFirst: Bool, url: UnsafePointer<CChar>,
    method: UnsafePointer<CChar>, data: UnsafePointer<CChar>?, count: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    if isFirst { return begin(connection, url: url, method: method) }
    guard let exchange = connections[connection]?.exchange else { return .NO }
    if count.pointee > 0 {
      if let data, !exchange.isTooLarge {
        exchange.request.body += UnsafeRawBufferPointer(start: data, count: count.pointee)
        exchange.isTooLarge = exchange.request.body.count > limits.bodyBytesMax
        if exchange.isTooLarge { exchange.request.body = [] }
      }
      count.pointee = 0
      return .YES
    }
    if !exchange.isHandled {
      exchange.isHandled = true
      connections[connection]?.deadline =
        EventLoop.nowMilliseconds + limits.answerMillisecondsMax
      if exchange.isTooLarge {
        exchange.answer(HTTPResponse(status: 413))
      } else {
        handler?.answer(exchange)
      }
    }
    guard let answer = exchange.answer else {
      exchange.suspend()
      return .YES
    }
    return send(answer, to: connection)
  }

  /// Takes the head of a request.
  private func begin(
    _ connection: OpaquePointer, url: UnsafePointer<CChar>, method: UnsafePointer<CChar>
  ) -> MHD_Result {
    let headers = fields(connection, .HEADER_KIND).map {
      HTTPRequest.Field(name: lowercased($0.name), value: $0.value)
    }
    let request = HTTPRequest(
      method: String(cString: method), path: String(cString: url),
      query: fields(connection, .GET_ARGUMENT_KIND), headers: headers)
    connections[connection]?.exchange = HTTPExchange(request, on: connection) { [weak self] in
      self?.isWoken = true
    }
    let length = request.header("content-length").flatMap(Int.init) ?? 0
    let refusal =
      length > limits.bodyBytesMax ? HTTPResponse(status: 413) : handler?.refusal(of: request)
    guard let refusal else {
      connections[connection]?.newcomer = nil
      connections[connection]?.deadline =
        EventLoop.nowMilliseconds + limits.requestMillisecondsMax
      return .YES
    }
    return send(.whole(refusal), to: connection, isLast: true)
  }

  /// Passes an answer to libmicrohttpd.
  private func send(
    _ answer: HTTPExchange.Answer, to connection: OpaquePointer, isLast: Bool = false
  ) -> MHD_Result {
    let head: HTTPResponse
    let response: OpaquePointer?
    switch answer {
    case .whole(let whole):
      head = whole
      response = head.body.withUnsafeBytes { bytes in
        cmicrohttpd_response(bytes.baseAddress, bytes.count)
      }
    case .stream(let start, let stream):
      head = start
      connections[connection]?.deadline = nil
      guard let socket = connections[connection]?.socket,
        (try? stream.watch(socket, loop: loop)) != nil
      else { return .NO }
      response = streamed(stream, to: connection)
    }
    guard let response else { return .NO }
    for (name, value) in (handler?.headers ?? []) + head.headers {
      cmicrohttpd_header(response, name, value)
    }
    if isLast { cmicrohttpd_header(response, "Connection", "close") }
    return cmicrohttpd_answer(connection, head.status, response)
  }

  private func streamed(_ stream: HTTPStream, to connection: OpaquePointer) -> OpaquePointer? {
    let source = StreamSource(stream: stream, connection: connection)
    let context = Unmanaged.passRetained(source)
    let response = cmicrohttpd_stream(
      streamBlockBytes,
      { context, _, buffer, count in
        guard let context, let buffer else { return cmicrohttpd_end() }
        let source = Unmanaged<StreamSource>.fromOpaque(context).takeUnretainedValue()
        return source.stream.read(
          into: UnsafeMutableRawBufferPointer(start: buffer, count: count), of: source.connection)
      }, context.toOpaque(),
      { context in
        guard let context else { return }
        Unmanaged<StreamSource>.fromOpaque(context).release()
      })
    if response == nil { context.release() }
    return response
  }

  /// Forgets a request whose answer was sent, or whose connection has failed.
  private func completed(_ connection: OpaquePointer) {
    connections[connection]?.exchange?.close()
    connections[connection]?.exchange = nil
    connections[connection]?.deadline =
      EventLoop.nowMilliseconds + limits.requestMillisecondsMax
  }

  private func fields(
    _ connection: OpaquePointer, _ kind: MHD_ValueKind
  ) -> [HTTPRequest.Field] {
    let list = FieldList()
    cmicrohttpd_fields(
      connection, kind,
      { context, _, name, value in
        guard let context, let name else { return .YES }
        Unmanaged<FieldList>.fromOpaque(context).takeUnretainedValue().fields.append(
          HTTPRequest.Field(
            name: String(cString: name), value: value.map { String(cString: $0) } ?? ""))
        return .YES
      }, Unmanaged.passUnretained(list).toOpaque())
    return list.fields
  }
}

/// What libmicrohttpd reads a stream from.
private final class StreamSource {
  let stream: HTTPStream
  let connection: OpaquePointer

  init(stream: HTTPStream, connection: OpaquePointer) {
    (self.stream, self.connection) = (stream, connection)
  }
}

/// Collects what libmicrohttpd lists.
private final class FieldList {
  var fields: [HTTPRequest.Field] = []
}

/// A header's name in lower case; other characters than ASCII's are kept.
private nonisolated func lowercased(_ name: String) -> String {
  String(
    decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
}
