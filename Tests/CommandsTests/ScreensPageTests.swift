import Commands
import FileAccess
import Screens
import TestSupport
import Testing

/// Checks the examples of docs/screens.md.
@MainActor
struct ScreensPageTests {
  /// The fenced examples of a language.
  private func examples(_ language: String) throws -> [String] {
    let bytes = try readFile(packageFolder + "/docs/screens.md", bytesMax: 1 << 20)
    let pieces = String(decoding: bytes, as: UTF8.self).split(separator: "```\(language)\n")
    return pieces.dropFirst().compactMap { $0.split(separator: "```").first.map(String.init) }
  }

  @Test func `the page's Swift examples are in a test's source`() throws {
    let path = packageFolder + "/Tests/CommandsTests/ShelfPlugin.swift"
    let source = String(decoding: try readFile(path, bytesMax: 1 << 20), as: UTF8.self)
    let found = try examples("swift")
    #expect(found.count == 2)
    for example in found { #expect(source.contains(example)) }
  }

  @Test func `the page's transcripts match the program's output`() throws {
    let found = try examples("console")
    #expect(found.count == 1)
    for example in found {
      let app = try LoadedApp.checked(PluginSet([ShelfPlugin()]).loaded()).get()
      expectTranscript(String(example.dropLast()), columns: 60, app: app)
    }
  }
}
