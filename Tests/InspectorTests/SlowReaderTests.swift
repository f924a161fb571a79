import Daemon
import EventLoops
import HTTPServing
import JSONCodec
import Journal
import TestSupport
import Testing

@testable import Inspector

/// Pages that read slowly or not at all.
@MainActor struct SlowReaderTests {
  @Test func `a slow reader delays only itself and misses nothing`() throws {
    let test = try TestInspector { $0.limits.viewerBytesMax = 10_000 }
    try test.call("session.create", ["name": "demo"])
    let slow = try test.viewer("session=demo&from=0")
    let quick = try test.viewer("session=demo&from=0")
    _ = try slow.event("session")
    var most = 0
    let seq = try change(test) { seq in
      while try quick.event("change").id != seq {}
      most = max(most, test.inspector.viewers.values.map(\.waitingBytes).max() ?? 0)
    }
    // The system takes a part of what was read, so that anything can be left of it.
    #expect(most > 0)
    // What was read ahead of the limit: one piece, and a little more for each event in it.
    #expect(most < 10_000 + 2 * 65_536)
    #expect(try read(slow, after: 0) { $0 == seq } == seq)
  }

  // The daemon gives up on the inspector's connection, and the inspector on the page's.
  @Test func `a page that does not read is disconnected, and continues without a gap`() throws {
    let (test, slow, seq) = try slowPage(pauseSecondsMax: 1)
    #expect(
      waits {
        test.loop.turn()
        return test.inspector.viewers.isEmpty
      })
    let seen = try read(slow, after: 0) { _ in false }
    #expect((1..<seq).contains(seen))
    let next = try test.viewer("session=demo&from=0", ["Last-Event-ID: \(seen)"])
    #expect(try read(next, after: seen) { $0 == seq } == seq)
  }

  @Test func `a page that is slower than what the daemon keeps is notified of the gap`() throws {
    let (test, slow, seq) = try slowPage(durability: .none, pauseSecondsMax: 600) {
      $0.recentBytesMax = 100_000
    }
    var gone: StreamEvent?
    let seen = try read(slow, after: 0, isEnough: { _ in false }, other: { gone = $0 })
    let gap = try #require(gone)
    #expect(gap.kind == "gone")
    #expect(gap.data["reason"] == "too-old")
    #expect(gap.data["seq"]?.intValue == Int64(seen))
    let oldest = Int(try #require(gap.data["oldest"]?.intValue))
    #expect((seen + 1..<seq).contains(oldest))
    let next = try test.viewer("session=demo&from=\(oldest)")
    #expect(try read(next, after: oldest) { $0 == seq } == seq)
  }

  /// An inspector with a page that reads its first event only, and the last of many changes.
  private func slowPage(
    durability: Durability = .always, pauseSecondsMax: UInt32,
    _ limit: (inout DaemonLimits) -> Void = { _ in }
  ) throws -> (TestInspector, RawClient, seq: Int) {
    var daemonLimits = DaemonLimits()
    daemonLimits.queuedBytes.max = 100_000
    limit(&daemonLimits)
    let test = try TestInspector(durability: durability, daemonLimits: daemonLimits) {
      $0.limits.viewerBytesMax = 10_000
      $0.limits.http.pauseSecondsMax = pauseSecondsMax
    }
    try test.call("session.create", ["name": "demo"])
    let slow = try test.viewer("session=demo&from=0")
    _ = try slow.event("session")
    return (test, slow, try change(test))
  }

  /// Makes changes of about 2 MB.
  /// - Parameter body: Called with the last change of each part.
  /// - Returns: The last change.
  private func change(_ test: TestInspector, _ body: (Int) throws -> Void = { _ in }) throws -> Int
  {
    let line = "open /movies/1?note=" + String(repeating: "x", count: 1_000)
    let script = String(repeating: line + "\n", count: 50)
    var seq = 0
    while seq < 800 {
      let answer = try test.call("source", ["session": "demo", "script": .string(script)])
      let next = Int(try #require(answer["result"]?["seq"]?.intValue))
      #expect(next > seq, "\(answer)")
      seq = next
      try body(seq)
    }
    return seq
  }

  /// Reads changes without a gap until there are enough, `gone` arrives, or the stream ends.
  /// - Returns: The last one.
  private func read(
    _ viewer: RawClient, after first: Int, isEnough: (Int) -> Bool,
    other: (StreamEvent) -> Void = { _ in }
  ) throws -> Int {
    var seq = first
    while !isEnough(seq), let event = try viewer.nextEventOrEnd() {
      if event.kind == "gone" {
        other(event)
        break
      }
      guard event.kind == "change" else { continue }
      #expect(event.id == seq + 1)
      seq += 1
    }
    return seq
  }
}
