import CLibrary
import EventLoops
import JSONCodec
import TestSupport
import Testing

@testable import Inspector

/// Streams of events.
@MainActor struct EventTests {
  @Test func `a stream has every change after 'from', once and in order`() throws {
    let test = try TestInspector()
    try test.call("session.create", ["name": "demo"])
    for number in 1...3 { try open(number, test) }
    let viewer = try test.viewer("session=demo&from=1")
    #expect(try viewer.event("daemon").data["connected"] == true)
    let session = try viewer.event("session")
    #expect(session.id == 1)
    for number in 2...3 { #expect(try viewer.event("change").id == number) }
    let answer = try open(4, test)
    let change = try viewer.event("change")
    #expect(change.id == 4)
    #expect(change.data["session"] == "demo")
    #expect(change.data["event"]?["line"] == "open /movies/4")
    #expect(change.data["outcome"] == answer["result"]?["outcome"])
    let next = try test.viewer("session=demo&from=1", ["Last-Event-ID: 3"])
    #expect(try next.event("change").id == 4)
    let later = try test.viewer("session=demo")
    #expect(try later.event("session").id == 4)
  }

  // The daemon ends without a word and comes back, again and again; so do other pages.
  @Test func `no change is lost or repeated while the daemon and pages come and go`() throws {
    let test = try TestInspector()
    try test.call("session.create", ["name": "demo"])
    let viewer = try test.viewer("session=demo&from=0")
    var seq = 0
    var seen: [Int] = []
    func read(until isEnough: (StreamEvent) -> Bool) throws {
      while true {
        let event = try viewer.nextEvent()
        if event.kind == "change" { seen.append(event.id ?? -1) }
        if isEnough(event) { return }
      }
    }
    for number in 1...12 {
      let other = try test.viewer("session=demo&from=0", ["Last-Event-ID: \(seq)"])
      try open(number, test)
      seq += 1
      #expect(try other.event("change").id == seq)
      guard number % 3 != 0 else { continue }
      // Every other time, the stream has noticed that the daemon was there, and then that it is not.
      let isNoticed = number % 2 == 0
      if isNoticed { try read { $0.data["connected"] == true } }
      test.stopDaemon()
      if isNoticed { try read { $0.data["connected"] == false } }
      try test.startDaemon()
      try open(number + 100, test)
      seq += 1
    }
    try read { $0.id == seq && $0.kind == "change" }
    #expect(seen == Array(1...seq))
  }

  @Test func `a session that is closed or unknown ends its changes, not the stream`() throws {
    let test = try TestInspector()
    try test.call("session.create", ["name": "demo"])
    let viewer = try test.viewer("session=demo&from=0")
    _ = try viewer.event("session")
    try test.call("session.close", ["session": "demo"])
    #expect(try viewer.event("gone").data["reason"] == "closed")
    try test.call("reload")
    #expect(try viewer.event("routes").data["taken"] == true)
    let unknown = try test.viewer("session=none&from=0")
    #expect(try unknown.event("gone").data["reason"] == "closed")
    try test.call("session.create", ["name": "new"])
    let early = try test.viewer("session=new&from=7")
    #expect(try early.event("gone").data["reason"] == "too-new")
  }

  @Test func `viewers of a session know their number`() throws {
    let test = try TestInspector()
    try test.call("session.create", ["name": "demo"])
    let first = try test.viewer("session=demo")
    #expect(try first.event("viewers").data["viewers"] == 1)
    let second = try test.viewer("session=demo")
    #expect(try second.event("viewers").data["viewers"] == 2)
    #expect(try first.event("viewers").data["viewers"] == 2)
    let other = try test.viewer("session=other")
    #expect(try other.event("viewers").data["viewers"] == 1)
    second.close()
    #expect(try first.event("viewers").data["viewers"] == 1)
  }

  @Test func `a quiet stream is kept alive by comments`() throws {
    let test = try TestInspector { $0.limits.heartbeatMilliseconds = 50 }
    let viewer = try test.viewer("")
    _ = try viewer.event("daemon")
    for _ in 0..<3 { #expect(try viewer.read(until: "\n\n") == ":\n\n") }
  }

  @Test(arguments: ["from=x", "from=-1", "from=9223372036854775808", "from="])
  func `a number that is none is refused`(query: String) throws {
    let test = try TestInspector()
    #expect(try test.answer(to: test.head("GET", "/events?session=a&" + query)).status == 400)
  }

  @Test func `more streams than the limit are refused, until one ends`() throws {
    let test = try TestInspector { $0.limits.viewersMax = 2 }
    let viewers = try (0..<2).map { _ in try test.viewer("session=a") }
    for viewer in viewers { _ = try viewer.event("daemon") }
    let refused = try test.answer(to: test.head("GET", "/events"))
    #expect(refused.status == 503)
    #expect(try JSON(parsing: refused.text)["error"]?["data"]?["code"] == "inspect/limit")
    viewers[0].close()
    #expect(
      waits {
        test.loop.turn(); return test.inspector.viewers.count == 1
      })
    _ = try test.viewer("").event("daemon")
  }

  @discardableResult
  private func open(_ number: Int, _ test: TestInspector) throws -> JSON {
    let answer = try test.call("open", ["session": "demo", "link": .string("/movies/\(number)")])
    #expect(answer["result"] != nil, "\(answer)")
    return answer
  }
}
