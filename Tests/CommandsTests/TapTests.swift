import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import Screens
import Sessions
import TestSupport
import Testing

/// Taps on screen content. The session records the event that a tap resolves to.
@MainActor
struct TapTests {
  private let app = MusicApp()

  private func opened() throws -> Prompt {
    var interpreter = try app.interpreter()
    _ = interpreter.run("/search/IU")
    app.made[0].content = MusicScreen.songs("IU")
    return interpreter
  }

  nonisolated static let rows: [(tap: String, answer: String)] = [
    ("track-1", "moved: push Track(id=1) on home"),
    ("close", "moved: pop to Home on home"),
    ("home", "moved: pop to Home on home"),
    ("nowhere", "refused: no route matches '/nowhere': 'why /nowhere' lists the nearest ones"),
    (
      "track-3",
      "refused: Search has no tap 'track-3'; it has track-1, close, more, bad, clock, nowhere, "
        + "home, track-2"
    ),
    (
      "bad",
      "error[plugin/target]: 'bad' leads to 'fly away', which is impossible: no event is called "
        + "'fly'. Let the plugin name a link, or a command that taps can use, such as 'back'."
    ),
    (
      "clock",
      "error[plugin/target]: 'clock' leads to 'wait 10m', which is impossible: 'wait' cannot be "
        + "used this way. Let the plugin name a link, or a command that taps can use, such as "
        + "'back'."
    ),
    (
      "more",
      "error[plugin/silent]: screen 'Search' did not answer the tap 'more' in time. Tap "
        + "again: the session is unchanged, and a late answer is ignored."
    ),
  ]

  @Test(arguments: rows)
  func tap(_ name: String, answer: String) throws {
    var interpreter = try opened()
    let before = interpreter.session.state
    #expect(interpreter.run("tap \(name)").text == answer + "\n")
    if !answer.hasPrefix("moved") { #expect(interpreter.session.state == before) }
  }

  nonisolated static let answers: [(answer: String?, text: String)] = [
    ("/tracks/2", "moved: push Track(id=2) on home"), ("back", "moved: pop to Home on home"),
    (nil, "handled by the screen"),
  ]

  @Test(arguments: answers, [false, true])
  func `the screen resolves a tap`(_ row: (answer: String?, text: String), isLate: Bool) throws {
    var interpreter = try opened()
    let late = app.late
    app.made[0].onTap = { name, answer in
      #expect(name == "track-2")
      guard isLate else { return answer(row.answer) }
      late.waiting.append { answer(row.answer) }
    }
    #expect(interpreter.run("tap track-2").text == row.text + "\n")
    #expect(interpreter.run("tap track-2 now").failure?.code == .commandUsage)
  }

  @Test func `a late answer to a tap is ignored`() throws {
    var interpreter = try opened()
    var kept: (@MainActor (String?) -> Void)?
    app.made[0].onTap = { _, answer in kept = answer }
    #expect(interpreter.run("tap more").failure?.code == .pluginSilent)
    let before = interpreter.session.state
    kept?("/tracks/1")
    _ = interpreter.run("show")
    #expect(interpreter.session.state == before)
  }

  @Test func `a tap on a loading screen waits for its content`() throws {
    var interpreter = try opened()
    let screen = app.made[0]
    screen.content = ScreenContent(title: "IU", state: .loading)
    app.late.waiting = [
      { screen.content.title = "…" }, { screen.content = MusicScreen.songs("IU") },
      { Issue.record("the content was there already") },
    ]
    #expect(interpreter.run("tap track-1").text == "moved: push Track(id=1) on home\n")
    #expect(app.late.waiting.count == 1)
  }

  @Test func `a tap that a loading screen has already does not wait`() throws {
    var interpreter = try opened()
    app.made[0].content.state = .loading
    app.late.waiting = [{ Issue.record("the tap waited") }]
    #expect(interpreter.run("tap track-1").text == "moved: push Track(id=1) on home\n")
  }

  nonisolated static let unready: [(state: ScreenContent.State, answer: String)] = [
    (.loading, "refused: Track has no tap 'play'; it is still loading"),
    (
      .failed(message: "no network\u{1B}"),
      "refused: Track has no tap 'play'; it failed: no network\\u{1b}"
    ),
    (.ready, "refused: Track has no tap 'play'; it has no taps at all"),
  ]

  @Test(arguments: unready)
  func `a screen without content says so when it refuses a tap`(
    state: ScreenContent.State, answer: String
  ) throws {
    var interpreter = try opened()
    _ = interpreter.run("tap track-1")
    app.made[1].content = ScreenContent(title: "Track", state: state)
    let response = interpreter.run("tap play")
    #expect(response.text == answer + "\n")
    #expect(response.json["reason"] == "unknown-tap")
    app.made[1].content.taps = [ScreenTap("stop", "back")]
    let text = interpreter.run("tap play").text
    #expect(text.hasPrefix(answer.replacing("; it has no taps at all", with: "")))
    #expect(text.hasSuffix("; it has stop\n"))
  }

  @Test func `a tap before ready does not reach the screen`() throws {
    var interpreter = try app.interpreter()
    _ = interpreter.run("cold")
    #expect(interpreter.run("tap first").text.hasPrefix("refused: "))
  }

  @Test func `undo, save and load use the event that a tap resolved to`() throws {
    var interpreter = try opened()
    app.made[0].onTap = { _, answer in answer("/tracks/2") }
    _ = interpreter.run("tap track-2")
    #expect(interpreter.run("undo").text == "undid open /tracks/2 inside: event 1 of 2\n")
    _ = interpreter.run("redo")
    let folder = try TemporaryFolder()
    _ = interpreter.run("save \(folder.path)/s.nav")
    #expect(try folder.text(of: "s.nav").hasSuffix("\nopen /search/IU\nopen /tracks/2 inside\n"))
    // Loading gives the same state without the plugin.
    var other = Prompt(definition: interpreter.session.definition)
    #expect(other.run("load \(folder.path)/s.nav").failure == nil)
    #expect(other.session.state == interpreter.session.state)
  }

  @Test func `screens are closed when they leave the stack and when a session is loaded`() throws {
    var interpreter = try opened()
    _ = interpreter.run("tap track-1")
    _ = interpreter.run("undo")
    #expect(app.made.map(\.isClosed) == [false, true])
    _ = interpreter.run("redo")
    #expect(app.made.map(\.isClosed) == [false, true, false])
    let folder = try TemporaryFolder()
    let failing = try folder.file("failing.nav", "/tracks/7\n/nowhere\n")
    _ = interpreter.run("load \(failing)")
    #expect(app.made.map(\.isClosed) == [false, true, false, true])
    let script = try folder.file("s.nav", "/tracks/8\n")
    _ = interpreter.run("load \(script)")
    #expect(app.made.map(\.isClosed) == [true, true, true, true, false])
    #expect(interpreter.run("show").text.hasPrefix("Track 8\n"))
    #expect(Set(app.made.map(\.request.instance)).count == app.made.count)
    interpreter.workspace.closeScreens()
    #expect(app.made.map(\.isClosed) == [true, true, true, true, true])
  }
}
