import FileAccess
import JSONCodec
import TestSupport
import Testing

/// `signalbox why` and `resolve --on`, with files of the platforms.
struct WhyTests {
  /// A folder with the example files of docs/why.md.
  private let folder: TemporaryFolder
  private let page: Page

  init() throws {
    folder = try TemporaryFolder()
    page = try Page("docs/why.md")
    let association = page.blocks("json aasa")
    let manifest = page.blocks("xml manifest")
    try folder.file("apple-app-site-association", #require(association.first).text)
    try folder.file("AndroidManifest.xml", #require(manifest.first).text)
  }

  private func output(of line: String) throws -> String {
    try ShellSession.output(of: "export SIGNALBOX_ROUTES=$R; \(line)", in: folder)
  }

  /// The objects that a line prints; its diagnostics are dropped.
  private func objects(of line: String) throws -> [JSON] {
    let text = try ShellSession.output(
      of: "export SIGNALBOX_ROUTES=$R; \(line) 2>/dev/null >out", in: folder)
    #expect(text.hasPrefix("exit "))
    return try folder.text(of: "out").split(separator: "\n").map { line in
      try JSON(parsing: Array(line.utf8), bytesMax: 1_000_000)
    }
  }

  @Test func `the examples of the page match the program's output`() throws {
    #expect(page.blocks("console").count == 4)
    try check(page)
  }

  @Test func `the examples of the page about Android match the program's output`() throws {
    let page = try Page("docs/android.md")
    try folder.file("AndroidManifest.xml", #require(page.blocks("xml manifest").first).text)
    #expect(page.blocks("console").count == 1)
    try check(page)
  }

  private func check(_ page: Page) throws {
    for session in page.blocks("console").map(\.lines) {
      let commands = session.filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
      let answers = session.map { $0.hasPrefix("$ ") ? "" : $0 + "\n" }.joined()
      let text = try output(of: commands.joined(separator: "\n"))
      #expect(text.hasPrefix(answers + "exit "))
    }
  }

  @Test(arguments: ["*", "movies/*", "/movies/*"])
  func `a rule is printed as it is written`(path: String) throws {
    try folder.file(
      "legacy", #"{"applinks":{"details":[{"appID":"A.b","paths":["NOT /x/","\#(path)"]}]}}"#)
    let text = try output(of: "signalbox why https://cinema.example/movies/42 --aasa legacy")
    #expect(text.contains(": matches path '\(path)'\n"), "\(text)")
    #expect(text.contains(": the path is not '/x/'\n"), "\(text)")
  }

  /// What is typed, and the exit code.
  static let statuses: [(line: String, status: Int)] = [
    ("why /movies/42", 0), ("why /nowhere", 1), ("why cinema://library/saved/7", 0),
    ("why /help", 1),
    ("why /library --aasa apple-app-site-association", 0),
    ("why /movies --aasa apple-app-site-association", 1),
    ("why cinema://movies --aasa apple-app-site-association", 1),
    ("why cinema://movies --manifest AndroidManifest.xml", 0),
    (
      "why https://cinema.example/movies/42?ref=mail --manifest AndroidManifest.xml "
        + "--aasa apple-app-site-association", 0
    ),
    (
      "why https://cinema.example/library --manifest AndroidManifest.xml "
        + "--aasa apple-app-site-association", 1
    ),
    ("resolve /library --on ios --aasa apple-app-site-association", 0),
    ("resolve /library /movies --on ios --aasa apple-app-site-association", 1),
    ("resolve /library/nowhere --on ios --aasa apple-app-site-association", 1),
    ("resolve cinema://movies --on android --manifest AndroidManifest.xml", 0),
    ("why /movies --aasa nothing", 2), ("why /movies --manifest .", 2),
    ("resolve /movies --on ios --aasa .", 2),
  ]

  @Test(arguments: statuses)
  func `the exit code says whether the link opens the app`(line: String, status: Int) throws {
    let text = try output(of: "signalbox \(line) 2>&1 >/dev/null")
    #expect(text.hasSuffix("exit \(status)\n"), "\(text)")
  }

  @Test func `routes follow the link, which can look like a path`() throws {
    try folder.file("app.yaml", "")
    let file = try output(of: "signalbox why /movies $F/app.yaml")
    #expect(file.contains("app.yaml") && file.hasSuffix("exit 2\n"), "\(file)")
    let option = try output(of: "signalbox why app.yaml --routes $R")
    #expect(option.hasPrefix("app.yaml: malformed: "), "\(option)")
    let named = try output(of: "signalbox why /movies/42 $R")
    #expect(named.hasPrefix("/movies/42: MovieDetail(id=42) by /movies/:id"), "\(named)")
  }

  @Test func `a link of invalid UTF-8 is explained`() throws {
    let text = try output(
      of: "signalbox why \"$(printf 'https://cinema.example/library/\\377')\" "
        + "--aasa apple-app-site-association")
    #expect(text.contains("iOS: app, by apple-app-site-association:9:11"), "\(text)")
    #expect(text.contains(": malformed: "), "\(text)")
    #expect(text.hasSuffix("exit 1\n"), "\(text)")
  }

  @Test func `JSON has the whole explanation`() throws {
    let line =
      "signalbox why https://cinema.example/library/saved/7 --json "
      + "--aasa apple-app-site-association --manifest AndroidManifest.xml"
    let all = try #require(try objects(of: line).first)
    #expect(all["link"]?.stringValue == "https://cinema.example/library/saved/7")
    #expect(all["screen"]?.stringValue == "SavedFilm")
    #expect(all["open"]?["outcome"]?.stringValue == "deferred")
    #expect(all["stack"]?["screens"]?.arrayValue?.map { $0["screen"]?.stringValue } == ["Login"])
    #expect(all["gated"]?["gates"] == ["login"])
    let after = all["gated"]?["stack"]?["screens"]?.arrayValue ?? []
    #expect(after.map { $0["screen"]?.stringValue } == ["Library", "SavedFilm"])
    #expect(all["findings"] == [])
    let platforms = try #require(all["platforms"]?.arrayValue)
    #expect(platforms.map { $0["platform"]?.stringValue } == ["ios", "android"])
    #expect(platforms.map { $0["opens"]?.stringValue } == ["app", "browser"])
    #expect(
      platforms.first?["rule"]
        == ["file": "apple-app-site-association", "line": 9, "column": 11])
    #expect(platforms.last?["rule"] == .null)
    #expect(
      platforms.first?["refused"]?.arrayValue?.last == [
        "file": "apple-app-site-association", "line": 8, "column": 11, "activity": .null,
        "parts": ["path", "query"],
        "message": "the path is not '/movies/*', the query item 'ref' is not 'mail'",
      ])
    #expect(
      platforms.last?["refused"]?.arrayValue?.first == [
        "file": "AndroidManifest.xml", "line": 4, "column": 7, "activity": ".MainActivity",
        "parts": ["path"], "message": "the path matches none of prefix '/movies'",
      ])
    let nothing = try #require(try objects(of: "signalbox why /nowhere --json").first)
    for key in ["open", "stack", "gated"] { #expect(nothing[key] == .null) }
    #expect(nothing["platforms"] == [] && nothing["misses"] == [])
  }

  @Test func `resolve --on streams in order`() throws {
    let links = (0..<3_000).map { number in
      number % 3 == 0
        ? "/library/saved/\(number)" : "/movies/\(number)\(number % 3 == 1 ? "?ref=mail" : "")"
    }
    try folder.file("links", links.map { $0 + "\n" }.joined())
    let options = "--on ios --aasa apple-app-site-association"
    let answers = try objects(of: "signalbox resolve \(options) --json - <links")
    #expect(answers.map { $0["link"]?.stringValue } == links)
    let lines = answers.map { $0["rule"]?["line"]?.intValue }
    #expect(lines == links.indices.map { $0 % 3 == 0 ? 9 : $0 % 3 == 1 ? 8 : nil })
    #expect(
      answers.map { $0["opens"]?.stringValue }
        == links.indices.map { $0 % 3 == 2 ? "browser" : "app" })
    // Each answer begins as without the option.
    let plain = try objects(of: "signalbox resolve --json - <links")
    for (answer, plain) in zip(answers, plain) {
      #expect(answer.objectValue?.dropLast(2).map(\.value) == plain.objectValue?.map(\.value))
    }
    let overlong = try objects(
      of: "head -c 20000 /dev/zero | tr '\\0' x | signalbox resolve \(options) --json -")
    #expect(overlong.first?["opens"] == .null && overlong.first?["rule"] == .null)
  }

  /// A file that is no association file and no manifest, as a command that writes `bad`, and parts
  /// of what is reported.
  static let garbage: [(write: String, option: String, reports: [String])] = [
    ("echo 'no json' >bad", "--aasa", ["bad:1:2: error[platform/syntax]"]),
    ("echo '[]' >bad", "--aasa", ["bad:1:1: error[platform/wrong-type]"]),
    ("printf '\\060\\202' >bad", "--aasa", ["error[platform/signed]"]),
    ("mkdir bad", "--aasa", ["error[file/unreadable]: cannot read 'bad'"]),
    ("mkdir bad", "--manifest", ["error[file/unreadable]: cannot read 'bad'"]),
    ("head -c 10000000 /dev/zero >bad", "--aasa", ["error[file/too-large]"]),
    ("head -c 10000000 /dev/zero >bad", "--manifest", ["error[file/too-large]"]),
    ("head -c 100000 /dev/urandom >bad", "--manifest", ["bad:1:", "error[platform/xml-"]),
    (
      "echo '<!DOCTYPE l [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]><manifest>&b;</manifest>' >bad",
      "--manifest", ["bad:1:1: error[platform/xml-document-type]"]
    ),
    ("echo '<html/>' >bad", "--manifest", ["bad:1:1: error[platform/manifest-root]"]),
    ("yes '[' | head -100000 >bad", "--aasa", ["bad:", "error[platform/limit]"]),
  ]

  @Test(arguments: garbage)
  func `garbage is reported with its place, and the rest is answered`(
    write: String, option: String, reports: [String]
  ) throws {
    let text = try output(of: "\(write); signalbox why /movies/42 \(option) bad")
    for report in reports { #expect(text.contains(report), "\(text.prefix(500))") }
    #expect(text.contains(": undecided, since its file cannot be used"), "\(text.prefix(500))")
    #expect(text.contains("\n/movies/42: MovieDetail(id=42)"), "\(text.prefix(500))")
    #expect(text.hasSuffix("exit 2\n"))
    let on = option == "--aasa" ? "ios" : "android"
    let resolved = try objects(of: "signalbox resolve --json --on \(on) \(option) bad /movies/42")
    #expect(resolved.first?["screen"]?.stringValue == "MovieDetail")
    #expect(resolved.first?["opens"] == .null)
    let json = try objects(of: "signalbox why --json \(option) bad /movies/42")
    #expect(json.first?["findings"]?.arrayValue?.isEmpty == false)
    #expect(json.first?["platforms"]?.arrayValue?.first?["opens"] == .null)
  }

  @Test func `a manifest counts as far as it could be read`() throws {
    let text = try output(
      of: "head -n 12 AndroidManifest.xml >cut; signalbox why cinema://movies --manifest cut; "
        + "signalbox why https://cinema.example/movies --manifest cut")
    #expect(text.contains("error[platform/xml-syntax]"), "\(text)")
    #expect(text.contains("\nAndroid: nothing: no filter takes the link"), "\(text)")
    #expect(text.contains("\nAndroid: app, by cut:4:7: .MainActivity takes"), "\(text)")
  }
}
