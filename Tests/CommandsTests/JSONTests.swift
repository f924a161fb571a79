import Commands
import Diagnostics
import JSONCodec
import Testing

/// JSON responses: one object per command.
@MainActor
struct JSONTests {
  nonisolated static let rows: [(setup: [String], line: String, json: String)] = [
    (
      ["/movies/42"], "stack",
      #"""
      {"coordinator":"home","screens":[{"screen":"Home","values":{}},{"screen":"Movies",\#
      "values":{}},{"screen":"Movie","values":{"id":"42"}}],"seq":1}
      """#
    ),
    (
      ["/movies/42"], "show",
      #"""
      {"screen":"Movie","values":{"id":"42"},"title":"Movie 42","coordinator":"main/home",\#
      "dirty":false,"result":null,"taps":[{"name":"reviews","does":"/movies/42/reviews"},\#
      {"name":"buy","does":"/checkout"},{"name":"close","does":"back"}],"seq":1}
      """#
    ),
    (
      ["/movies/42"], "taps",
      #"""
      {"screen":"Movie","taps":[{"name":"reviews","does":"/movies/42/reviews"},{"name":"buy",\#
      "does":"/checkout"},{"name":"close","does":"back"}],"seq":1}
      """#
    ),
    (
      ["/checkout"], "tree",
      #"""
      {"coordinators":[{"coordinator":"main","path":"main","kind":"tabs","selected":true,\#
      "child":"home","screens":[]},{"coordinator":"home","path":"main/home","kind":"stack",\#
      "selected":true,"child":null,"screens":[{"screen":"Home","values":{},"route":"/",\#
      "dirty":false}]},\#
      {"coordinator":"library","path":"main/library","kind":"stack","selected":false,\#
      "child":null,"screens":[]}],"layers":[{"kind":"flow","coordinator":"checkout",\#
      "screens":[{"screen":"Cart","values":{},"route":"/checkout","dirty":false}]}],"seq":1}
      """#
    ),
    (
      ["login alice"], "gates",
      #"""
      {"gates":[{"gate":"login","open":true,"subject":"alice","requires":[],\#
      "challenge":"/login"},{"gate":"premium","open":false,"subject":null,\#
      "requires":["login"],"challenge":"/subscribe"}],"seq":1}
      """#
    ),
    (
      ["/library"], "deferred",
      #"""
      {"deferred":[{"gate":"login","link":"/library","from":"outside","subject":null,\#
      "leftMilliseconds":600000}],"queue":[],"seq":1}
      """#
    ),
    (
      ["cold", "/movies"], "deferred",
      #"{"deferred":[],"queue":[{"link":"/movies","from":"outside"}],"seq":2}"#
    ),
    (
      ["login alice"], "log",
      #"""
      {"transitions":[{"seq":1,"event":"login","kind":"gateOpened","coordinator":null,\#
      "from":null,"to":null,"gate":"login","subject":"alice"}],"position":1,"oldest":0,"seq":1}
      """#
    ),
    (
      [], "routes /film",
      #"""
      {"routes":[{"route":"/film/:id","name":null,"screen":null,"redirect":"/movies/:id",\#
      "coordinator":null,"as":"push","gates":[],"plugin":"cinema",\#
      "links":["cinema://","https://cinema.example"]}],"count":1}
      """#
    ),
    (
      [], "link movie id=1",
      #"{"path":"/movies/1","links":["cinema://movies/1","https://cinema.example/movies/1"]}"#
    ),
    (["/movies"], "undo", #"{"position":0,"count":1,"seq":2}"#),
    (
      [], "back",
      #"""
      {"outcome":"refused","reason":"nothing-to-pop","message":"nothing to pop: this is the \#
      first screen","transitions":[],"seq":0}
      """#
    ),
    ([], "/terms", #"{"outcome":"outside","link":"/terms","transitions":[],"seq":1}"#),
    ([], "dirty on", #"{"outcome":"moved","transitions":[],"seq":1}"#),
    (
      [], "opne",
      #"""
      {"error":{"code":"command/unknown","severity":"error",\#
      "message":"no command is called 'opne'","advice":"Did you mean 'open'?"}}
      """#
    ),
    ([], "expect screen Home", #"{"expected":true}"#),
    ([], "reload", #"{"routes":12,"transitions":[],"seq":1}"#),
    ([], "timing on", #"{"timing":true}"#),
    ([], "# nothing", "{}"),
  ]

  @Test(arguments: rows)
  func answer(setup: [String], line: String, json: String) {
    var interpreter = Prompt(definition: TestApp.definition)
    for command in setup { _ = interpreter.run(command) }
    #expect(interpreter.run(line).json.text == json)
  }

  @Test func `the command table has exactly the documented commands`() {
    let words = """
      open tap back dismiss tab root pop finish login logout satisfy revoke dirty confirm cancel accept
      decline background foreground cold ready wait show stack tree taps routes gates deferred log why
      link undo redo goto save load expect help source reload timing quit
      """
    let known = Set(words.split { $0 == " " || $0 == "\n" }.map(String.init))
    #expect(Set(CommandTable.standard.all.map(\.word)) == known)
    #expect(CommandTable.standard.all.count == known.count)
  }

  @Test func `help lists every command`() {
    var interpreter = Prompt(definition: TestApp.definition)
    let overview = interpreter.run("help")
    #expect(overview.json["commands"]?.arrayValue?.count == CommandTable.standard.all.count)
    for command in CommandTable.standard.all {
      #expect(overview.text.contains("  \(command.usage)"))
      #expect(!command.details.isEmpty && !command.example.isEmpty)
      let help = interpreter.run("help \(command.word)")
      #expect(help.text.hasPrefix("\(command.usage): \(command.summary)\n"))
      #expect(help.text.hasSuffix("Example: \(command.example)\n"))
    }
    #expect(interpreter.run("help codes").text.contains("expect/failed"))
    #expect(interpreter.run("quit").isOver)
  }

  @Test func `every example in help is a valid command`() {
    for command in CommandTable.standard.all where !command.usesFiles {
      var interpreter = Prompt(definition: TestApp.definition)
      let failure = interpreter.run(command.example).failure
      let isUsage = failure.map { [.commandUsage, .commandUnknown].contains($0.code) } ?? false
      #expect(!isUsage, "\(command.example)")
    }
  }
}
