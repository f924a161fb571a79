import FileAccess
import TestSupport
import Testing

@testable import signalbox

/// `signalbox generate`.
struct GenerateTests {
  /// The command lines that write the bundled app's files.
  static let bundled = [
    (
      file: "apple-app-site-association",
      line: "aasa --team ABCDE12345 --bundle example.cinema"
    ),
    (file: "AndroidManifest.xml", line: "manifest"),
    (
      file: "assetlinks.json",
      line: "assetlinks --package example.cinema --fingerprint 14:6D:E9:83:C5:73:06:50:D8:EE:B9:"
        + "95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"
    ),
  ]

  @Test(arguments: bundled.indices)
  func `the bundled app's files are those that the command writes`(index: Int) throws {
    let row = Self.bundled[index]
    let text = try ShellSession.output(
      of: """
        signalbox generate \(row.line) $R 2>notes | diff - $R/Platforms/\(row.file) &&
        signalbox generate \(row.line) $R -o written 2>more && cmp notes more &&
        diff written $R/Platforms/\(row.file)
        """, in: TemporaryFolder())
    #expect(text == "exit 0\n")
  }

  @Test func `the page's examples are what the command prints`() throws {
    let page = try Page("docs/platforms.md")
    let folder = try TemporaryFolder()
    let shop = try folder.folder("Shop")
    let yaml = try #require(Page("README.md").blocks("yaml").first)
    try writeFile(shop + "/shop.yaml", Array(yaml.text.utf8))
    var count = 0
    for (command, output) in zip(page.blocks, page.blocks.dropFirst())
    where command.text.contains("generate") && output.kind == "text" {
      let text = try ShellSession.output(of: command.lines.joined(separator: "\n"), in: folder)
      #expect(text == output.text + "exit 0\n", "\(command.text)")
      count += 1
    }
    #expect(count == 2)
  }

  static let mistakes: [(line: String, answer: String)] = [
    ("", "an operand is missing: 'generate aasa|assetlinks|manifest'"),
    ("asa", "'generate' does not take 'asa'. Did you mean 'aasa'?"),
    ("aasa", "'generate aasa' needs --team ID."),
    ("aasa --team ABCDE12345", "'generate aasa' needs --bundle ID."),
    ("aasa --team ABC --bundle a.b", "--team does not take 'ABC'. Write ten letters and digits"),
    ("aasa --team ABCDE1234é --bundle a.b", "--team does not take 'ABCDE1234é'."),
    ("aasa --team ABCDE12345 --bundle a..b", "--bundle does not take 'a..b'."),
    (
      "aasa --team ABCDE12345 --bundle a.b --host https://cinema.example",
      "--host does not take 'https://cinema.example'. Write a host without scheme and path"
    ),
    (
      "aasa --team ABCDE12345 --bundle a.b --host cinema.exmple $R",
      "no base covers the host 'cinema.exmple'. Did you mean 'cinema.example'?"
    ),
    (
      "manifest --team ABCDE12345",
      "'generate manifest' does not take --team. Use it with 'generate aasa'."
    ),
    ("manifest --activity a-b", "--activity does not take 'a-b'. Write a name such as"),
    ("assetlinks --package app --fingerprint AA", "--package does not take 'app'."),
    (
      "assetlinks --package a.b --fingerprint 14:6D",
      "--fingerprint does not take '14:6D'. Write 32 pairs of hexadecimal digits"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `a wrong option is named, with what to write`(index: Int) throws {
    let row = Self.mistakes[index]
    let text = try ShellSession.output(
      of: "signalbox generate \(row.line)", in: TemporaryFolder())
    #expect(text.contains("error[usage/option]: " + row.answer), "\(text)")
    #expect(text.hasSuffix("exit 2\n"))
  }

  @Test func `a fingerprint is 32 pairs of hexadecimal digits`() {
    let pairs = (0..<32).map { _ in "a0" }
    let written = Array(repeating: "A0", count: 32).joined(separator: ":")
    #expect(GeneratedKind.fingerprint(pairs.joined(separator: ":")) == written)
    #expect(GeneratedKind.fingerprint(pairs.joined()) == written)
    let joined = pairs.joined()
    let wrong: [String] = [
      "", pairs.dropLast().joined(), pairs.joined(separator: ":") + ":", joined + "a0",
      String(joined.dropLast()) + "g", "a:" + joined.dropFirst(), "a0:" + joined.dropFirst(2),
    ]
    for text in wrong { #expect(GeneratedKind.fingerprint(text) == nil, "\(text)") }
  }

  @Test func `other hosts are named, and whether their file is the same`() throws {
    let text = try ShellSession.output(
      of: """
        signalbox generate aasa --team ABCDE12345 --bundle a.b $R 2>&1 >file | grep -v ' the file '
        """,
      in: TemporaryFolder())
    #expect(
      text == """
        note: *.cinema.example needs the same file
        note: music.example needs another file: --host 'music.example'
        exit 0

        """)
  }
}
