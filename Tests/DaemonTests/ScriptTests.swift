import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Journal
import Navigation
import TestSupport
import Testing

@testable import Daemon

/// Scripts that clients send, and the line `reload` in scripts and alone.
@MainActor struct ScriptTests {
  // Goal: what a script leads to is there after a restart.
  // Method: a state in the middle of a script, and more events than from one snapshot to the next.
  @Test(arguments: [
    "open /movies/1\nundo\nopen /movies/2\n", "open /movies/1\nopen /movies/2\nundo\nredo\n",
    String(repeating: "open /movies/1\nopen /movies/2\n", count: 150) + "back\n",
    String(repeating: "open /movies/1\nundo\n", count: 150) + "open /movies/3\n",
  ])
  func `a loaded script survives a restart`(script: String) throws {
    let folder = try TemporaryFolder()
    var first: TestDaemon? = try TestDaemon(folder: folder, durability: .always)
    var tree = JSON.null
    if let client = try first?.client() {
      _ = try client.call("session.create", ["name": "a"])
      _ = try client.call("open", ["session": "a", "link": "/library"])
      let answer = try client.call("source", ["session": "a", "script": .string(script)])
      #expect(answer["failures"] == 0)
      tree = try client.call("tree", ["session": "a"])
    }
    first = nil
    for _ in 0..<2 {
      let again = try TestDaemon(folder: folder, durability: .always)
      let client = try again.client()
      #expect(try client.call("tree", ["session": "a"]) == tree)
      _ = try client.call("open", ["session": "a", "link": "/movies/1"])
      tree = try client.call("tree", ["session": "a"])
    }
  }

  @Test func `a script that cannot be loaded is an error with a reason`() throws {
    let client = try TestDaemon().client()
    _ = try client.call("session.create", ["name": "a"])
    _ = try client.call("open", ["session": "a", "link": "/movies/1"])
    let script: JSON = ["session": "a", "script": "open /movies\nnonsense\nback\nback\n"]
    let error = try client.call("load", script)
    #expect(error["code"] == -32_008 && error["data"]?["code"] == "script/refused")
    #expect(error["data"]?["failures"] == 2 && error["data"]?["seq"] == 1)
    let findings = try #require(error["data"]?["findings"]?.arrayValue)
    #expect(findings.map { $0["line"]?.intValue } == [2, 4])
    #expect(findings[0]["code"] == "command/unknown" && findings[0]["file"] == "<script>")
    #expect(try client.call("stack", ["session": "a"])["seq"] == 1)
    let loaded = try client.call("load", ["session": "a", "script": "open /movies\n"])
    #expect(loaded["position"] == 1 && loaded["seq"] == 2)
    let sourced = try client.call("source", script)
    #expect(sourced["failures"] == 2 && sourced["findings"]?.arrayValue?.count == 2)
  }

  @Test func `the line reload reloads the daemon's routes`() throws {
    let daemon = try TestDaemon()
    let (client, other) = (try daemon.client(), try daemon.client())
    for name in ["a", "b"] { _ = try client.call("session.create", ["name": .string(name)]) }
    let call: JSON = ["session": "a", "line": " reload ", "columns": 80]
    #expect(try client.call("command", call)["seq"] == 0)
    daemon.app.app = .failure(DiagnosticList([DaemonError.shuttingDown.diagnostic]))
    let failed = try client.call("command", call)
    #expect(failed["text"]?.stringValue?.hasSuffix("the routes are unchanged\n") == true)
    #expect(failed["json"]?["errors"]?.arrayValue?.count == 1 && failed["seq"] == 0)
    daemon.app.app = .success(TestApp.withMore)
    let answer = try client.call("command", call)
    #expect(answer["text"] == "reloaded 6 routes\n" && answer["seq"] == 1)
    #expect(answer["json"] == ["routes": 6, "transitions": [], "seq": 1])
    for name in ["a", "b"] {
      let opened = try client.call("open", ["session": .string(name), "link": "/extras"])
      #expect(opened["outcome"] == "moved")
    }
    daemon.app.app = .success(TestApp.served)
    let back = try client.call("command", call)
    #expect(back["json"]?["transitions"]?.arrayValue?.isEmpty == false && back["seq"] == 3)
    let taken = try (0..<4).map { _ in try other.notice("routes")["taken"]?.boolValue }
    #expect(taken == [true, false, true, true])
  }

  @Test(arguments: ["source", "load"])
  func `reload in a script is refused with advice`(method: String) throws {
    let daemon = try TestDaemon()
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    daemon.app.app = .success(TestApp.withMore)
    let answer = try client.call(method, ["session": "a", "script": "reload\nopen /movies\n"])
    let findings = (answer["data"] ?? answer)["findings"]
    #expect(findings?.arrayValue?.map { $0["code"] } == ["command/reload"])
    #expect(daemon.daemon.counters.reloads == 0)
  }
}
