import AccountPlugin
import CinemaPlugin
import Commands
import FileAccess
import GreetingPlugin
import JSONCodec
import PluginTestSupport
import TestSupport
import Testing

/// Checks the session of docs/json.md.
@MainActor
struct JSONPageTests {
  @Test func `the page's commands give the responses shown`() throws {
    let page = String(
      decoding: try readFile(packageFolder + "/docs/json.md", bytesMax: 1_000_000), as: UTF8.self)
    let lines = page.split(separator: "\n").drop { $0 != "```session" }.dropFirst()
      .prefix { $0 != "```" }
    #expect(lines.count >= 20)
    var interpreter = Prompt(
      try BundledApp.loaded([Account(), Cinema(), Greeting()]), display: Display())
    var answer = ""
    for line in lines {
      if line.hasPrefix("> ") {
        answer = interpreter.run(String(line.dropFirst(2))).json.text
      } else {
        #expect(String(line) == answer)
      }
    }
  }
}
