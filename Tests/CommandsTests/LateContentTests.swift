import Commands
import Diagnostics
import Screens
import Testing

/// `expect show` and `expect row`, which wait for content that arrives late.
@MainActor
struct LateContentTests {
  private let app = MusicApp()

  nonisolated static let rows: [(expectation: String, failure: String?)] = [
    ("show IU", nil), ("show \"노래\"", nil), ("show 가을 아침", nil), ("show ★ Bbibbi", nil),
    ("show \"60 %\"", nil), ("row 1 ▸ ★ Bbibbi IU 60 %", nil), ("row 4 more", nil),
    (
      "show loading",
      "show loading, found IU | 노래 | ▸ ★ Bbibbi IU 60 % | 좋은 날 아이유 100 % | ★ 가을 아침 | more"
    ),
    ("row 2 IU", "row 2 IU, found 좋은 날 아이유 100 %"),
    (
      "row 5 more",
      "row 5 more, found 4 rows: IU | 노래 | ▸ ★ Bbibbi IU 60 % | 좋은 날 아이유 100 % | "
        + "★ 가을 아침 | more"
    ),
  ]

  @Test(arguments: rows, [false, true])
  func expectation(_ row: (expectation: String, failure: String?), isLate: Bool) throws {
    var interpreter = try app.interpreter()
    _ = interpreter.run("/search/IU")
    let screen = app.made[0]
    if isLate {
      screen.content = ScreenContent(title: "", state: .loading)
      app.late.waiting = [
        { screen.content.title = "…" }, { screen.content = MusicScreen.songs("IU") },
      ]
    } else {
      screen.content = MusicScreen.songs("IU")
    }
    // A loading screen already says that it is loading, so this does not wait.
    if isLate, row.expectation == "show loading" { return }
    let response = interpreter.run("expect \(row.expectation)")
    let failure = row.failure.map { "error[expect/failed]: expected \($0).\n" }
    #expect(response.text == failure ?? "as expected\n")
  }

  @Test(arguments: [
    ("show", "show TEXT"), ("show \"\"", "show TEXT"), ("row", "row N TEXT"),
    ("row 0 a", "row N TEXT"), ("row a b", "row N TEXT"), ("row 1", "row N TEXT"),
    ("row 99999999999999999999 a", "row N TEXT"),
  ])
  func usage(words: String, usage: String) throws {
    var interpreter = try app.interpreter()
    let response = interpreter.run("expect \(words)")
    #expect(response.failure?.code == .commandUsage)
    #expect(response.text.hasSuffix("Write it as: expect \(usage).\n"))
  }

  @Test func `a failure and a described screen can be expected`() throws {
    var interpreter = try app.interpreter()
    app.late.waiting = [{ Issue.record("a described screen never changes") }]
    #expect(interpreter.run("expect show Home").failure == nil)
    #expect(
      interpreter.run("expect row 1 a").text
        == "error[expect/failed]: expected row 1 a, found 0 rows: Home.\n")
    app.late.waiting = []
    _ = interpreter.run("/search/IU")
    app.made[0].content = ScreenContent(title: "IU", state: .failed(message: "no network"))
    #expect(interpreter.run("expect show no network").failure == nil)
    #expect(
      interpreter.run("expect show songs").text
        == "error[expect/failed]: expected show songs, found IU | failed: no network.\n")
  }
}
