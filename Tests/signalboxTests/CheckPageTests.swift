import Commands
import Analysis
import Diagnostics
import FileAccess
import ProgramSupport
import RouteFiles
import TestSupport
import Testing

@testable import signalbox

/// Checks the examples of docs/check.md and docs/diff.md.
@MainActor
struct CheckPageTests {
  private let page: Page

  init() throws {
    page = try Page("docs/check.md")
  }

  private func block(_ kind: String) throws -> String {
    try #require(page.blocks(kind).first).text
  }

  @Test func `every example gives the findings that the page shows`() throws {
    let blocks = page.blocks
    let examples = blocks.indices.filter { blocks[$0].kind == "check" }
    #expect(examples.count >= 13)
    var codes: Set<String> = []
    for index in examples {
      let folder = try TemporaryFolder()
      try folder.file("app.yaml", block("yaml app"))
      try folder.file("shop.yaml", "signalbox: 1\nplugin: shop\n" + blocks[index - 1].text)
      let result = checked([folder.path], hints: true, isStrict: false)
      let findings = result.findings
      let lines = SourceLines(of: findings)
      let report = DiagnosticReport(sourceLine: { lines[$0] })
      let text = findings.map(report.render).joined() + result.summary
      #expect(text.replacing(folder.path + "/", with: "") == blocks[index].text)
      codes.formUnion(findings.map(\.code.rawValue))
    }
    // Two codes have no small example.
    let named = codes.union(["route/slow", "route/undecided"])
    for code in named { #expect(page.text.contains("### \(code)\n"), "\(code)") }
    let rows = page.text.split(separator: "\n").filter { $0.hasPrefix("| [`") }
    #expect(rows.count == named.count)
  }

  @Test func `the example versions differ as the page shows`() throws {
    let folder = try TemporaryFolder()
    let page = try Page("docs/diff.md")
    let old = try folder.file("old.yaml", #require(page.blocks("yaml old").first).text)
    let new = try folder.file("new.yaml", #require(page.blocks("yaml new").first).text)
    let comparison = Comparison(
      old: try App.load([old]).get().definition, new: try App.load([new]).get().definition)
    let text = diffReport(comparison, isJSON: false)
    #expect(page.blocks("diff").map(\.text) == [text.replacing(folder.path + "/", with: "")])
    let json = diffReport(comparison, isJSON: true)
    #expect(json.split(separator: "\n").count == comparison.differences.count)
  }

  @Test func `diff succeeds only if no link is lost or undecided`() throws {
    let folder = try TemporaryFolder()
    func app(_ texts: String, _ target: String) throws -> String {
      let route = "  - { path: '/r/:x(\(texts))', redirect: '\(target)' }\nscreens:"
      return try block("yaml app").replacing("screens:", with: route)
    }
    let rows: [(texts: String, new: String, isDone: Bool)] = [
      ("page|other", "/start/page", true), ("page|other", "/start/:x", true),
      ("page|gone", "/start/:x", false), ("page", "app://start/:x", false),
    ]
    for row in rows {
      let old = try folder.file("old.yaml", app(row.texts, "/start/page"))
      let new = try folder.file("new.yaml", app(row.texts, row.new))
      let comparison = Comparison(
        old: try App.load([old]).get().definition, new: try App.load([new]).get().definition)
      #expect((diffStatus(comparison) == .done) == row.isDone, "\(row)")
    }
  }
}
