import FileAccess
import TestSupport
import Testing

/// The table in Tests/Conformance.md shows the results of the run.
struct ConformancePageTests {
  @Test(.enabled(if: hasCorpora, "the corpora are not present"))
  func `the page shows the results of the run`() throws {
    let reports = try #require(try ConformanceTests.reports.get())
    let page = try readFile(packageFolder + "/Tests/Conformance.md", bytesMax: 1_000_000)
    let lines = String(decoding: page, as: UTF8.self).split(separator: "\n")
    let rows = lines.drop { !$0.hasPrefix("|---") }.dropFirst().prefix { $0.hasPrefix("|") }
    let expected = reports.map { report in
      let exclusions = report.exclusions.isEmpty ? "none" : report.exclusions
      let cells = [report.source, "\(report.total)", "\(report.holding)", exclusions]
      return "| \(cells.joined(separator: " | ")) |"
    }
    #expect(
      rows.map(String.init) == expected, "expected rows:\n\(expected.joined(separator: "\n"))")
  }
}
