import Diagnostics
import JSONCodec
import Screens
import TestSupport
import Testing

@testable import PluginProcesses

/// The state of a process, without a process.
struct ProcessStateTests {
  /// Drives a state and collects its effects.
  struct Bench {
    var state: ProcessState
    var now: UInt64 = 1_000
    var log: [String] = []
    /// The messages sent when the process became ready; `screen.make` requests as the method only.
    var asked: [String] = []

    init(limits: PluginLimits = PluginLimits()) {
      state = ProcessState(plugin: "p", position: nil, limits: limits)
    }

    /// The pending effects, without log lines, which are appended to `log`.
    mutating func effects() -> [String] {
      var texts: [String] = []
      while let effect = state.takeEffect() {
        switch effect {
        case .log(let line): log.append(line)
        case .send(let line):
          texts.append("send " + String(decoding: line.dropLast(), as: UTF8.self))
        case .show(let instance, let content):
          texts.append("show \(instance) \(content.state) \(content.title)")
        case .answer(let tap, .success(let target)):
          texts.append("answer \(tap) \(target ?? "-")")
        case .answer(let tap, .failure(let error)):
          texts.append("answer \(tap) \(error.code.rawValue)")
        case .start: texts.append("start")
        case .kill: texts.append("kill")
        case .hangUp: texts.append("hangUp")
        }
      }
      return texts
    }

    mutating func receive(_ text: String) -> [String] {
      state.received(.whole(Array(text.utf8)), now: now)
      return effects()
    }

    mutating func makeReady() {
      state.start()
      state.started(now: now)
      _ = effects()
      let sent = receive(
        #"{"jsonrpc":"2.0","id":\#(state.nextCall - 1),"result":{"protocol":1,"screens":["A"]}}"#)
      asked = sent.filter { $0.hasPrefix("send") }
        .map { $0.contains(#""method":"screen.make""#) ? "screen.make" : $0 }
    }

    mutating func make(_ instance: UInt64, _ screen: String = "A") -> [String] {
      state.make(instance, ScreenRequest(instance: "x", screen: screen), now: now)
      return effects()
    }

    mutating func end() {
      state.ended(.exited(code: 1), lastLine: nil, now: now)
    }
  }

  @Test func `a process starts on demand, then is asked for its screen list and screens`() {
    var bench = Bench()
    #expect(bench.make(1) == ["show 1 loading A", "start"])
    #expect(bench.make(2, "B") == ["show 2 loading B"])
    bench.state.started(now: bench.now)
    #expect(
      bench.effects() == [
        #"send {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1,"plugin":"p"}}"#
      ])
    #expect(bench.state.isExpecting)
    #expect(
      bench.receive(#"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"screens":["A"]}}"#) == [
        #"send {"jsonrpc":"2.0","id":2,"method":"screen.make","params":{"instance":"1","#
          + #""screen":"A","values":{},"query":{},"link":"/"}}"#,
        "show 2 ready B",
      ])
    #expect(
      bench.receive(#"{"jsonrpc":"2.0","id":2,"result":{"state":"ready","title":"T"}}"#)
        == ["show 1 ready T"])
    bench.state.close(1)
    bench.state.close(2)
    #expect(
      bench.effects() == [
        #"send {"jsonrpc":"2.0","method":"screen.close","params":{"instance":"1"}}"#
      ])
    #expect(!bench.state.isExpecting)
    // A message sent before the close arrived is not a fault.
    let change =
      #"{"jsonrpc":"2.0","method":"screen.changed","params":{"instance":"1","content":0}}"#
    #expect(bench.receive(change) == [])
    #expect(bench.log == [])
  }

  @Test func `facts and results are sent once the screen exists, and after a restart`() {
    var bench = Bench()
    let alice = SessionFacts([.init("login", subject: "alice")])
    func noticeLine(_ method: String, _ rest: String) -> String {
      #"send {"jsonrpc":"2.0","method":"screen.\#(method)","params":{"instance":"1",\#(rest)}}"#
    }
    let learned = noticeLine("learned", #""gates":[{"gate":"login","subject":"alice"}]"#)
    let received = noticeLine("received", #""result":"paid""#)
    _ = bench.make(1)
    bench.state.learn(1, alice)
    bench.state.receive(1, "paid")
    #expect(bench.effects() == [])
    bench.makeReady()
    #expect(bench.asked == ["screen.make", learned, received])
    let made = #"{"jsonrpc":"2.0","id":2,"result":{"state":"ready","title":"T"}}"#
    #expect(bench.receive(made) == ["show 1 ready T"])
    // Known facts are not sent again.
    bench.state.learn(1, alice)
    #expect(bench.effects() == [])
    bench.state.learn(1, SessionFacts())
    #expect(bench.effects() == [noticeLine("learned", #""gates":[]"#)])
    bench.state.receive(1, "again")
    #expect(bench.effects() == [noticeLine("received", #""result":"again""#)])
    // Nothing is sent for screens that do not exist or that the process does not provide.
    _ = bench.make(2, "B")
    for instance in [2, 3] as [UInt64] {
      bench.state.learn(instance, alice)
      bench.state.receive(instance, "paid")
    }
    #expect(bench.effects() == [])
    bench.end()
    _ = bench.effects()
    bench.now += 100
    bench.state.tick(now: bench.now)
    bench.makeReady()
    #expect(bench.asked.last == noticeLine("received", #""result":"again""#))
  }

  @Test func `the pause doubles at each restart, then the plugin is down`() {
    var bench = Bench()
    _ = bench.make(1)
    var pauses: [UInt64] = []
    for _ in 0..<5 {
      bench.state.started(now: bench.now)
      bench.end()
      guard case .waiting(let until) = bench.state.phase else {
        Issue.record("\(bench.state.phase)")
        return
      }
      pauses.append(until - bench.now)
      bench.now = until - 1
      bench.state.tick(now: bench.now)
      #expect(!bench.effects().contains("start"))
      bench.now = until
      bench.state.tick(now: bench.now)
      #expect(bench.effects() == ["start"])
    }
    #expect(pauses == [100, 200, 400, 800, 1_600])
    bench.state.started(now: bench.now)
    bench.end()
    guard case .down = bench.state.phase else {
      Issue.record("\(bench.state.phase)")
      return
    }
    let shown = bench.effects().last ?? ""
    #expect(shown.contains("failed") && shown.contains("is down after 5 restarts"))
    #expect(bench.make(2).first?.contains("is down after 5 restarts") == true)
    #expect(!bench.state.isExpecting)
  }

  @Test func `restarts are reset after a steady period`() {
    var bench = Bench()
    for _ in 0..<20 {
      bench.makeReady()
      bench.now += bench.state.limits.steadyMilliseconds
      bench.end()
      _ = bench.effects()
      #expect(bench.state.restarts == 1)
      bench.now += 100
      bench.state.tick(now: bench.now)
      bench.state.started(now: bench.now)
    }
  }

  @Test func `a process that times out is killed, and only its first screen fails`() {
    var bench = Bench()
    bench.makeReady()
    _ = bench.make(1)
    bench.now += 1
    _ = bench.make(2)
    bench.state.tap(1, "t", number: 9, now: bench.now)
    _ = bench.effects()
    bench.now += 1_998
    bench.state.tick(now: bench.now)
    #expect(bench.effects() == [])
    #expect(bench.state.nextDeadline == bench.now + 1)
    bench.now += 1
    bench.state.tick(now: bench.now)
    let effects = bench.effects()
    #expect(effects[0] == "kill" && effects[1] == "answer 9 plugin/silent")
    #expect(effects[2].contains("show 1 failed") && effects[3] == "show 2 loading A")
    bench.now += 100
    bench.state.tick(now: bench.now)
    bench.state.started(now: bench.now)
    _ = bench.effects()
    let again = bench.receive(
      #"{"jsonrpc":"2.0","id":\#(bench.state.nextCall - 1),"result":{"protocol":1,"screens":["A"]}}"#
    )
    #expect(again.count == 1 && again[0].contains(#""instance":"2""#))
  }

  @Test func `a tap is answered exactly once`() {
    var bench = Bench()
    bench.makeReady()
    bench.state.tap(1, "t", number: 5, now: bench.now)
    #expect(bench.effects() == ["answer 5 plugin/silent"])  // The screen does not exist.
    _ = bench.make(1)
    for (number, answer, result) in [
      (6, #""result":{"target":"/x"}"#, "/x"), (7, #""result":{"target":3}"#, "plugin/content"),
      (8, #""result":null"#, "-"), (9, #""result":{}"#, "-"),
      (10, #""error":{"code":1,"message":"no"}"#, "plugin/refused"),
    ] {
      bench.state.tap(1, "t", number: UInt64(number), now: bench.now)
      _ = bench.effects()
      let line = #"{"jsonrpc":"2.0","id":\#(bench.state.nextCall - 1),\#(answer)}"#
      #expect(bench.receive(line) == ["answer \(number) \(result)"])
      #expect(bench.receive(line) == [])
    }
    bench.state.tap(1, "t", number: 11, now: bench.now)
    bench.state.closeAll()
    #expect(bench.effects().suffix(2) == ["answer 11 plugin/silent", "hangUp"])
  }

  // Goal: for any sequence of events, every tap is answered once, and a child is never started
  // while one is running.
  @Test(arguments: seeds(300))
  func `random events answer each tap once and never start a second child`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bench = Bench()
    var (isRunning, asked, answered) = (false, 0, 0)
    for step in 0..<200 {
      bench.now += UInt64(random.below(800))
      switch random.below(9) {
      case 0:
        bench.state.make(UInt64(step), ScreenRequest(instance: "", screen: "A"), now: bench.now)
      case 1: bench.state.close(UInt64(random.below(200)))
      case 2:
        asked += 1
        bench.state.tap(UInt64(random.below(200)), "t", number: UInt64(step), now: bench.now)
      case 3: bench.state.tick(now: bench.now)
      case 4 where isRunning:
        bench.end()
        isRunning = false
      case 5 where isRunning: bench.state.outputClosed(now: bench.now)
      default:
        guard isRunning else { continue }
        let id = bench.state.calls.first?.id ?? 0
        let result = random.pick([
          #"{"protocol":1,"screens":["A"]}"#, #"{"state":"ready","title":"T"}"#, "null", "7",
        ])
        bench.state.received(
          .whole(Array(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#.utf8)), now: bench.now)
      }
      for effect in bench.effects() {
        if effect == "start" {
          #expect(!isRunning, "seed \(seed)")
          isRunning = true
          bench.state.started(now: bench.now)
        }
        if effect == "kill" { isRunning = false }
        if effect.hasPrefix("answer") { answered += 1 }
      }
    }
    bench.state.closeAll()
    answered += bench.effects().count { $0.hasPrefix("answer") }
    #expect(asked == answered, "seed \(seed)")
  }
}
