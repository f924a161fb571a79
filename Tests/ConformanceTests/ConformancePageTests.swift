import FileAccess
import TestSupport
import Testing

/// The README's figures are those of the run.
struct ReadmeTests {
  @Test(.enabled(if: hasCorpora, "the corpora are not present"))
  func `the README has the counts of the run`() throws {
    let reports = try #require(try ConformanceTests.reports.get())
    let readme = try readFile(packageFolder + "/README.md", bytesMax: 1_000_000)
    let lines = String(decoding: readme, as: UTF8.self).split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "## Conformance"), "the README has no such part")
    let rows = lines[start...].drop { !$0.hasPrefix("|---") }.dropFirst()
      .prefix { $0.hasPrefix("|") }
    let wanted = reports.map { report in
      let exclusions = report.exclusions.isEmpty ? "none" : report.exclusions
      let cells = [report.source, "\(report.total)", "\(report.holding)", exclusions]
      return "| \(cells.joined(separator: " | ")) |"
    }
    #expect(rows.elementsEqual(wanted), "it should say\n\(wanted.joined(separator: "\n"))")
  }
}
