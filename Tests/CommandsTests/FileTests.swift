import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import Sessions
import TestSupport
import Testing

/// `save`, `load` and `source`.
@MainActor
struct FileTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `what is saved leads to the same state`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var generator = SplitMix64(seed: seed)
    var interpreter = Interpreter(definition: TestApp.definition)
    if seed % 3 == 0 { _ = interpreter.run("cold") }
    for _ in 0..<80 { _ = interpreter.run(line(&generator)) }
    #expect(interpreter.run("save \(folder.path)/s.nav").failure == nil)
    var other = Interpreter(definition: TestApp.definition)
    _ = other.run("open /movies")
    let response = other.run("load \(folder.path)/s.nav")
    #expect(response.failure == nil, "seed \(seed): \(response.text)")
    #expect(other.session.state == interpreter.session.state, "seed \(seed)")
    // It may be replaced, being a saved session, and by the same text.
    let text = try folder.text(of: "s.nav")
    #expect(other.run("save \(folder.path)/s.nav").failure == nil)
    #expect(try folder.text(of: "s.nav") == text)
  }

  private func line(_ generator: inout SplitMix64) -> String {
    let lines = [
      "open /movies/42", "open /extras", "tap reviews", "tap buy", "tap pay", "back", "dismiss",
      "tab library", "tab home", "root", "pop 1", "pop Movies", "finish \"a b\"", "login alice",
      "login \"b \\\"c\\\"\"", "logout", "satisfy premium", "dirty on", "dirty off", "confirm",
      "cancel", "ready", "wait 3m", "undo", "redo", "open /search/%20%22", "open /library inside",
    ]
    return generator.pick(lines)
  }

  @Test func `save replaces nothing that it has not written`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("mine.txt", "precious")
    var interpreter = Interpreter(definition: TestApp.definition)
    let response = interpreter.run("save \(path)")
    #expect(response.failure?.code == .scriptReplace)
    #expect(try folder.text(of: "mine.txt") == "precious")
    #expect(interpreter.run("save \(folder.path)/no/such").failure?.code == .fileUnwritable)
  }

  @Test func `what a script moves is told as it happens`() throws {
    let folder = try TemporaryFolder()
    let inner = try folder.file("inner.nav", "open /movies\n")
    let outer = try folder.file("outer.nav", "source \(inner)\nlogin alice\n")
    let failing = try folder.file("failing.nav", "open /movies/42\nnonsense\n")
    let told = Told()
    var interpreter = Interpreter(definition: TestApp.definition)
    interpreter.onTransitions = { transitions, definition in
      for transition in transitions {
        told.lines.append(TransitionLog(definition: definition).text(of: transition))
      }
    }
    let rows = [
      ("source \(outer)", 2), ("back", 1), ("load \(failing)", 0), ("load \(outer)", 2),
    ]
    for (line, count) in rows {
      told.lines = []
      _ = interpreter.run(line)
      #expect(told.lines.count == count, "\(line): \(told.lines)")
    }
  }

  @Test func `what a reload takes away is told`() {
    let told = Told()
    let gated = TestApp.make { app in
      for index in app.routes.indices where app.routes[index].screen?.value == "Search" {
        app.routes[index].gates = ["premium"]
      }
    }
    var interpreter = Interpreter(
      definition: TestApp.definition, appSource: { .success(LoadedApp(gated)) })
    interpreter.onTransitions = { transitions, _ in told.lines += transitions.map { "\($0)" } }
    _ = interpreter.run("open /search/x")
    told.lines = []
    #expect(interpreter.run("reload").failure == nil)
    #expect(!told.lines.isEmpty)
  }

  @Test func `a script that fails is not loaded`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("s.nav", "/movies\n/nowhere\n")
    var interpreter = Interpreter(definition: TestApp.definition)
    _ = interpreter.run("/movies/42")
    _ = interpreter.run("back")
    _ = interpreter.run("undo")
    let before = interpreter.session.state
    let response = interpreter.run("load \(path)")
    #expect(response.failure?.code == .scriptRefused)
    #expect(interpreter.session.state == before)
    #expect(response.json["seq"] == 3)
    #expect(response.json["seq"] == interpreter.run("stack").json["seq"])
    #expect(interpreter.run("load \(folder.path)/none").failure?.code == .fileUnreadable)
    #expect(interpreter.run("load -").failure?.code == .fileUnreadable)
  }

  @Test func `source shows every line and its answer`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("s.nav", "# comment\n/movies\n/nowhere\nexpect screen Home\n")
    var interpreter = Interpreter(definition: TestApp.definition)
    let response = interpreter.run("source \(path)")
    #expect(
      response.text == """
        > /movies
        moved: push Movies on home
        > /nowhere
        refused: no route matches '/nowhere': 'why /nowhere' lists the nearest ones
        \(path):3:1: error[script/refused]: '/nowhere' was refused: no route matches '/nowhere': \
        'why /nowhere' lists the nearest ones. If that is meant, write 'expect outcome \
        refused(not-found)' on the next line.
        > expect screen Home
        \(path):4:1: error[expect/failed]: expected screen Home, found Movies.
        ran '\(path)': 3 steps, 2 failures

        """)
    #expect(response.failure?.code == .scriptRefused)
  }

  @Test func `reload that fails changes nothing`() {
    var interpreter = Interpreter(definition: TestApp.definition) {
      .failure(DefinitionFaults([FileError.tooLarge(path: "a.yaml", bytesMax: 1)]))
    }
    _ = interpreter.run("/movies")
    let before = interpreter.session.state
    let response = interpreter.run("reload")
    #expect(
      response.text == """
        error[file/too-large]: 'a.yaml' holds more than 1 bytes. Split it into smaller files.
        the routes are as they were

        """)
    #expect(interpreter.session.state == before)
    #expect(interpreter.run("undo").failure == nil)
  }
}

/// What was told, in order.
private final class Told {
  var lines: [String] = []
}
