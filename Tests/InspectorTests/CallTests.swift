import EventLoops
import FileAccess
import JSONCodec
import TestSupport
import Testing

@testable import Inspector

/// Calls, the state, files and reports.
@MainActor struct CallTests {
  @Test func `a call is answered with the daemon's result, or with its error as it is`() throws {
    let test = try TestInspector()
    #expect(try test.call("session.create", ["name": "demo"])["result"]?["session"] == "demo")
    let moved = try test.call(
      "open", ["session": "demo", "link": "cinema://movies/42", "requestId": "page.anna.1-1"])
    #expect(moved["result"]?["outcome"] == "moved")
    #expect(moved["result"]?["seq"] == 1)
    let error = try test.call("tree", ["session": "none"])["error"]
    #expect(error?["code"] == -32_000)
    #expect(error?["data"]?["code"] == "daemon/unknown-session")
  }

  @Test func `a call that is not one is refused with the reason`() throws {
    let test = try TestInspector()
    for body in [
      "", "{", "[]", "{}", "{\"method\":1}", "{\"method\":\"status\",\"params\":[]}",
      "{\"method\":\"status\",\"id\":1}", "{\"method\":\"subscribe\",\"params\":{}}",
      "{\"method\":\"status\",\"method\":\"status\"}", "\u{FF}",
    ] {
      let answer = try test.answer(to: test.post(body))
      #expect(answer.status == 400, "\(body)")
      let error = try JSON(parsing: answer.text)["error"]
      #expect(error?["data"]?["code"] == "inspect/request", "\(body)")
    }
  }

  @Test func `while the daemon is away a call is 503, and works when it is back`() throws {
    let test = try TestInspector(startsDaemon: false)
    for _ in 0..<3 {
      let answer = try test.answer(to: test.post("{\"method\":\"status\"}"))
      #expect(answer.status == 503)
      let error = try JSON(parsing: answer.text)["error"]
      #expect(error?["data"]?["code"] == "client/unreachable")
      let state = try JSON(parsing: test.answer(to: test.head("GET", "/state")).text)
      #expect(state["daemon"]?["connected"] == false)
      #expect(state["app"] == .null)
      try test.startDaemon()
      #expect(try test.call("status")["result"]?["durability"] == "always")
      let found = try JSON(parsing: test.answer(to: test.head("GET", "/state")).text)
      #expect(found["daemon"]?["connected"] == true)
      #expect(found["daemon"]?["greeting"]?["journal"] == "journal")
      #expect(found["app"]?["routes"] == 2)
      test.stopDaemon()
      for _ in 0..<3 { test.loop.turn() }  // Notices it.
    }
  }

  @Test func `a daemon that does not answer in time is 503`() throws {
    let test = try TestInspector(startsDaemon: false) { $0.limits.callMillisecondsMax = 100 }
    let silent = try SilentSocket(test.folder("socket"))
    let answer = try test.answer(to: test.post("{\"method\":\"status\"}"))
    #expect(answer.status == 503)
    #expect(try JSON(parsing: answer.text)["error"]?["data"]?["code"] == "client/lost")
    withExtendedLifetime(silent) {}
  }

  @Test func `more calls than the limit are refused`() throws {
    let test = try TestInspector(startsDaemon: false) {
      $0.limits.callsMax = 2
      $0.limits.callMillisecondsMax = 60_000
    }
    let silent = try SilentSocket(test.folder("socket"))
    let clients = try (0..<2).map { _ in try test.client() }
    for client in clients {
      client.send(test.post("{\"method\":\"status\"}"))
      for _ in 0..<20 { test.loop.turn() }
    }
    let answer = try test.answer(to: test.post("{\"method\":\"status\"}"))
    #expect(answer.status == 503)
    #expect(try JSON(parsing: answer.text)["error"]?["data"]?["code"] == "inspect/limit")
    withExtendedLifetime(silent) {}
  }

  // Every file of the folder is embedded as it is, and is served with its type.
  @Test func `the page is the files of its folder`() throws {
    let folder = packageFolder + "/Sources/Daemon/CInspectorPage/Page"
    let names = try namesInFolder(folder)
    #expect(Set(names) == Set(PageFiles.all.keys))
    var total = 0
    for name in names {
      let bytes = try readFile(folder + "/" + name, bytesMax: 1 << 20)
      #expect(PageFiles.all[name]?.bytes == bytes, "\(name)")
      #expect(PageFiles.all[name]?.type != "application/octet-stream", "\(name)")
      total += bytes.count
    }
    #expect(total <= 150_000)
    let test = try TestInspector(startsDaemon: false)
    let page = try test.answer(to: test.head("GET", "/"))
    #expect(Array(page.text.utf8) == PageFiles.all["index.html"]?.bytes)
    let script = try test.answer(to: test.head("GET", "/page.js"))
    #expect(script.headers["content-type"] == "text/javascript; charset=utf-8")
  }

  @Test func `coverage is that of the scripts of all sessions that are named`() throws {
    var asked: [InspectorReport] = []
    let test = try TestInspector { options in
      options.report = { report, done in
        asked.append(report)
        done(.text(Array("[]".utf8)))
      }
    }
    for number in 1...2 {
      try test.call("session.create", ["name": .string("s\(number)")])
      try test.call(
        "open", ["session": .string("s\(number)"), "link": .string("/movies/\(number)")])
    }
    let answer = try test.answer(to: test.head("GET", "/coverage?session=s1&session=s2"))
    #expect(answer.text == "[]")
    guard case .coverage(let scripts)? = asked.first else {
      Issue.record("\(asked)")
      return
    }
    #expect(asked.count == 1)
    #expect(scripts.count == 2)
    for (number, script) in zip(1..., scripts) { #expect(script.contains("/movies/\(number)\n")) }
    let unknown = try test.answer(to: test.head("GET", "/coverage?session=s1&session=s3"))
    #expect(try JSON(parsing: unknown.text)["error"]?["data"]?["code"] == "daemon/unknown-session")
    #expect(asked.count == 1)
  }

  @Test func `reports are answered when they are done, at most two at a time`() throws {
    var asked: [InspectorReport] = []
    var done: [(ReportAnswer) -> Void] = []
    let test = try TestInspector { options in
      options.report = {
        asked.append($0)
        done.append($1)
      }
    }
    try test.call("session.create", ["name": "demo"])
    try test.call("open", ["session": "demo", "link": "/movies/1"])
    let clients = try ["/findings", "/graph.svg?session=demo&of=taps"].map { path in
      let client = try test.client()
      client.send(test.head("GET", path))
      return client
    }
    #expect(
      waits {
        test.loop.turn(); return asked.count == 2
      })
    #expect(asked[0] == .findings)
    guard case .graph("taps", let script) = asked[1] else {
      Issue.record("\(asked[1])")
      return
    }
    #expect(script.contains("/movies/1"))
    let refused = try test.answer(to: test.head("GET", "/coverage"))
    #expect(refused.status == 503)
    done[0](.text(Array("[]".utf8)))
    #expect(try clients[0].answer().text == "[]")
    done[1](.fault(.request("no picture")))
    #expect(try clients[1].answer().text.contains("no picture"))
  }
}
