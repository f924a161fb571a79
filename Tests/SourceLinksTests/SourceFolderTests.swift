import Diagnostics
import FileAccess
import Navigation
import TestSupport
import Testing

@testable import SourceLinks

/// Which files of a folder are read.
struct SourceFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file(_ path: String, _ text: String = "") throws {
    try createFolder(parentFolder(folder(path)))
    try folder.file(path, text)
  }

  private var names: [String] {
    SourceFolder([folder.path]).files.map { String($0.dropFirst(folder.path.count + 1)) }
  }

  @Test func `files of known languages are read, in the order of their bytes`() throws {
    for name in ["b.ts", "a/z.swift", "a/B/x.KT", "c.css", "a.md", ".x.ts", "noend"] {
      try file(name)
    }
    #expect(names == ["a.md", "b.ts", "a/z.swift", "a/B/x.KT"])
  }

  @Test func `hidden folders, those of others and links are left out`() throws {
    for name in SourceFolder.skippedNames + [".git", "kept"] { try file(name + "/a.ts") }
    _ = try folder.link("other.ts", to: "kept/a.ts")
    _ = try folder.link("other", to: "kept")
    #expect(names == ["kept/a.ts"])
  }

  @Test func `folders can be nested up to a limit, and more are reported`() throws {
    let deep = repeatElement("a", count: Limits.depthMax).joined(separator: "/")
    try file(deep + "/x.ts")
    #expect(names.count == 1)
    try file(deep + "/a/x.ts")
    let found = SourceFolder([folder.path])
    #expect(found.files.count == 1)
    #expect(found.findings.map(\.code) == [.linksSkipped])
  }

  @Test func `a file that is too large or no text is reported, and left out`() throws {
    let definition = AppDefinition.valid(Self.app)
    try file("a.ts", "navigate('/x')\0")
    try file("b.ts", "navigate('/x')")
    try file("c.ts", String(repeating: " ", count: Limits.sourceBytesMax + 1))
    let check = SourceCheck([folder.path], LinkForms(), in: definition)
    #expect(check.findings.map(\.code) == [.linksSkipped, .linksDead, .linksSkipped])
    #expect(check.fileCount == 1 && check.entries.count == 1)
  }

  private static var app: PluginDraft {
    var app = PluginDraft("app")
    app.stack("root", start: "/")
    app.route("/", screen: "Home")
    return app
  }
}
