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
  @Test func `a session saved with expectations is a test of its state`() throws {
    let folder = try TemporaryFolder()
    var prompt = Prompt(definition: TestApp.definition)
    for line in ["/movies/42?ref=a%20b%2Cc", "/library", "save --expect \(folder("waiting.nav"))"] {
      _ = prompt.run(line)
    }
    let script = try folder.text(of: "waiting.nav")
    #expect(script.hasSuffix("expect gate premium closed\nexpect deferred /library\n"), "\(script)")
    _ = prompt.run("login alice")
    _ = prompt.run("/movies/42?ref=a%20b%2Cc")
    #expect(prompt.run("save --expect \(folder("open.nav"))").failure == nil)
    for name in ["waiting.nav", "open.nav"] {
      var runner = ScriptRunner(LoadedApp(TestApp.definition))
      runner.run(folder(name))
      let result = runner.report.scripts[0]
      #expect(result.failures.isEmpty && result.expectations >= 4, "\(runner.report.text)")
    }
    #expect(try folder.text(of: "open.nav").contains("expect gate login open\nexpect gate premium"))
  }

  @Test(arguments: seeds(20))
  func `loading a saved session restores its state`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var generator = SplitMix64(seed: seed)
    var interpreter = Prompt(definition: TestApp.definition)
    if seed % 3 == 0 { _ = interpreter.run("cold") }
    for _ in 0..<80 { _ = interpreter.run(line(&generator)) }
    #expect(interpreter.run("save \(folder.path)/s.nav").failure == nil)
    var other = Prompt(definition: TestApp.definition)
    _ = other.run("open /movies")
    let response = other.run("load \(folder.path)/s.nav")
    #expect(response.failure == nil, "seed \(seed): \(response.text)")
    #expect(other.session.state == interpreter.session.state, "seed \(seed)")
    // A saved session can be overwritten; saving it again gives the same text.
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

  @Test func `save does not overwrite a file that it did not write`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("mine.txt", "precious")
    var interpreter = Prompt(definition: TestApp.definition)
    let response = interpreter.run("save \(path)")
    #expect(response.failure?.code == .scriptReplace)
    #expect(try folder.text(of: "mine.txt") == "precious")
    #expect(interpreter.run("save \(folder.path)/no/such").failure?.code == .fileUnwritable)
  }

  /// The number of transitions in a response.
  private func count(_ moves: [SessionMove]) -> Int {
    moves.reduce(0) { count, move in
      if case .transitions(let transitions, _) = move { count + transitions.count } else { count }
    }
  }

  @Test func `a response contains the moves of every line of a script`() throws {
    let folder = try TemporaryFolder()
    let inner = try folder.file("inner.nav", "open /movies\n")
    let outer = try folder.file("outer.nav", "source \(inner)\nlogin alice\n")
    let failing = try folder.file("failing.nav", "open /movies/42\nnonsense\n")
    var interpreter = Prompt(definition: TestApp.definition)
    let rows = [
      ("source \(outer)", 2), ("back", 1), ("load \(failing)", 0), ("load \(outer)", 2),
    ]
    for (line, wanted) in rows {
      let moves = interpreter.run(line).effects.moves
      #expect(count(moves) == wanted, "\(line): \(moves)")
    }
  }

  @Test func `a handler of a script's steps receives the moves of each`() throws {
    let folder = try TemporaryFolder()
    let script = try folder.file("s.nav", "open /movies\n/nowhere\nlogin alice\n")
    var prompt = Prompt(definition: TestApp.definition)
    var steps: [Response] = []
    let response = prompt.interpreter.run("source \(script)", on: &prompt.workspace) {
      steps.append($0.response)
    }
    #expect(steps.map { count($0.effects.moves) } == [1, 0, 1])
    #expect(steps.map(\.effects.changes.count) == [1, 0, 1])
    #expect(steps.map(\.effects.refusals.count) == [0, 1, 0])
    let effects = response.effects
    #expect(effects.moves.isEmpty && effects.changes.isEmpty && effects.refusals.isEmpty)
  }

  @Test func `quit ends the script that has it, and its caller goes on`() throws {
    let folder = try TemporaryFolder()
    let inner = try folder.file("inner.nav", "/movies\nquit\nnonsense\n")
    let outer = try folder.file("outer.nav", "source \(inner)\nexpect screen Home\n")
    var prompt = Prompt(definition: TestApp.definition)
    let response = prompt.run("source \(inner)")
    #expect(!response.isOver && response.failure == nil)
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    runner.run(outer)
    let result = runner.report.scripts[0]
    #expect(result.expectations == 1 && result.failures.count == 1, "\(runner.report.text)")
  }

  @Test func `a response contains the changes that a journal records`() throws {
    let folder = try TemporaryFolder()
    let script = try folder.file("s.nav", "cold\nlogin \"a b\"\n/nowhere b\n")
    let loaded = try folder.file("t.nav", "/movies\n")
    var interpreter = Prompt(definition: TestApp.definition)
    let changes =
      interpreter.run("source \(script)").effects.changes
      + interpreter.run("goto 0").effects.changes
      + interpreter.run("load \(loaded)").effects.changes
    #expect(
      changes.map(\.text) == [
        "cold", "login \"a b\"", "goto 0", "load \(loaded)",
      ])
    #expect(changes.map(\.seq) == [1, 2, 3, 4])
    #expect(changes.map(\.kind) == [.state, .event, .state, .state])
  }

  @Test func `a reload that removes screens reports a move`() {
    let gated = TestApp.make { app in
      for index in app.routes.indices where app.routes[index].screen?.value == "Search" {
        app.routes[index].gates = ["premium"]
      }
    }
    var interpreter = Prompt(
      definition: TestApp.definition, appSource: { .success(LoadedApp(gated)) })
    _ = interpreter.run("open /search/x")
    let response = interpreter.run("reload")
    #expect(response.failure == nil)
    #expect(count(response.effects.moves) > 0)
  }

  @Test func `a script that fails is not loaded`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("s.nav", "/movies\n/nowhere\n")
    var interpreter = Prompt(definition: TestApp.definition)
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
    var interpreter = Prompt(definition: TestApp.definition)
    let response = interpreter.run("source \(path)")
    #expect(
      response.text == """
        > /movies
        moved: push Movies on home
        > /nowhere
        refused: no route matches '/nowhere': 'why /nowhere' lists the nearest ones
        \(path):3:1: error[script/refused]: '/nowhere' was refused: no route matches '/nowhere': \
        'why /nowhere' lists the nearest ones. If intended, write 'expect outcome \
        refused(not-found)' on the next line.
        > expect screen Home
        \(path):4:1: error[expect/failed]: expected screen Home, found Movies.
        ran '\(path)': 3 steps, 2 failures

        """)
    #expect(response.failure?.code == .scriptRefused)
  }

  @Test func `a failed reload changes nothing`() {
    var interpreter = Prompt(definition: TestApp.definition) {
      .failure(DiagnosticList([FileError.tooLarge(path: "a.yaml", bytesMax: 1).diagnostic]))
    }
    _ = interpreter.run("/movies")
    let before = interpreter.session.state
    let response = interpreter.run("reload")
    #expect(
      response.text == """
        error[file/too-large]: 'a.yaml' has more than 1 bytes. Split it into smaller files.
        the routes are unchanged

        """)
    #expect(interpreter.session.state == before)
    #expect(interpreter.run("undo").failure == nil)
  }
}
