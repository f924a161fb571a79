import Diagnostics
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The rules of the house, applied to the package itself.
struct TidyTests {
  @Test(arguments: Rule.ofSources)
  func sources(_ rule: Rule) throws {
    let findings = try packageSources.get().flatMap(rule.findings)
    #expect(findings.isEmpty, "\(rule): \(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test(arguments: Rule.ofTests)
  func tests(_ rule: Rule) throws {
    let findings = try packageTests.get().flatMap(rule.findings)
    #expect(findings.isEmpty, "\(rule): \(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test func `there are files to look at`() throws {
    #expect(try packageSources.get().count > 50)
    let tests = try packageTests.get().map(\.path)
    #expect(tests.contains("Tests/TidyTests/TidyTests.swift"))
  }

  @Test func `every code is given by somebody and explained`() throws {
    let files = try packageSources.get()
    let others = files.filter { !$0.path.hasPrefix("Sources/Core/Diagnostics/DiagnosticCode") }
    let declarations = try #require(
      files.first { $0.path == "Sources/Core/Diagnostics/DiagnosticCode.swift" })
    let cases = caseNames(in: declarations)
    #expect(cases.count == DiagnosticCode.allCases.count)
    for name in cases {
      let isGiven = others.contains { file in file.code.contains { isMentioned(name, in: $0) } }
      #expect(isGiven, "nothing gives the code .\(name)")
    }
    for code in DiagnosticCode.allCases {
      #expect(!code.summary.isEmpty, "\(code.rawValue) has no summary")
    }
    let summaries = DiagnosticCode.allCases.map(\.summary)
    #expect(Set(summaries).count == summaries.count, "two codes have the same summary")
  }

  @Test func `the module table names every module`() throws {
    let modules = Set(try packageSources.get().map(\.module))
    let named = Set(ModuleTable.rows.flatMap(\.modules))
    #expect(modules.subtracting(named).isEmpty)
  }

  @Test func `the architecture page shows every module of the table`() throws {
    let page = try text(of: "ARCHITECTURE.md")
    for module in ModuleTable.rows.flatMap(\.modules) {
      #expect(page.contains("`\(module)`"), "ARCHITECTURE.md does not name \(module)")
    }
  }

  @Test func `files and folders that pages name are there`() throws {
    let pages = ["ARCHITECTURE.md", "README.md", "docs/daemon.md", "docs/journal.md"]
    let named = try pages.map(text).flatMap { $0.split(separator: "`") }.filter { word in
      (word.hasPrefix("Sources/") || word.hasPrefix("Tests/"))
        && !word.contains { $0.isWhitespace }
    }
    #expect(named.count > 10)
    for place in named {
      #expect(access(packageFolder + "/" + place, F_OK) == 0, "there is no \(place)")
    }
  }
}

/// The names of an enum's cases.
func caseNames(in file: SourceFile) -> [String] {
  file.code.compactMap { line in
    let words = line.split(separator: " ")
    return words.first == "case" && words.count > 1 ? String(words[1]) : nil
  }
}

/// Whether `.name` stands in a line of code as a whole word.
func isMentioned(_ name: String, in line: String) -> Bool {
  line.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }.contains { word in
    word.split(separator: ".").last.map { String($0) == name } ?? false && word.contains(".")
  }
}
