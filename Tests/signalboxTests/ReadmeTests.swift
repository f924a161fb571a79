import Commands
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

@testable import signalbox

/// Checks the examples of the README.
struct ReadmeTests {
  let readme: Page

  init() throws {
    readme = try Page("README.md")
  }

  @Test func `the README lists every command, subcommand and option`() {
    for command in CommandTable.standard.all {
      #expect(readme.text.contains("`\(command.word)`"), "no '\(command.word)'")
    }
    for subcommand in Subcommand.all where !subcommand.isHidden {
      #expect(readme.text.contains("`signalbox \(subcommand.name)`"), "no '\(subcommand.name)'")
    }
    for option in Option.all {
      #expect(readme.text.contains("`--\(option.name)"), "no '--\(option.name)'")
    }
  }

  /// Runs each session: text after the shell's prompt `$ ` or the program's prompt is typed.
  @Test func `the README's sessions match the program's output`() throws {
    let prompt = try Page("docs/prompt.md")
    let sessions = (readme.blocks("console") + prompt.blocks("console")).map(\.lines)
    #expect(sessions.count >= 3)
    for session in sessions {
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
  }

  private func isSettings(_ block: Page.Block) -> Bool { block.lines.first == "# .signalbox" }

  @Test func `the README's .signalbox decides every setting`() throws {
    let file = try #require(readme.blocks("yaml").first(where: isSettings))
    let folder = try TemporaryFolder()
    try folder.file(".signalbox", file.text)
    let text = try ShellSession.output(
      of: "unset NO_COLOR SIGNALBOX_ROUTES; signalbox config --json | grep -c .signalbox:",
      in: folder)
    #expect(text == "4\nexit 0\n")
  }

  @Test func `the README's route files pass check`() throws {
    let files = readme.blocks("yaml").filter { !isSettings($0) }
    #expect(!files.isEmpty)
    for file in files {
      let folder = try TemporaryFolder()
      try folder.file("shop.yaml", file.text)
      let terminal = try ShellSession.start()
      try terminal.send("signalbox check --routes \(folder.path) --json; echo \"exit $?\"\r")
      try terminal.wait(for: "exit 0\n")
    }
  }

  /// `.ci/readme` runs the others, which are whole files.
  @Test func `Swift examples are whole files or in a test's source`() throws {
    let library = try Page("docs/library.md").blocks("swift")
    let examples =
      readme.blocks("swift").filter { !$0.text.contains("import ") }
      + library.filter { $0.text.contains("PluginDraft") }
    #expect(examples.count == 2)
    let tests = try ["SignalboxTestingTests/ShopTests.swift", "PluginProbe/Notes.swift"].map {
      try readFile(packageFolder + "/Tests/" + $0, bytesMax: 1_000_000)
    }.map { unindented(String(decoding: $0, as: UTF8.self)) }
    for example in examples {
      #expect(tests.contains { $0.contains(unindented(example.text)) })
    }
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test func `the README links only to files that exist`() throws {
    let targets = readme.text.split(separator: "](").dropFirst().map {
      $0.prefix { $0 != ")" && $0 != "#" }
    }
    #expect(targets.count >= 4)
    for target in targets where !target.contains("://") {
      #expect(throws: Never.self) {
        try readFile(packageFolder + "/" + target, bytesMax: 1_000_000)
      }
    }
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
