import AccountPlugin
import CinemaPlugin
import Commands
import FileAccess
import GreetingPlugin
import JSONCodec
import PluginTestSupport
import TestSupport
import Testing

/// The session of docs/json.md is one that happens.
@MainActor
struct JSONPageTests {
  @Test func `commands answer as the page shows`() throws {
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
