import Diagnostics
import EventLoops
import JSONCodec
import Journal
import TestSupport
import Testing

@testable import Daemon

/// The share of time that one client gets.
@MainActor struct TurnTests {
  /// A daemon whose session `a` has had some changes, so that `log 10000` is work.
  private func daemon(
    _ change: (inout DaemonLimits) -> Void = { _ in }
  ) throws -> TestDaemon {
    let daemon = try TestDaemon { change(&$0.limits) }
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    for number in 0..<200 {
      let link = JSON.string("/movies/\(number)")
      _ = try client.call("open", ["session": "a", "link": link])
    }
    return daemon
  }

  private func line(_ id: Int, _ method: String, _ more: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"session":"a"\#(more)}}"#
  }

  @Test func `other clients get turns while many lines are executed`() throws {
    let daemon = try daemon { $0.turnMilliseconds = 0 }
    let (client, other) = (try daemon.client(), try daemon.client())
    let lines = (0..<60).map { line($0, "stack") }.joined(separator: "\n") + "\n"
    let before = daemon.daemon.counters.requests.reduce(0, &+)
    _ = posixSend(client.descriptor, Array(lines.utf8)[...])
    daemon.turn()
    let done = daemon.daemon.counters.requests.reduce(0, &+) - before
    #expect(done > 0 && done < 10)
    #expect(try other.call("stack", ["session": "a"])["seq"] == 200)
    #expect(daemon.daemon.counters.requests.reduce(0, &+) - before < 60)
    for id in 0..<60 { #expect(try client.read()["id"]?.intValue == Int64(id)) }
    #expect(client.isQuiet())
  }

  @Test func `the memory of a turn's output is reused, unless it is large`() throws {
    let daemon = try daemon()
    let client = try #require(daemon.daemon.connections.all.first)
    let turn = daemon.daemon.turn
    for (count, isKept) in [(1_000, true), (2_000_000, false)] {
      var output = turn.begin(for: client)
      for _ in 0..<count { output.append(UInt8(ascii: "x")) }
      turn.end()
      turn.reuse(&output)
      var next = turn.begin(for: client)
      #expect(next.isEmpty && (next.capacity > 0) == isKept)
      turn.end()
      turn.reuse(&next)
    }
  }

  @Test func `lines of a client that does not read wait in bounded memory`() throws {
    let daemon = try daemon { $0.pausedBytesMin = 50_000 }
    let client = try daemon.client()
    let lines = (0..<40).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"describe"}"# + "\n" }
    let text = lines.joined()
    _ = posixSend(client.descriptor, Array(text.utf8)[...])
    for _ in 0..<100 {
      daemon.turn()
      let held = daemon.daemon.connections.all.map(\.waitingBytes).max() ?? 0
      #expect(held < 300_000)
    }
    for id in 0..<40 { #expect(try client.read()["id"]?.intValue == Int64(id)) }
  }

  @Test func `lines left for later turns are executed after their client leaves`() throws {
    let daemon = try daemon { $0.turnMilliseconds = 0 }
    let client = try daemon.client()
    let lines = (0..<100).map { line($0, "open", ##","link":"/movies/\##($0)é""##) }
    let text = lines.joined(separator: "\n") + "\n"
    _ = posixSend(client.descriptor, Array(text.utf8)[...])
    client.close()
    let other = try daemon.client()
    let isGone = waits {
      daemon.turn()
      return daemon.daemon.connections.count == 1
    }
    #expect(isGone)
    let requests = daemon.daemon.counters.requests[daemon.daemon.methods["open"]?.place ?? 0]
    #expect(requests == 300)
    #expect(try other.call("stack", ["session": "a"])["seq"] == 200)
  }

  @Test(arguments: ["source", "load"])
  func `a script that takes too long ends and reports it`(method: String) throws {
    let daemon = try daemon { $0.callMilliseconds.max = 400 }
    let client = try daemon.client()
    let script = JSON.string(String(repeating: "back\nopen /movies/1\n", count: 40_000))
    let call: JSON = ["session": "a", "script": script, "requestId": "r"]
    let answer = try client.call(method, call)
    #expect(daemon.daemon.counters.limitsReached["callMilliseconds"] == 1)
    let seq = try client.call("stack", ["session": "a"])["seq"]?.intValue ?? 0
    if method == "load" {
      #expect(answer["code"] == -32_008 && answer["data"]?["seq"]?.intValue == seq && seq == 200)
    } else {
      #expect(answer["stopped"]?["code"] == "script/limit")
      #expect(seq > 200 && seq < 60_000)
      #expect(answer["steps"]?.intValue == answer["stopped"]?["line"]?.intValue)
      #expect(answer["seq"]?.intValue == seq)
      #expect(try client.call(method, call) == answer)
    }
  }

  @Test func `a script of some thousand lines runs to its end`() throws {
    let daemon = try daemon()
    let script = String(repeating: "open /movies/1\nopen /movies/2\n", count: 1_000)
    let answer = try daemon.client().call("source", ["session": "a", "script": .string(script)])
    #expect(answer == ["steps": 2_000, "failures": 0, "seq": 2_200])
  }

  // Method: no time is left for the last calls, so that those after the first turn are refused.
  @Test func `every call before the end is answered or refused in time`() throws {
    let daemon = try daemon {
      $0.turnMilliseconds = 0
      $0.lastCallsMilliseconds = 0
    }
    let client = try daemon.client()
    let lines = (0..<300).map { line($0, "log") }.joined(separator: "\n") + "\n"
    _ = posixSend(client.descriptor, Array(lines.utf8)[...])
    daemon.turn()
    daemon.daemon.end()
    var codes: [JSON?] = []
    while let line = try? client.read(), line["method"] != "goodbye" {
      #expect(line["id"]?.intValue == Int64(codes.count))
      codes.append(line["error"]?["code"])
    }
    #expect(codes.count == 300)
    let done = codes.prefix { $0 == nil }.count
    #expect(done > 0 && done < 300 && codes[done...].allSatisfy { $0 == -32_007 })
  }

  @Test func `an answer that waits for a slow disk is sent until the end`() throws {
    let daemon = try TestDaemon(durability: .always) { $0.limits.partingMilliseconds = 0 }
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    daemon.daemon.persistence.holdsRecords = true
    client.request("open", ["session": "a", "link": "/movies/1"])
    #expect(client.isQuiet())
    daemon.daemon.end()
    let end = EventLoop.nowMilliseconds + 200
    while EventLoop.nowMilliseconds < end { daemon.turn() }
    daemon.daemon.persistence.holdsRecords = false
    daemon.daemon.persistence.flush()
    #expect(try client.read()["result"]?["seq"] == 1)
    #expect(try client.read()["method"] == "goodbye")
    #expect(client.isClosed())
  }
}
