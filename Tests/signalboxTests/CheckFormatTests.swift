import Commands
import Diagnostics
import FileAccess
import JSONCodec
import ProgramSupport
import TestSupport
import Testing

@testable import signalbox

/// The formats in which `check` prints findings.
@MainActor struct CheckFormatTests {
  private static let app = """
    signalbox: 1
    plugin: shop
    links: [shop://]
    coordinators: { main: { kind: stack, start: / } }
    routes:
      - { path: /, screen: Home }
      - { path: /Items, screen: Home }
      - { path: /items, screen: Item }
      - { path: "/items/:id", screen: Home }
      - { path: "/items/:name", screen: Home }
    screens: { Home: {}, Item: {} }

    """

  private func report(_ text: String = app, isStrict: Bool = false) throws -> CheckReport {
    let folder = try TemporaryFolder()
    return checked([try folder.file("a b,c:%.yaml", text)], hints: false, isStrict: isStrict)
  }

  private func results(_ report: CheckReport) -> [JSON] {
    report.sarif["runs"]?.arrayValue?.first?["results"]?.arrayValue ?? []
  }

  @Test func `SARIF has a rule and a place for every finding`() throws {
    let report = try report()
    let codes = report.findings.map(\.code.rawValue)
    #expect(codes == ["route/case-twin", "route/conflict"])
    let run = try #require(report.sarif["runs"]?.arrayValue?.first)
    #expect(report.sarif["version"] == "2.1.0")
    let rules = run["tool"]?["driver"]?["rules"]?.arrayValue ?? []
    #expect(rules.map { $0["id"]?.stringValue } == codes)
    for (index, result) in results(report).enumerated() {
      let finding = report.findings[index]
      #expect(result["ruleId"] == .string(codes[index]))
      #expect(result["ruleIndex"] == JSON(index))
      #expect(result["level"] == .string(finding.severity.rawValue))
      #expect(result["message"]?["text"]?.stringValue?.hasPrefix(finding.message) == true)
      let place = result["locations"]?.arrayValue?.first?["physicalLocation"]
      #expect(place?["region"]?["startLine"] == finding.position.map { JSON($0.line) })
      let file = place?["artifactLocation"]?["uri"]?.stringValue ?? ""
      #expect(file.hasPrefix("file:///") && file.hasSuffix("/a%20b%2Cc%3A%25.yaml"))
    }
  }

  @Test func `a fingerprint does not depend on the lines above a finding`() throws {
    let folder = try TemporaryFolder()
    func fingerprints(_ text: String) throws -> [JSON?] {
      let path = try folder.file("shop.yaml", text)
      return results(checked([path], hints: false, isStrict: false)).map {
        $0["partialFingerprints"]
      }
    }
    let first = try fingerprints(Self.app)
    #expect(Set(first).count == 2)
    #expect(try fingerprints("# A comment\n\n" + Self.app) == first)
    // Their order distinguishes equal lines.
    let twice = Self.app.replacing("screens:", with: "  - { path: /Items, screen: Home }\nscreens:")
    let repeated = try fingerprints(twice)
    #expect(Set(repeated).count == repeated.count)
    #expect(repeated.count > 2)
  }

  @Test func `GitHub annotations are escaped`() throws {
    let report = try report()
    let lines = report.github.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("::warning title=route/case-twin,file="))
    #expect(lines[1].hasPrefix("::error title=route/conflict,file="))
    #expect(lines[1].contains("/a b%2Cc%3A%25.yaml,line=10,col=13::"))
    #expect(lines[1].contains("Example: /items/"))
    #expect(lines[2] == "1 error, 1 warning")
  }

  @Test(arguments: [(false, 1), (true, 2)])
  func `JUnit has a case for every finding`(isStrict: Bool, failures: Int) throws {
    let report = try report(isStrict: isStrict)
    let text = report.junit
    #expect(text.contains("<testsuites tests=\"2\" failures=\"\(failures)\">"))
    #expect(text.ranges(of: "<testcase ").count == 2)
    #expect(text.ranges(of: "<failure ").count == failures)
    #expect(text.ranges(of: "<system-out>").count == 2 - failures)
    #expect(report.status == .negative)
  }

  @Test func `JUnit has one case without findings`() throws {
    let clean = Self.app.split(separator: "\n").filter { !$0.lowercased().contains("/items") }
    let report = try report(
      clean.joined(separator: "\n").replacing(", Item: {} }", with: " }"))
    #expect(report.findings.isEmpty && report.status == .done)
    #expect(report.junit.contains("<testcase classname=\"check\" name=\"no findings\"/>"))
    #expect(report.github == "1 plugin, 1 route: 0 errors, 0 warnings\n")
    #expect(results(report).isEmpty)
  }

  @Test func `many findings begin with an overview`() throws {
    #expect(try report().overview == "")
    let routes = (0..<30).map {
      "  - { path: /B\($0), screen: Home }\n  - { path: /b\($0), screen: Item }\n"
    }
    let many = try report(Self.app.replacing("screens:", with: routes.joined() + "screens:"))
    #expect(many.overview.hasPrefix("1 error, 31 warnings\n  31 route/case-twin  "))
    #expect(many.overview.contains("\n  1 route/conflict    "))
  }

  @Test func `--json and another format exclude each other`() throws {
    let run = try CommandRun("check --json --format sarif --routes \(packageFolder)/Routes")
    #expect(run.status == "2" && run.errors.contains("exclude each other"))
    let same = try CommandRun("check --json --format json --routes \(packageFolder)/Routes")
    #expect(same.status == "0")
  }

  @Test func `a finding about trust has OWASP's identifiers`() throws {
    let report = try report(
      """
      signalbox: 1
      plugin: shop
      links: [shop://]
      coordinators: { main: { kind: stack, start: / } }
      routes: [{ path: /, screen: Home, query: { url: string? } }]
      screens: { Home: {} }

      """)
    #expect(report.findings.map(\.code) == [.sourceAnyLink])
    let rule = report.sarif["runs"]?.arrayValue?.first?["tool"]?["driver"]?["rules"]?.arrayValue?
      .first
    #expect(rule?["properties"]?["tags"] == ["security", "MASWE-0029"])
    #expect(JSON(report.findings[0])["weaknesses"] == ["MASWE-0029"])
    #expect(DiagnosticCode.sourceAnyLink.explanation.last == "OWASP: MASWE-0029.")
    #expect(DiagnosticCode.routeShadowed.json["weaknesses"] == nil)
    #expect(
      try self.report().sarif["runs"]?.arrayValue?.first?["tool"]?["driver"]?["rules"]?
        .arrayValue?.allSatisfy { $0["properties"] == nil } == true)
  }
}
