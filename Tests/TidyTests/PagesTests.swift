import Diagnostics
import TestSupport
import Testing

/// The pages for people: README.md, docs and the files next to README.md.
struct PagesTests {
  /// The names of the pages in `docs`, without those of `docs/api`.
  private static let names = Result {
    try paths(under: "docs").map { String($0.dropFirst("docs/".count)) }
      .filter { $0.hasSuffix(".md") && !$0.contains("/") }
  }

  @Test func `the README begins with a picture and the two commands, and has at most 200 lines`()
    throws
  {
    let readme = try Page("README.md")
    let lines = readme.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 200)
    let block = try #require(readme.blocks.first)
    #expect(block.kind == "sh")
    #expect(
      block.lines == [
        "make run      # builds, and opens the prompt on the bundled app",
        "make test     # every test",
      ])
    let before = lines.prefix { !$0.hasPrefix("```") }
    #expect(before.last { !$0.isEmpty }?.hasPrefix("![") == true)
  }

  @Test func `every page of docs begins with the question that it answers`() throws {
    for name in try Self.names.get() where name != "README.md" {
      let lines = try text(of: "docs/" + name).split(separator: "\n")
      #expect(lines[0].hasPrefix("# "), "docs/\(name)")
      #expect(lines[1].hasPrefix("**") && lines[1].contains("?**"), "docs/\(name): \(lines[1])")
    }
  }

  @Test func `the map of docs lists every page once`() throws {
    let map = try text(of: "docs/README.md")
    for name in try Self.names.get() where name != "README.md" {
      #expect(map.ranges(of: "](\(name))").count == 1, "docs/\(name)")
    }
  }

  @Test func `every link of a page leads to a file, and to a heading of it`() throws {
    let pages =
      try Self.names.get().map { "docs/" + $0 }
      + ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
    var count = 0
    for page in pages {
      let folder = page.hasPrefix("docs/") ? "docs/" : ""
      for link in try prose(of: page).flatMap(links) where !link.contains("://") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? page : resolved(folder + parts[0])
        count += 1
        guard parts.count == 2 else {
          #expect(isFileOrFolder(target), "\(page): \(link)")
          continue
        }
        let anchors = try prose(of: target).filter { $0.hasPrefix("#") }.map(anchor)
        #expect(anchors.contains(String(parts[1])), "\(page): \(link)")
      }
    }
    #expect(count > 200)
  }

  private func isFileOrFolder(_ path: String) -> Bool {
    path == "docs" || (try? text(of: path)) != nil
  }

  /// A path without `..`, which pages of `docs` need for files outside of it.
  private func resolved(_ path: String) -> String {
    path.hasPrefix("docs/../") ? String(path.dropFirst("docs/../".count)) : path
  }

  /// The lines outside of fenced blocks.
  private func prose(of page: String) throws -> [Substring] {
    var isOpen = false
    return try text(of: page).split(separator: "\n").filter { line in
      if line.hasPrefix("```") { isOpen.toggle() }
      return !isOpen
    }
  }

  /// The targets of the links in a line.
  private func links(in line: Substring) -> [Substring] {
    line.split(separator: "](", omittingEmptySubsequences: false).dropFirst().map {
      $0.prefix { $0 != ")" }
    }
  }

  /// The anchor that GitHub gives a heading.
  private func anchor(of heading: Substring) -> String {
    let words = heading.drop { $0 == "#" }.dropFirst().lowercased()
    return String(words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) })
      .replacing(" ", with: "-")
  }
}
