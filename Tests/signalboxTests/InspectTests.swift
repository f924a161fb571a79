import CLibrary
import EventLoops
import FileAccess
import JSONCodec
import PseudoTerminal
import TestSupport
import Testing

/// `signalbox inspect` in a shell.
@MainActor struct InspectTests {
  let daemon: RunningDaemon
  let loop: EventLoop

  init() throws {
    let folder = try TemporaryFolder()
    try writeFile(
      folder("app.yaml"),
      Array(
        """
        signalbox: 1
        plugin: shop
        links: [shop://]
        coordinators: { main: { kind: stack, start: / } }
        routes:
          - { path: /, screen: Home }
          - { path: /items/:id, screen: Item, in: main }
        screens: { Home: { taps: { first: /items/1, lost: /nowhere } }, Item: {} }

        """.utf8))
    daemon = try RunningDaemon(routes: folder.path)
    try writeFile(
      daemon.folder("routes.yaml"), readFile(folder("app.yaml"), bytesMax: 10_000))
    loop = try EventLoop()
  }

  /// Starts the inspector. Returns its terminal, port and path with the token.
  private func start(
    _ options: String = "--no-open"
  ) throws -> (terminal: PseudoTerminal, port: UInt16, path: String) {
    let terminal = try daemon.start("signalbox inspect --socket $S \(options) routes.yaml")
    try terminal.wait(for: "is shown at http://127.0.0.1:")
    let text = terminal.screen.text
    let start = try #require(text.firstRange(of: "http://127.0.0.1:")).upperBound
    let address = text[start...].prefix { !$0.isWhitespace }
    let parts = address.split(separator: "/", maxSplits: 1)
    return (terminal, try #require(UInt16(parts[0])), "/" + (parts.last ?? ""))
  }

  @Test func `a link lets a browser in, which moves a session and sees reports`() throws {
    let (terminal, port, path) = try start()
    func answer(_ lines: [String], _ body: String = "") throws -> RawClient.Answer {
      let client = try RawClient(port: port, loop: loop)
      client.send(lines.map { $0 + "\r\n" }.joined() + "\r\n" + body)
      return try client.answer()
    }
    let host = "Host: 127.0.0.1:\(port)"
    let entered = try answer(["GET \(path) HTTP/1.1", host])
    #expect(entered.status == 303)
    try terminal.wait(for: "Another browser can use http://127.0.0.1:\(port)/?token=")
    let cookie = "Cookie: \(entered.headers["set-cookie"]?.split(separator: ";").first ?? "")"
    func get(_ path: String) throws -> RawClient.Answer {
      try answer(["GET \(path) HTTP/1.1", host, cookie])
    }
    func call(_ body: String) throws -> JSON {
      try JSON(
        parsing: answer(
          [
            "POST /call HTTP/1.1", host, cookie, "Origin: http://127.0.0.1:\(port)",
            "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
          ], body
        ).text)
    }
    #expect(try get("/").text.contains("Signalbox"))
    _ = try call("{\"method\":\"session.create\",\"params\":{\"name\":\"demo\"}}")
    let tap = "{\"method\":\"tap\",\"params\":{\"session\":\"demo\",\"name\":\"first\"}}"
    #expect(try call(tap)["result"]?["outcome"] == "moved")
    #expect(
      try daemon.shell("signalbox send --socket $S --session demo stack").contains("Item(id=1)"))
    let findings = try JSON(parsing: get("/findings").text).arrayValue ?? []
    #expect(findings.contains { $0["code"]?.stringValue?.hasPrefix("tap/") == true }, "\(findings)")
    #expect(findings.last?["isComplete"] != nil)
    let picture = try get("/graph.svg?session=demo&of=taps")
    #expect(picture.headers["content-type"] == "image/svg+xml")
    #expect(picture.text.contains("<svg"))
    #expect(try get("/graph.svg?of=nonsense").text.contains("usage/option"))
    let coverage = try JSON(parsing: get("/coverage?session=demo").text).arrayValue ?? []
    #expect(coverage.contains { $0["coverage"]?["covered"] != nil }, "\(coverage)")
    terminal.signal(SIGTERM)
    try terminal.waitForEnd()
  }

  @Test func `without a running daemon it starts a private one, which ends with it`() throws {
    let terminal = try daemon.start(
      "XDG_RUNTIME_DIR=$F TMPDIR=$F signalbox inspect --no-open routes.yaml")
    try terminal.wait(for: "A private daemon with routes.yaml is shown at http://127.0.0.1:")
    #expect(try namesInFolder(daemon.folder.path).contains { $0.hasPrefix("signalbox-") })
    try terminal.send("\u{3}")
    try terminal.waitForEnd()
    #expect(try !namesInFolder(daemon.folder.path).contains { $0.hasPrefix("signalbox-") })
  }

  #if os(Linux)
    @Test func `a private daemon that ends is started again, and the terminal says so`() throws {
      let terminal = try daemon.start(
        "XDG_RUNTIME_DIR=$F TMPDIR=$F signalbox inspect --no-open routes.yaml & "
          + "read line; kill -9 $(cat /proc/$!/task/$!/children); read line; kill $!; wait")
      try terminal.wait(for: "A private daemon with routes.yaml is shown at http://127.0.0.1:")
      try terminal.send("\n")
      try terminal.wait(
        for: "The private daemon had ended; another was started, and all sessions are new.")
      try terminal.send("\n")
      try terminal.waitForEnd()
    }
  #endif

  // The program that opens the browser is replaced by one that shows what it was given.
  @Test func `the browser is opened by a file that only the user can read`() throws {
    _ = try daemon.folder.folder("bin")
    try writeFile(
      daemon.folder("bin/xdg-open"),
      Array(
        "#!/bin/sh\necho opened \"$@\" $(stat -c %a \"${1%/*}\") >opened; cat \"$1\" >>opened\n"
          .utf8))
    chmod(daemon.folder("bin/xdg-open"), 0o755)
    let terminal = try daemon.start(
      "PATH=$F/bin:$PATH signalbox inspect --socket $S routes.yaml")
    try terminal.wait(for: "is shown at http://127.0.0.1:")
    #expect(waits { (try? daemon.folder.text(of: "opened").contains("refresh")) ?? false })
    let lines = try daemon.folder.text(of: "opened").split(separator: "\n")
    #expect(lines[0].hasPrefix("opened /"))
    #expect(lines[0].hasSuffix("/open.html 700"))
    #expect(!lines[0].contains("token"))
    let address = try #require(lines[1].split(separator: "url=").last).prefix { $0 != "\"" }
    #expect(terminal.screen.text.contains(address))
  }

  @Test(arguments: [
    ("--port -1", "--port does not take '-1'"), ("--port 65536", "--port does not take '65536'"),
    ("--port x", "--port does not take 'x'"),
    ("--socket nowhere", "error[client/unreachable]"),
  ])
  func `what cannot work is reported with exit code 2`(options: String, message: String) throws {
    let text = try daemon.shell("signalbox inspect --no-open --socket $S \(options) routes.yaml")
    #expect(text.contains(message), "\(text)")
    #expect(text.contains("exit 2"))
  }

  @Test func `port 0 is any free port`() throws {
    let (terminal, port, _) = try start("--no-open --port 0")
    defer { withExtendedLifetime(terminal) {} }
    #expect(port > 0)
    _ = try RawClient(port: port, loop: loop)
  }

  @Test func `it ends when its terminal is closed`() throws {
    let (_, port, _) = try start()
    #expect(waits { (try? RawClient(port: port, loop: loop)) == nil })
  }

  @Test func `a port that is in use is reported`() throws {
    let (terminal, port, _) = try start()
    defer { withExtendedLifetime(terminal) {} }
    let text = try daemon.shell("signalbox inspect --no-open --socket $S --port \(port)")
    #expect(text.contains("error[inspect/port]: cannot listen on port \(port)"), "\(text)")
    #expect(text.contains("exit 2"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func `another user gets nothing`() throws {
    let (terminal, port, _) = try start()
    defer { withExtendedLifetime(terminal) {} }
    let program = """
      import sys, urllib.error, urllib.request
      for path in ["/", "/?token=" + 64 * "0", "/state", "/events?session=demo"]:
          try:
              print(urllib.request.urlopen("http://127.0.0.1:\(port)" + path).status)
          except urllib.error.HTTPError as error:
              print("status", error.code, error.headers.get("Set-Cookie"))
      """
    try writeFile(daemon.folder("stranger.py"), Array(program.utf8))
    let text = try daemon.shell(
      "setpriv --reuid 4242 --regid 4242 --clear-groups /usr/bin/python3 - < stranger.py")
    #expect(text.components("status 401 None") == 4, "\(text)")
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
