import Commands
import Diagnostics
import JSONCodec
import Navigation
import Screens
import Synchronization
import Testing

/// Changes that open screens make on their own, and reloads of the app.
@MainActor
struct ScreenReloadTests {
  private let app = MusicApp()

  @Test func `a reload recreates the screens with the new factories and commands`()
    throws
  {
    let loaded = try app.loaded()
    let other = MusicApp()
    let next = try other.loaded()
    let without = LoadedApp(next.definition, factories: next.factories)
    var interpreter = Prompt(loaded, appSource: { .success(without) })
    _ = interpreter.run("/search/IU")
    #expect(interpreter.run("sing").failure == nil)
    #expect(interpreter.run("reload").failure == nil)
    #expect(app.made.map(\.isClosed) == [true])
    #expect(other.made.map(\.request.link) == ["/search/IU"])
    #expect(interpreter.run("stack").text == "home: Home > Search(term=IU)\n")
    #expect(interpreter.run("sing").failure?.code == .commandUnknown)
  }

  @Test func `a failed reload keeps the app and reports the error`() throws {
    var interpreter = Prompt(
      try app.loaded(),
      appSource: {
        .failure(DiagnosticList([.unknown(name: "x", known: [], at: nil)]))
      })
    _ = interpreter.run("/search/IU")
    #expect(
      interpreter.run("reload").text
        == "error[plugin/unknown]: no Swift plugin is called 'x'. Remove 'swift'; this program "
        + "has no Swift plugins.\nthe routes are unchanged\n")
    #expect(app.made.map(\.isClosed) == [false])
    #expect(interpreter.run("sing").failure == nil)
  }

  @Test func `a screen's own change is reported once, even after a reload`() throws {
    var interpreter = try app.interpreter()
    let notified = Counter()
    interpreter.workspace.onScreenChange { notified.add() }
    _ = interpreter.run("/search/IU")
    #expect(interpreter.workspace.takeScreenChanges().isEmpty)
    app.made[0].content.state = .failed(message: "no network")
    app.made[0].content.title = "I\u{1B}U"
    let changes = interpreter.workspace.takeScreenChanges()
    #expect(changes.map(\.text) == ["screen changed: I\\u{1b}U\n"])
    #expect(
      changes.map(\.json.text) == [
        #"{"changed":"Search","title":"I\u001bU","state":"failed"}"#
      ])
    #expect(interpreter.workspace.takeScreenChanges().isEmpty)
    _ = interpreter.run("reload")
    app.made[1].content.title = ""
    #expect(interpreter.workspace.takeScreenChanges().map(\.text) == ["screen changed: Search\n"])
    #expect(notified.count == 2)
    _ = interpreter.run("open / inside")
    app.made[1].content.title = "beneath"
    #expect(interpreter.workspace.takeScreenChanges().isEmpty)
    #expect(notified.count == 3)
    interpreter.workspace.onScreenChange(nil)
    app.made[1].content.title = "x"
    #expect(notified.count == 3)
  }

  /// A counter that any thread can increment.
  private final class Counter: Sendable {
    private let times = Mutex(0)

    var count: Int { times.withLock { $0 } }
    func add() { times.withLock { $0 += 1 } }
  }
}
