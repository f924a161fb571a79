import CLibrary
import DaemonClient
import FileAccess
import JSONCodec
import PseudoTerminal
import TestSupport
import Testing

@testable import signalbox

/// `signalbox mcp`: the messages, the tools, and its daemon. `Tests/Agents/client` tests it with
/// the protocol's official client.
struct AgentTests {
  private let routes = packageFolder + "/Routes"

  @Test func `the page's dialogues happen as they are written`() throws {
    let page = try Page("docs/mcp.md")
    let folder = try TemporaryFolder()
    let shop = try folder.file("shop.yaml", try #require(page.blocks("yaml").first).text)
    let dialogues = page.blocks("dialogue")
    #expect(dialogues.count == 3)
    for dialogue in dialogues {
      let agent = try AgentProcess([shop])
      for call in dialogue.text.split(separator: "\n> ").map(String.init) {
        let lines = call.split(separator: "\n", maxSplits: 1).map(String.init)
        let words = lines[0].split(separator: " ", maxSplits: 1).map(String.init)
        let tool = words[0] == ">" ? words[1].split(separator: " ")[0] : words[0][...]
        let arguments = try #require(lines[0].firstIndex(of: "{").map { lines[0][$0...] })
        let found = try agent.text(String(tool), try JSON(parsing: Array(arguments.utf8)))
          .replacing(shop, with: "shop.yaml").replacing(/"seconds":[0-9.]+/, with: "\"seconds\":…")
        let expected = lines.count > 1 ? lines[1] : ""
        #expect(trimmed(found) == trimmed(expected), "\(lines[0])")
      }
    }
  }

  @Test func `an answer that cannot be written is reported`() throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let text = try ShellSession.output(
      of: "echo '\(ping)' | signalbox mcp $R 2>&1 >/dev/full", in: TemporaryFolder())
    #expect(text.contains("error[file/unwritable]: cannot write '<standard output>'"), "\(text)")
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }

  /// A text without line ends at its end.
  private func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == "\n" }.reversed())
  }

  @Test func `the page's configurations are JSON that starts this command`() throws {
    let blocks = try Page("docs/mcp.md").blocks("json")
    #expect(blocks.count == 2)
    for block in blocks {
      let json = try JSON(parsing: Array(block.text.utf8))
      let server = json.objectValue?.first?.value["signalbox"]
      #expect(server?["command"] == "signalbox")
      #expect(server?["args"] == ["mcp", "MyApp/Routes"])
    }
  }

  @Test func `the page lists the tools and their arguments, and the list is short`() throws {
    let tools = try #require(
      try AgentProcess([routes]).request("tools/list")["result"]?["tools"]?.arrayValue)
    #expect(tools.count == 10)
    let page = try Page("docs/mcp.md").text
    for tool in tools {
      let schema = tool["inputSchema"]
      let required = schema?["required"]?.arrayValue ?? []
      let arguments = (schema?["properties"]?.objectValue ?? []).map { property in
        "`\(property.key)`" + (required.contains(.string(property.key)) ? "*" : "")
      }
      let name = tool["name"]?.stringValue ?? ""
      #expect(page.contains("\n| `\(name)` | \(arguments.joined(separator: ", ")) | "), "\(name)")
    }
    #expect(JSON.array(tools).text.utf8.count <= 6_144)
    let folder = try TemporaryFolder()
    let all = try AgentProcess([routes, "--script-folder", folder.path]).request("tools/list")
    #expect(all.text.utf8.count <= 6_144)
  }

  static let impossible: [(tool: String, arguments: JSON, answer: String)] = [
    (
      "act", ["session": "a", "line": "save x.nav"],
      "error[command/file]: 'x.nav' is not available: the session is remote. Use the tools "
        + "'save_script' and 'run_script'; instead of 'load', run the script in a new session."
    ),
    (
      "run_script", ["session": "a", "script": "back", "file": "a.nav"],
      "error[agent/parameter]: the arguments 'script' and 'file' exclude each other. Pass one of "
        + "them."
    ),
    (
      "run_script", ["session": "a"],
      "error[agent/parameter]: the argument 'script' is missing. Pass the text as 'script', or the "
        + "name of a script of the folder as 'file'."
    ),
  ]

  @Test func `what an agent cannot call so is answered with the tools that can`() throws {
    let folder = try TemporaryFolder()
    let agent = try AgentProcess([routes, "--script-folder", folder.path])
    _ = try agent.call("session", ["action": "create", "name": "a"])
    for row in Self.impossible {
      #expect(try agent.text(row.tool, row.arguments) == row.answer)
    }
  }

  @Test func `hints agree with the daemon's methods`() throws {
    let daemon = try RunningDaemon()
    let agent = try AgentProcess(["--socket", daemon.socket])
    let tools = try #require(try agent.request("tools/list")["result"]?["tools"]?.arrayValue)
    let readOnly = tools.filter { $0["annotations"]?["readOnlyHint"] == true }
    #expect(
      readOnly.compactMap { $0["name"]?.stringValue } == [
        "resolve", "why", "routes", "check", "explore", "look", "save_script",
      ])
  }

  struct Garbage: Sendable {
    let line: String
    let number: Int64
    let code: String
  }

  static let garbage = [
    Garbage(line: "garbage", number: -32_700, code: "json/syntax"),
    Garbage(line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"meth", number: -32_700, code: "json/syntax"),
    Garbage(line: "\u{FEFF}\u{1B}[31m", number: -32_700, code: "json/syntax"),
    Garbage(line: "7", number: -32_600, code: "json/message"),
    Garbage(line: "{\"id\":1,\"method\":\"ping\"}", number: -32_600, code: "json/message"),
    Garbage(
      line: "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", number: -32_600,
      code: "json/message"),
    Garbage(
      line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"fly\"}", number: -32_601,
      code: "agent/unknown"),
    Garbage(
      line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[]}",
      number: -32_602, code: "agent/parameter"),
    Garbage(
      line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\","
        + "\"params\":{\"cursor\":\"x\"}}",
      number: -32_602, code: "agent/parameter"),
    Garbage(
      line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}",
      number: -32_602, code: "agent/parameter"),
    Garbage(
      line: String(repeating: "[", count: 100), number: -32_700, code: "json/limit"),
    Garbage(
      line: String(repeating: "x", count: 1_048_577), number: -32_600, code: "input/too-long"),
  ]

  @Test func `garbage gets an error, and the calls after it are answered`() throws {
    let agent = try AgentProcess([routes])
    for garbage in Self.garbage {
      try agent.send(garbage.line + "\n")
      let error = try agent.receive()["error"]
      #expect(error?["code"]?.intValue == garbage.number, "\(garbage.line.prefix(100))")
      #expect(error?["data"]?["code"]?.stringValue == garbage.code, "\(garbage.line.prefix(100))")
    }
    // Neither a notification nor an empty line has an answer.
    try agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n\n")
    #expect(try agent.request("ping")["result"] == [:])
    // The end of the input ends the last line.
    try agent.send("{\"jsonrpc\":\"2.0\",\"id\":\"half\",\"method\":\"ping\"")
  }

  @Test func `a request without a state names its version and gets what it needs`() throws {
    let agent = try AgentProcess([routes])
    func meta(_ version: JSON, capabilities: JSON? = [:]) -> JSON {
      var members = [JSON.Member("io.modelcontextprotocol/protocolVersion", version)]
      if let capabilities {
        members.append(.init("io.modelcontextprotocol/clientCapabilities", capabilities))
      }
      return ["_meta": .object(members)]
    }
    let found = try agent.request("server/discover", meta("2026-07-28"))["result"]
    #expect(found?["supportedVersions"] == ["2026-07-28"])
    #expect(found?["resultType"] == "complete")
    #expect(found?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "signalbox")
    let list = try agent.request("tools/list", meta("2026-07-28"))["result"]
    #expect(list?["ttlMs"]?.intValue == 3_600_000)
    #expect(list?["cacheScope"] == "private")
    let other = try agent.request("tools/list", meta("2031-01-01"))["error"]
    #expect(other?["code"]?.intValue == -32_022)
    #expect(other?["data"]?["supported"] == ["2026-07-28"])
    #expect(other?["data"]?["requested"] == "2031-01-01")
    for params in [meta(7), meta("2026-07-28", capabilities: nil)] {
      let error = try agent.request("tools/list", params)["error"]
      #expect(error?["code"]?.intValue == -32_602)
    }
    #expect(try agent.request("server/discover")["error"]?["code"]?.intValue == -32_602)
    // The other kind of the protocol has none of these members.
    let plain = try agent.request("tools/list")["result"]
    #expect(plain?.objectValue?.map(\.key) == ["tools"])
  }

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25"),
  ])
  func `initialize agrees on a version`(wanted: String, agreed: String) throws {
    let result = try AgentProcess([routes]).request(
      "initialize", ["protocolVersion": .string(wanted)])["result"]
    #expect(result?["protocolVersion"]?.stringValue == agreed)
    #expect(result?["serverInfo"]?["name"] == "signalbox")
  }

  @MainActor @Test func `other clients see which changes are the agent's`() throws {
    let daemon = try RunningDaemon()
    let agent = try AgentProcess(["--socket", daemon.socket])
    _ = try agent.call("session", ["action": "create", "name": "a"])
    let other = try Connection(path: daemon.socket)
    var notices: [RPCNotification] = []
    other.onNotice = { notices.append($0) }
    _ = try other.call("subscribe", ["session": "a", "fromSeq": 0])
    _ = try agent.call("act", ["session": "a", "line": "open /movies"])
    _ = try other.call("stack", ["session": "a"])
    let event = notices.first { $0.method == "event" }?.params?["event"]
    let id = try #require(event?["requestId"]?.stringValue)
    #expect(id.wholeMatch(of: /mcp\.[0-9a-z]+-[0-9]+/) != nil, "\(id)")
    _ = try other.call("back", ["session": "a"])
    #expect(try agent.call("look", ["session": "a"])["structuredContent"]?["seq"]?.intValue == 2)
  }

  @Test func `a daemon that is away is an error, and the agent finds the next one`() throws {
    let daemon = try RunningDaemon()
    let agent = try AgentProcess(["--socket", daemon.socket])
    _ = try agent.call("session", ["action": "create", "name": "a"])
    try daemon.stop()
    for tool in ["act", "look"] {
      let arguments: JSON = tool == "act" ? ["session": "a", "line": "back"] : ["session": "a"]
      let text = try agent.text(tool, arguments)
      #expect(text.hasPrefix("error[client/unreachable]"), "\(text)")
    }
    try daemon.start()
    // The advice names a tool, not a method of the daemon.
    for name in ["a", "session.create"] {
      #expect(
        try agent.text("look", ["session": .string(name)])
          == "error[daemon/unknown-session]: unknown session '\(name)'. "
          + "Create it with the action 'create' of the tool 'session'.")
    }
    #expect(try agent.call("session", ["action": "create", "name": "a"])["isError"] == false)
  }

  @MainActor @Test
  func `a private daemon that ends is started again, which is an error once`()
    throws
  {
    let folder = try TemporaryFolder()
    let agent = try AgentProcess([routes], temporary: folder.path)
    _ = try agent.call("session", ["action": "create", "name": "a"])
    let place = try #require(namesInFolder(folder.path).first)
    let status = try Connection(path: folder("\(place)/socket")).call("status", [:])
    let process = try #require(status["processId"]?.intValue)
    try #require(kill(pid_t(process), SIGKILL) == 0)
    while (try? Connection(path: folder("\(place)/socket"))) != nil { usleep(1_000) }
    let texts = try (0..<2).map { _ in try agent.text("act", ["session": "a", "line": "back"]) }
    #expect(
      texts[0] == "error[client/lost]: the daemon had ended; another was started, and all sessions "
        + "are new. Repeat the call, and what led to it.")
    #expect(texts[1].hasPrefix("error[daemon/unknown-session]"), "\(texts[1])")
    #expect(try agent.call("session", ["action": "create", "name": "a"])["isError"] == false)
  }

  @Test func `a killed server leaves no daemon and no folder`() throws {
    let folder = try TemporaryFolder()
    let agent = try AgentProcess([routes], temporary: folder.path)
    _ = try agent.request("ping")
    #expect(try namesInFolder(folder.path).count == 1)
    agent.program.signal(SIGKILL)
    let deadline = Deadline(milliseconds: hangSeconds * 1_000)
    while try !namesInFolder(folder.path).isEmpty, !deadline.isOver { usleep(10_000) }
    #expect(try namesInFolder(folder.path) == [])
  }

  @Test func `a result over the limit is an error with advice`() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<3_000).map { "  - { path: /shelf-number-\($0), screen: Home }\n" }
    let start = """
      signalbox: 1
      plugin: a
      links: [a://]
      coordinators:
        root: { kind: stack, start: / }
      routes:
        - { path: /, screen: Home }

      """
    let app = try folder.file("app.yaml", start + rows.joined() + "screens:\n  Home: {}\n")
    let agent = try AgentProcess([app])
    let text = try agent.text("routes", [:])
    #expect(text.hasPrefix("error[agent/limit]"), "\(text.prefix(200))")
    #expect(try agent.call("routes", ["filter": "number-29"])["isError"] == false)
  }

  @Test func `without a daemon and without route files it says what to do`() throws {
    let folder = try TemporaryFolder()
    let run = try CommandRun("mcp --socket \(folder.path)/none < /dev/null")
    #expect(run.status == "2")
    #expect(run.output == "")
    #expect(run.errors.contains("Start one with 'signalbox serve'"), "\(run.errors)")
  }
}
