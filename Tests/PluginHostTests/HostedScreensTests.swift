import JSONCodec
import Observation
import Screens
import Testing

@testable import PluginHost

@MainActor
struct HostedScreensTests {
  @Observable
  final class CounterScreen: Screen {
    private(set) var count = 0
    @ObservationIgnored var closed: () -> Void = {}
    @ObservationIgnored private(set) var readings = 0

    var content: ScreenContent {
      readings += 1
      return ScreenContent(title: "Count \(count)", taps: [ScreenTap("add")])
    }

    func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
      count += 1
      answer("/count")
      answer("again")
    }

    func close() { closed() }
  }

  /// A screen that is not observable, and shows what it was notified of.
  final class NotifiedScreen: Screen {
    private var notes = ""
    var content: ScreenContent { ScreenContent(title: notes) }

    func learned(_ facts: SessionFacts) { notes += "[\(facts.subject(of: "login") ?? "guest")]" }
    func received(_ result: String) { notes += result }
  }

  struct Counters: Plugin {
    let name = "counters"
    var closed: @MainActor () -> Void = {}
    var made: @MainActor (CounterScreen) -> Void = { _ in }

    func register(in registry: inout PluginRegistry) {
      registry.screen("Notified") { _ in NotifiedScreen() }
      registry.screen("Counter") { [closed, made] _ in
        let screen = CounterScreen()
        screen.closed = { closed() }
        made(screen)
        return screen
      }
    }
  }

  final class Sent {
    var lines: [String] = []
  }

  private let sent = Sent()

  private func screens(
    closed: @escaping @MainActor () -> Void = {},
    made: @escaping @MainActor (CounterScreen) -> Void = { _ in }
  ) -> HostedScreens {
    HostedScreens(Counters(closed: closed, made: made)) { [sent] line in
      sent.lines.append(String(decoding: line, as: UTF8.self))
    }
  }

  private func answer(_ screens: HostedScreens, _ line: String) -> String {
    sent.lines = []
    screens.take(.whole(Array(line.utf8)))
    return sent.lines.joined()
  }

  private let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1,"plugin":"c"}}"#
  private let make =
    #"{"jsonrpc":"2.0","id":2,"method":"screen.make","params":{"instance":"7","#
    + #""screen":"Counter","values":{},"query":{},"link":"/count"}}"#
  private let tap =
    #"{"jsonrpc":"2.0","id":3,"method":"screen.tap","params":{"instance":"7","tap":"add"}}"#

  @Test func `a screen is created, tapped, reported when it changes, and closed`() async {
    var closings = 0
    let screens = screens { closings += 1 }
    #expect(
      answer(screens, initialize)
        == #"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"screens":["Counter","Notified"]}}"#
        + "\n"
    )
    let content = #"{"state":"ready","title":"Count 0","taps":{"add":null}}"#
    #expect(answer(screens, make) == #"{"jsonrpc":"2.0","id":2,"result":"# + content + "}\n")
    #expect(
      answer(screens, tap) == #"{"jsonrpc":"2.0","id":3,"result":{"target":"/count"}}"# + "\n")
    sent.lines = []
    for _ in 0..<100 where sent.lines.isEmpty { await Task.yield() }
    let changed = #"{"instance":"7","content":{"state":"ready","title":"Count 1","#
    #expect(sent.lines.first?.contains(changed) == true)
    let close = #"{"jsonrpc":"2.0","method":"screen.close","params":{"instance":"7"}}"#
    #expect(answer(screens, close) == "")
    #expect(closings == 1)
    #expect(answer(screens, tap).contains("no screen '7' is open"))
  }

  @Test func `a screen receives facts and results, and its new content is sent`() {
    let screens = screens()
    _ = answer(screens, initialize)
    #expect(
      answer(screens, make.replacing("Counter", with: "Notified"))
        .contains(#""title":"[guest]""#))
    let learned =
      #"{"jsonrpc":"2.0","method":"screen.learned","params":{"instance":"7","#
      + #""gates":[{"gate":"login","subject":"alice"}]}}"#
    let received =
      #"{"jsonrpc":"2.0","method":"screen.received","params":{"instance":"7","result":" paid"}}"#
    func changed(_ title: String) -> String {
      #"{"jsonrpc":"2.0","method":"screen.changed","params":{"instance":"7","#
        + #""content":{"state":"ready","title":""# + title + "\"}}}\n"
    }
    #expect(answer(screens, learned) == changed("[guest][alice]"))
    #expect(answer(screens, received) == changed("[guest][alice] paid"))
    // Invalid notifications, and those for unknown screens, get no answer.
    for line in [learned, received] {
      #expect(answer(screens, line.replacing("\"7\"", with: "\"8\"")) == "")
      #expect(answer(screens, line.replacing("\"7\"", with: "7")) == "")
    }
  }

  // Goal: notifications leak no observations. Method: every live observation reads the content
  // again when it changes, so the readings after one change count them.
  @Test func `a screen is observed once, however often it is notified`() async throws {
    var made: CounterScreen?
    let screens = screens(made: { made = $0 })
    _ = answer(screens, initialize)
    _ = answer(screens, make)
    for number in 0..<50 {
      let gates = #"[{"gate":"login","subject":"\#(number)"}]"#
      let notices = [
        #"{"jsonrpc":"2.0","method":"screen.learned","params":{"instance":"7","gates":\#(gates)}}"#,
        #"{"jsonrpc":"2.0","method":"screen.received","params":{"instance":"7","result":"r"}}"#,
      ]
      for notice in notices { #expect(answer(screens, notice) == "") }
    }
    let screen = try #require(made)
    for expected in 1...3 {
      let readings = screen.readings
      sent.lines = []
      screen.tapped("add") { _ in }
      for _ in 0..<1_000 { await Task.yield() }
      #expect(screen.readings == readings + 1)
      #expect(sent.lines.count == 1 && sent.lines[0].contains("Count \(expected)"))
    }
  }

  @Test func `invalid requests are answered with an error that says why`() {
    let screens = screens()
    let rows = [
      (make, "the first request must be 'initialize'"),
      ("{", "-32700"),
      ("[]", "the message is not a JSON object"),
      (#"{"jsonrpc":"2.0","id":9,"method":"dance"}"#, "unknown method 'dance'"),
      (#"{"jsonrpc":"2.0","id":9,"method":"screen.tap"}"#, "'params' is not an object"),
      (
        initialize.replacing("\"protocol\":1", with: "\"protocol\":2"),
        "plugin 'counters' uses protocol 1, not 2"
      ),
    ]
    for (line, message) in rows { #expect(answer(screens, line).contains(message)) }
    _ = answer(screens, initialize)
    _ = answer(screens, make)
    #expect(answer(screens, make).contains("the screen '7' is already open"))
    #expect(
      answer(screens, make.replacing("Counter", with: "Other")).contains(
        "plugin 'counters' has no screen 'Other'"))
    #expect(answer(screens, #"{"jsonrpc":"2.0","method":"screen.close"}"#) == "")
    sent.lines = []
    screens.take(.overlong(start: []))
    #expect(sent.lines.joined().contains("more than 1048576 bytes"))
  }

  @Test func `closeAll closes every screen`() {
    var closings = 0
    let screens = screens { closings += 1 }
    _ = answer(screens, initialize)
    _ = answer(screens, make)
    screens.closeAll()
    #expect(closings == 1)
  }
}
