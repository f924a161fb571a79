import Commands
import Testing

@MainActor
struct PromptTests {
  nonisolated static let rows: [(setup: [String], prompt: String)] = [
    ([], "home/Home [guest]> "),
    (["/movies/42"], "home/Movie [guest]> "),
    (["login alice"], "home/Home [alice]> "),
    (["login"], "home/Home [logged in]> "),
    (["login \"a\\u{1B}[2J\""], "home/Home [a\\u{1b}[2J]> "),
    (
      ["login " + String(repeating: "x", count: 99)],
      "home/Home [\(String(repeating: "x", count: 31))…]> "
    ),
    (["/movies/42/reviews", "dirty on"], "home/Reviews* [guest]> "),
    (["cold"], "home/Home [guest] (not ready)> "),
    (["/checkout"], "checkout/Cart [guest]> "),
    (["/library"], "home/Login [guest] (1 waiting)> "),
  ]

  @Test(arguments: rows)
  func prompt(setup: [String], prompt: String) {
    var interpreter = Prompt(definition: TestApp.definition)
    for line in setup { _ = interpreter.run(line) }
    #expect(interpreter.workspace.prompt == prompt)
  }
}
