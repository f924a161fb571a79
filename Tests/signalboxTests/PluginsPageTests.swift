import FileAccess
import JSONCodec
import TestSupport
import Testing

/// Checks the examples of docs/plugins.md.
struct PluginsPageTests {
  private let page: Page
  private let folder: TemporaryFolder

  init() throws {
    page = try Page("docs/plugins.md")
    folder = try TemporaryFolder()
  }

  private func replay(_ routes: String, _ script: String) throws -> String {
    try folder.file("test.nav", script)
    return try ShellSession.output(
      of: "signalbox replay --routes '\(routes)' test.nav", in: folder)
  }

  @Test func `the page's route file loads and works`() throws {
    let example = try #require(page.blocks("yaml").first).text
    let routes = try folder.file("notes.yaml", example)
    let text = try replay(
      routes, "expect screen Notes\ntap first\nexpect screen Note\nexpect show \"Note 0\"\n")
    #expect(text.contains("3 expectations, 0 failures"), "\(text)")
  }

  @Test func `the page's Swift examples are the source of a working plugin`() throws {
    let probe = packageFolder + "/Tests/PluginProbe/"
    let source =
      String(decoding: try readFile(probe + "Notes.swift", bytesMax: 1 << 20), as: UTF8.self)
      + String(decoding: try readFile(probe + "main.swift", bytesMax: 1 << 20), as: UTF8.self)
    let found = page.blocks("swift")
    #expect(found.count == 2)
    for line in found.map(\.text).joined().split(separator: "\n") where line != "// main.swift" {
      #expect(source.contains(line))
    }
    // A program name without a slash is searched for next to signalbox.
    let example = String(
      try #require(page.blocks("yaml").first).text.split(separator: "screens:")[0])
    let routes = try folder.file(
      "notes.yaml",
      example.replacing("plugin: notes\n", with: "plugin: notes\nrun: [PluginProbe, notes]\n"))
    let text = try replay(routes, "open /notes/7\nexpect show \"Note 7\"\n")
    #expect(text.contains("1 expectation, 0 failures"), "\(text)")
  }

  @Test func `the page's messages can be parsed`() throws {
    var count = 0
    for line in page.text.split(separator: "\n") {
      guard let start = line.firstRange(of: " → {")?.upperBound else { continue }
      count += 1
      let text = "{" + line[start...]
      #expect(throws: Never.self) { try RPCMessage(parsing: Array(text.utf8)) }
    }
    #expect(count == 6)
  }
}
