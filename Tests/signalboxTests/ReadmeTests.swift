import Commands
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

@testable import signalbox

/// Checks the examples of the README, and the sessions of all pages.
struct ReadmeTests {
  let readme: Page

  init() throws {
    readme = try Page("README.md")
  }

  /// Runs each session of all pages: text after the shell's prompt `$ ` or the program's prompt is
  /// typed. Five pages have other tests, which provide the files that their sessions need.
  @Test func `the sessions of the pages match the program's output`() throws {
    let others = ["android.md", "protocol.md", "screens.md", "trust.md", "why.md"]
    let names = try filesInFolder(packageFolder + "/docs").filter { $0.hasSuffix(".md") }
    let pages = try names.filter { !others.contains($0) }.map { try Page("docs/" + $0) }
    let sessions = ([readme] + pages).flatMap { $0.blocks("console") }.map(\.lines)
    #expect(sessions.count >= 6)
    for session in sessions {
      // That of the README begins at the prompt.
      let start = session.first?.hasPrefix("$ ") == true ? [] : ["$ signalbox"]
      try type(start + session)
    }
  }

  @Test func `the session of the page about trust matches the answers of its app`() throws {
    let page = try Page("docs/trust.md")
    let folder = try TemporaryFolder()
    try folder.file("wallet.yaml", #require(page.blocks("yaml").dropFirst().first).text)
    let session = page.blocks("console").flatMap(\.lines)
    let typed = session.compactMap { line in promptEnd(of: line).map { String(line[$0...]) } }
    #expect(typed.count == 10)
    try folder.file("lines", typed.map { $0 + "\n" }.joined())
    let answers = session.filter { promptEnd(of: $0) == nil }.map { $0 + "\n" }.joined()
    let text = try ShellSession.output(of: "signalbox wallet.yaml < lines 2>&1", in: folder)
    #expect(text == answers + "exit 1\n")
  }

  private func type(_ session: [String]) throws {
    let terminal = try ShellSession.start()
    for (index, line) in session.enumerated() {
      let shown = session[...index].joined(separator: "\n") + "\n"
      if let end = promptEnd(of: line) {
        // Waits for the prompt before the line is typed.
        let before = session[..<index].map { $0 + "\n" }.joined()
        let prompt = line[..<end].dropLast()
        try terminal.wait("'\(prompt)'", until: { $0.everything.hasPrefix(before + prompt) })
        try terminal.send(String(line[end...]) + "\r")
      }
      try terminal.wait("'\(line)'", until: { $0.everything.hasPrefix(shown) })
    }
  }

  @Test func `broken YAML is 1 for check and 2 for others, and a missing file 2 for all`() throws {
    let folder = try TemporaryFolder()
    try folder.file("broken.yaml", "a: [")
    for (line, status) in [
      ("check broken.yaml", 1), ("check missing.yaml", 2),
      ("resolve / -r broken.yaml", 2), ("resolve / -r missing.yaml", 2),
    ] {
      let text = try ShellSession.output(of: "signalbox \(line)", in: folder)
      #expect(text.hasSuffix("exit \(status)\n"), "\(text)")
    }
  }

  @Test func `the page's .signalbox decides every setting`() throws {
    let file = try #require(Page("docs/config.md").blocks("yaml").first)
    let folder = try TemporaryFolder()
    try folder.file(".signalbox", file.text)
    let text = try ShellSession.output(
      of: "unset NO_COLOR SIGNALBOX_ROUTES; signalbox config --json | grep -c .signalbox:",
      in: folder)
    #expect(text == "4\nexit 0\n")
  }

  @Test func `the README's app passes check, and has 20 lines`() throws {
    let file = try #require(readme.blocks("yaml").first)
    let folder = try TemporaryFolder()
    try folder.file("shop.yaml", file.text)
    let text = try ShellSession.output(of: "signalbox check --strict shop.yaml", in: folder)
    #expect(text == "1 plugin, 5 routes: 0 errors, 0 warnings\nexit 0\n")
    #expect(readme.blocks("yaml").count == 1 && file.lines.count == 20)
  }

  /// `.ci/readme` compiles the whole files.
  @Test func `the definition in Swift of docs/library.md is in a test's source`() throws {
    let library = try Page("docs/library.md").blocks("swift")
    let example = try #require(library.first { $0.text.contains("PluginDraft") })
    let path = packageFolder + "/Tests/SignalboxTestingTests/ShopTests.swift"
    let test = String(decoding: try readFile(path, bytesMax: 1_000_000), as: UTF8.self)
    #expect(unindented(test).contains(unindented(example.text)))
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  /// The start of the typed text in a line that starts with a prompt; `nil` for other lines.
  private func promptEnd(of line: String) -> String.Index? {
    if line.hasPrefix("$ ") { return line.index(line.startIndex, offsetBy: 2) }
    guard let found = line.firstRange(of: "> ") else { return nil }
    // A prompt is a place, followed by facts in brackets. In the output of `stack`, a blank
    // precedes the `>`.
    let place = line[..<found.lowerBound]
    let isPrompt =
      place.hasSuffix("]") || place.hasSuffix(" waiting)") || !place.contains(" ")
    return isPrompt ? found.upperBound : nil
  }
}
