import CLibrary
import CSystem
import Diagnostics
import EventLoops
import FileAccess
import TestSupport
import Testing

@testable import HTTPServing

/// A server whose handler answers what a test says; both kinds of waiting for sockets are tested.
@MainActor final class TestServer: HTTPHandler {
  let loop: EventLoop
  private(set) var server: HTTPServer?
  /// Requests that were not answered at once.
  var waiting: [HTTPExchange] = []
  var answers: (HTTPExchange) -> HTTPResponse? = { exchange in
    HTTPResponse(status: 200, body: exchange.request.body)
  }
  var refuses: (HTTPRequest) -> HTTPResponse? = { _ in nil }
  let headers = [(name: "X-Every", value: "answer")]

  init(_ limits: HTTPLimits = HTTPLimits(), usesEpoll: Bool = HTTPServer.hasEpoll) throws {
    loop = try EventLoop()
    server = try HTTPServer(
      port: 0, handler: self, loop: loop, limits: limits, usesEpoll: usesEpoll)
  }

  isolated deinit {
    server?.close()
    loop.close()
  }

  func refusal(of request: HTTPRequest) -> HTTPResponse? { refuses(request) }

  func answer(_ exchange: HTTPExchange) {
    if let response = answers(exchange) {
      exchange.answer(response)
    } else {
      waiting.append(exchange)
    }
  }

  func client() throws -> RawClient { try RawClient(port: server?.port ?? 0, loop: loop) }

  /// Gives the loop turns until something is true.
  func waits(_ isDone: () -> Bool) -> Bool {
    let deadline = EventLoop.nowMilliseconds + UInt64(hangSeconds) * 1_000
    while EventLoop.nowMilliseconds < deadline {
      loop.turn()
      if isDone() { return true }
      usleep(200)
    }
    return false
  }
}

@MainActor struct HTTPServerTests {
  @Test(arguments: [true, false])
  func `a request is answered, at once or later, and its connection is kept`(usesEpoll: Bool) throws
  {
    let server = try TestServer(usesEpoll: usesEpoll)
    let client = try server.client()
    client.send("POST /a?b=c%20d HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
    var answer = try client.answer()
    #expect(answer.status == 200)
    #expect(answer.text == "hello")
    server.answers = { _ in nil }
    client.send("GET /a?b=c%20d HTTP/1.1\r\nHost: x\r\nX-Y: z\r\n\r\n")
    #expect(server.waits { !server.waiting.isEmpty })
    let exchange = try #require(server.waiting.last)
    #expect(exchange.request.method == "GET")
    #expect(exchange.request.path == "/a")
    #expect(exchange.request.item("b") == "c d")
    #expect(exchange.request.header("x-y") == "z")
    exchange.answer(HTTPResponse(status: 404, headers: [("X-A", "b")], body: Array("no".utf8)))
    exchange.answer(HTTPResponse(status: 200))
    answer = try client.answer()
    #expect(answer.status == 404)
    #expect(answer.headers["x-a"] == "b")
    #expect(answer.text == "no")
  }

  @Test(arguments: [true, false])
  func `a stream is sent piece by piece and ends with its client`(usesEpoll: Bool) throws {
    let server = try TestServer(usesEpoll: usesEpoll)
    var streams: [HTTPStream] = []
    var closed = 0
    server.answers = { exchange in
      let stream = exchange.stream(HTTPResponse(status: 200))
      stream.onClose = { closed += 1 }
      streams.append(stream)
      return nil
    }
    let client = try server.client()
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(server.waits { streams.count == 1 })
    streams[0].send("one".utf8)
    try client.read(until: "one")
    streams[0].send("two".utf8)
    try client.read(until: "two")
    #expect(closed == 0)
    client.close()
    #expect(server.waits { closed == 1 })
    let second = try server.client()
    second.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(server.waits { streams.count == 2 })
    streams[1].send("last".utf8)
    streams[1].end()
    try second.read(until: "last\r\n0\r\n")
    #expect(server.waits { closed == 2 })
  }

  @Test(arguments: [true, false])
  func `what exceeds a limit is refused, and the server serves on`(usesEpoll: Bool) throws {
    var limits = HTTPLimits()
    limits.bodyBytesMax = 1_000
    limits.headBytesMax = 4_096
    let server = try TestServer(limits, usesEpoll: usesEpoll)
    let announced = try server.client()
    announced.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n")
    let refused = try announced.answer()
    #expect(refused.status == 413)
    #expect(refused.headers["x-every"] == "answer")
    #expect(announced.isClosed())
    let chunked = try server.client()
    chunked.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in 0..<3 { chunked.send("1f4\r\n" + String(repeating: "x", count: 500) + "\r\n") }
    chunked.send("0\r\n\r\n")
    #expect(try chunked.answer().status == 413)
    let long = try server.client()
    long.send("GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "x", count: 10_000))\r\n\r\n")
    #expect(try (400..<500).contains(long.answer().status))
    let fitting = try server.client()
    let body = String(repeating: "x", count: 1_000)
    fitting.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" + body)
    #expect(try fitting.answer().text == body)
  }

  @Test(arguments: [true, false])
  func `a request that does not end in time is cut off, also if it trickles`(usesEpoll: Bool) throws
  {
    var limits = HTTPLimits()
    limits.newcomerMillisecondsMax = 300
    limits.requestMillisecondsMax = 300
    let server = try TestServer(limits, usesEpoll: usesEpoll)
    let silent = try server.client()
    let trickling = try server.client()
    trickling.send("GET / HTTP/1.1\r\nHost: x\r\nX: ")
    let ended = server.waits {
      trickling.trySend("x")
      return trickling.isClosedNow && silent.isClosedNow
    }
    #expect(ended)
  }

  @Test(arguments: [true, false])
  func `an answer that is not read in time is cut off`(usesEpoll: Bool) throws {
    var limits = HTTPLimits()
    limits.answerMillisecondsMax = 300
    let server = try TestServer(limits, usesEpoll: usesEpoll)
    server.answers = { _ in
      HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: 64 << 20))
    }
    let client = try server.client()
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    let began = EventLoop.nowMilliseconds
    #expect(server.waits { EventLoop.nowMilliseconds > began + 1_500 })
    #expect(client.readAll() < 64 << 20)
  }

  @Test func `more connections than the limit wait, and are served when others end`() throws {
    var limits = HTTPLimits()
    limits.connectionsMax = 8
    limits.newcomerMillisecondsMax = 500
    let server = try TestServer(limits)
    let silent = try (0..<8).map { _ in try server.client() }
    let late = try server.client()
    late.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try late.answer().status == 200)
    #expect(silent.allSatisfy { $0.isClosed() })
  }

  // No time ends here, so that only the share lets the last client in.
  @Test(arguments: [true, false])
  func `connections without an accepted request cannot keep others out`(usesEpoll: Bool) throws {
    var limits = HTTPLimits()
    limits.connectionsMax = 8
    limits.newcomersMax = 4
    limits.newcomerMillisecondsMax = 600_000
    let server = try TestServer(limits, usesEpoll: usesEpoll)
    let known = try server.client()
    known.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try known.answer().status == 200)
    let silent = try (0..<20).map { _ in try server.client() }
    let late = try server.client()
    late.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try late.answer().status == 200)
    #expect(server.waits { silent.filter { !$0.isClosedNow }.count <= 4 })
    // The newest stay, and so does who was let in.
    #expect(!silent[19].isClosedNow)
    known.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try known.answer().status == 200)
  }

  /// A request that libmicrohttpd refuses itself, and the status of its answer. `$M` is a text of
  /// the client, `$L` a long one that ends with it.
  nonisolated static let malformed: [(status: Int, lines: String)] = [
    (431, "GET /$M HTTP/1.1|Host: x|X: $L"), (431, "GET /$M HTTP/1.1|Host: x|$L: x"),
    (414, "GET /$M$L HTTP/1.1|Host: x"), (414, "$M$L / HTTP/1.1|Host: x"),
    (505, "GET /$M HTTP/9.9|Host: x|X: $M"), (505, "GET /$M HTTP/0.9|Host: x|X: $M"),
    (400, "GET /$M $M|Host: x"), (400, "GET /$M|Host: x"), (400, "GET /$M HTTP/1.1|Host: x|$M"),
    (400, "POST /$M HTTP/1.1|Host: x|Content-Length: $M"),
    (400, "POST /$M HTTP/1.1|Host: x|X: $M|Content-Length: -1"),
    (413, "POST /$M HTTP/1.1|Host: x|X: $M|Content-Length: 99999999999999999999"),
    (400, "POST /$M HTTP/1.1|Host: x|X: $M|Transfer-Encoding: chunked||$M"),
    (413, "POST /$M HTTP/1.1|Host: x|X: $M|Transfer-Encoding: chunked||99999999999999999"),
  ]

  // These answers lack the handler's headers; so nothing in them can come from a client.
  @Test(arguments: malformed)
  func `an answer of libmicrohttpd itself contains nothing of the request`(
    row: (status: Int, lines: String)
  ) throws {
    let server = try TestServer()
    let answers = try ["<script>one", "<script>two"].map { text in
      let long = String(repeating: "x", count: 20_000) + text
      let lines = row.lines.replacing("$M", with: text).replacing("$L", with: long)
        .split(separator: "|", omittingEmptySubsequences: false)
      let client = try server.client()
      client.send(lines.map { $0 + "\r\n" }.joined() + "\r\n")
      return try client.answer()
    }
    for answer in answers {
      #expect(answer.status == row.status)
      #expect(answer.text == answers[0].text)
      #expect(!answer.text.contains("<script"))
      #expect(Set(answer.headers.keys).isSubset(of: ["connection", "content-length", "date"]))
    }
  }

  @Test func `a port that is in use is reported`() throws {
    let server = try TestServer()
    let port = try #require(server.server?.port)
    let inUse = Diagnostic.unusablePort(port, reason: systemMessage(EADDRINUSE))
    #expect(throws: inUse) {
      try HTTPServer(port: port, handler: server, loop: server.loop)
    }
  }
}
