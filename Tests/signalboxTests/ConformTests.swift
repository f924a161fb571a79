import FileAccess
import JSONCodec
import TestSupport
import Testing

/// `signalbox conform`, with the examples of docs/conform.md.
struct ConformTests {
  private let folder: TemporaryFolder
  private let page: Page

  init() throws {
    folder = try TemporaryFolder()
    page = try Page("docs/conform.md")
    let shop = try folder.folder("Shop")
    let yaml = try #require(Page("README.md").blocks("yaml").first)
    try writeFile(shop + "/shop.yaml", Array(yaml.text.utf8))
    try folder.file("app.jsonl", #require(page.blocks("json log").first).text)
    try folder.file("export.jsonl", #require(page.blocks("json export").first).text)
    try folder.file("analytics.yaml", #require(page.blocks("yaml map").first).text)
    try folder.file("broken.jsonl", "{\"event\":\"back\"}\nback\n")
    try folder.file("empty.jsonl", "")
    try folder.file("cut.jsonl", "{\"event\":\"back\"}\n{\"event\":\"ba")
  }

  private func output(of line: String) throws -> String {
    try ShellSession.output(of: line, in: folder)
  }

  @Test func `the page's examples are what the command prints`() throws {
    var count = 0
    for (command, output) in zip(page.blocks, page.blocks.dropFirst()) where output.kind == "text" {
      let text = try self.output(of: command.lines.joined(separator: "\n"))
      #expect(text == output.text + "exit 0\n", "\(command.text)")
      count += 1
    }
    #expect(count == 2)
  }

  /// What follows the command, and the exit code.
  static let statuses: [(line: String, status: Int)] = [
    ("app.jsonl", 1), ("export.jsonl --map analytics.yaml", 0), ("export.jsonl", 2),
    ("broken.jsonl", 2), ("cut.jsonl", 0), ("broken.jsonl app.jsonl", 2), ("nothing.jsonl", 2),
    ("", 2), ("--map nothing.yaml app.jsonl", 2), ("--map app.jsonl app.jsonl", 2), (". ", 2),
    ("/dev/null", 2), ("- <app.jsonl", 1), ("empty.jsonl", 2), ("empty.jsonl cut.jsonl", 0),
  ]

  @Test(arguments: statuses)
  func `the exit code says whether all sessions conform`(line: String, status: Int) throws {
    let text = try output(of: "signalbox conform --routes Shop \(line) 2>&1")
    #expect(text.hasSuffix("exit \(status)\n"), "\(text)")
  }

  @Test func `a broken log leaves the others to be checked`() throws {
    let text = try output(of: "signalbox conform --routes Shop broken.jsonl app.jsonl 2>&1")
    #expect(text.contains("broken.jsonl:2:1: error[trace/syntax]"), "\(text)")
    #expect(text.contains("app.jsonl:8:1: error[conform/screen]"), "\(text)")
  }

  @Test(arguments: ["broken", "empty"])
  func `nothing is said to conform if nothing is checked`(log: String) throws {
    let text = try output(of: "signalbox conform --routes Shop \(log).jsonl 2>&1")
    #expect(text.hasPrefix("\(log).jsonl:") && !text.contains("conform\n"), "\(text)")
  }

  @Test func `a mapping to a name that the definition lacks is an error`() throws {
    try folder.file("typo.yaml", "trace: 1\nscreens: { A: Itme }\ntabs: { B: acount }\n")
    let text = try output(of: "signalbox conform --routes Shop --map typo.yaml app.jsonl 2>&1")
    #expect(text.contains("typo.yaml:2:15: error[trace/unknown-name]"), "\(text)")
    #expect(text.contains("has no screen 'Itme'. Did you mean 'Item'?"), "\(text)")
    #expect(text.contains("typo.yaml:3:12"), "\(text)")
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }

  @Test func `JSON has an object for each session, whose script runs`() throws {
    let text = try output(of: "signalbox conform --json --routes Shop app.jsonl")
    let objects = try text.split(separator: "\n").filter { $0.hasPrefix("{") }.map { line in
      try JSON(parsing: String(line))
    }
    try #require(objects.count == 3)
    #expect(objects[0]["conforms"] == true)
    #expect(objects[0]["session"]?.stringValue == "s1")
    let lost = objects[1]
    #expect(lost["trace"]?.stringValue == "app.jsonl")
    #expect(lost["conforms"] == false)
    #expect(lost["line"] == 8)
    #expect(lost["explained"] == 3)
    #expect(lost["event"] == ["event": "screen", "screen": "Home", "values": [:]])
    #expect(
      lost["allowed"] == [["event": "screen", "screen": "Order", "values": ["id": "8"]]])
    #expect(objects[2]["kinds"] == ["conform/screen": 1])
    #expect(objects[2]["conforming"] == 1)
    let script = (lost["script"]?.arrayValue ?? []).compactMap(\.stringValue)
    try folder.file("lost.nav", script.joined(separator: "\n") + "\nexpect screen Order\n")
    let replayed = try output(of: "signalbox replay --routes Shop lost.nav")
    #expect(replayed.hasSuffix("0 failures\nexit 0\n"), "\(replayed)")
  }

  @Test func `the coverage is that of the explained lines`() throws {
    let text = try output(of: "signalbox conform --coverage --routes Shop app.jsonl")
    #expect(text.contains("the route '/items/:id' is not opened"), "\(text)")
    #expect(!text.contains("the route '/orders/:id' is not opened"), "\(text)")
    let json = try output(of: "signalbox conform --coverage --json --routes Shop app.jsonl")
    #expect(json.contains(#""code":"coverage/route""#), "\(json)")
  }

  @Test func `many sessions are summed up by kind`() throws {
    let session = (1...30).map { number in
      """
      {"session":\(number),"event":"screen","screen":"\(number % 3 == 0 ? "Home" : "Order")"}
      """
    }
    try folder.file("many.jsonl", session.joined(separator: "\n") + "\n")
    let text = try output(of: "signalbox conform --routes Shop many.jsonl")
    #expect(text.split(separator: "\n").count { $0.contains("error[conform/screen]") } == 20)
    #expect(text.contains("20 sessions  conform/screen,"), "\(text)")
    #expect(text.contains("30 sessions, 30 lines: 20 not conforming"), "\(text)")
  }

  @Test func `scripts of random logs of the bundled app run`() throws {
    try folder.file(
      "bundled.jsonl",
      """
      {"event":"link","link":"cinema://movies/42/play"}
      {"event":"screen","screen":"Login"}
      {"event":"login","subject":"alice"}
      {"event":"screen","screen":"Subscribe"}
      {"event":"screen","screen":"Player","values":{"id":42}}
      {"event":"dismiss"}
      {"event":"screen","screen":"Movies"}
      """)
    let text = try output(of: "signalbox conform --json --routes $R bundled.jsonl")
    let lost = try JSON(parsing: String(text.split(separator: "\n")[0]))
    #expect(lost["line"] == 7)
    let script = (lost["script"]?.arrayValue ?? []).compactMap(\.stringValue)
    #expect(script.contains("satisfy premium"), "\(script)")
    try folder.file("play.nav", script.joined(separator: "\n") + "\n")
    let replayed = try output(of: "signalbox replay --routes $R play.nav")
    #expect(replayed.hasSuffix("0 failures\nexit 0\n"), "\(replayed)")
  }

  /// Runs only where Node is installed.
  @Test(.enabled(if: isProgram("node")))
  func `the logger in JavaScript writes a log that conforms`() throws {
    try folder.file("log.mjs", #require(page.blocks("js").first).text)
    try folder.file(
      "app.mjs",
      """
      import { AppLog } from "./log.mjs";
      const log = new AppLog("node.jsonl");
      log.add({ event: "screen", screen: "Home" });
      log.add({ event: "tap", tap: "first" });
      log.add({ event: "screen", screen: "Item", values: { id: 1 } });
      """)
    let text = try output(
      of: "node app.mjs && signalbox conform --routes Shop node.jsonl")
    #expect(text.contains("1 session, 3 lines: all conform"), "\(text)")
  }

  /// Compiled by the compiler of these tests.
  @Test(.enabled(if: isProgram("swiftc")))
  func `the logger in Swift writes a log that conforms`() throws {
    try folder.file(
      "main.swift",
      #require(page.blocks("swift").first).text + """
        let log = AppLog(path: "swift.jsonl")
        log.add(["event": "link", "link": "shop://items/7"])
        log.add(["event": "screen", "screen": "Item", "values": ["id": 7]])
        """)
    let text = try output(
      of: "PATH=\(programFolders):$PATH; swiftc main.swift -o logger && ./logger "
        + "&& signalbox conform --routes Shop swift.jsonl")
    #expect(text.contains("1 session, 2 lines: all conform"), "\(text)")
  }
}

/// The folders of `PATH`.
private let programFolders = environment("PATH") ?? ""

private func isProgram(_ name: String) -> Bool {
  programFolders.split(separator: ":").contains { isFile("\($0)/\(name)") }
}
