import CLibrary
import Diagnostics
import TestSupport
import Testing

/// The rules, applied to the package itself.
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

  @Test func `the rules read all files`() throws {
    #expect(try packageSources.get().count > 50)
    let tests = try packageTests.get().map(\.path)
    #expect(tests.contains("Tests/TidyTests/TidyTests.swift"))
    #expect(tests.contains("Examples/Shop/UIKit/SceneDelegate.swift"))
  }

  @Test func `every diagnostic code is used and has its own summary`() throws {
    let files = try packageSources.get()
    let others = files.filter { !$0.path.hasPrefix("Sources/Core/Diagnostics/DiagnosticCode") }
    let mentioned = Set(others.flatMap { $0.code.flatMap(mentionedNames) })
    for code in DiagnosticCode.allCases {
      #expect(mentioned.contains("\(code)"), "the code .\(code) is never used")
      #expect(!code.summary.isEmpty, "\(code.rawValue) has no summary")
    }
    let summaries = DiagnosticCode.allCases.map(\.summary)
    #expect(Set(summaries).count == summaries.count, "two codes have the same summary")
  }

  @Test func `the page of a diagnostic code exists, and check's has a section for each`() throws {
    for code in DiagnosticCode.allCases {
      let page = try text(of: code.page)
      if code.page == "docs/check.md" {
        #expect(page.contains("### \(code.rawValue)\n"), "\(code.rawValue)")
      }
    }
  }

  @Test func `a target imports what the manifest declares for it`() throws {
    let rule = Rule.imports(of: try Manifest.package.get())
    let findings = try (packageSources.get() + packageTests.get()).flatMap(rule.findings)
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test func `a module uses every module that the manifest declares for it`() throws {
    let targets = try Manifest.package.get().targets
    let imports = Dictionary(grouping: try packageSources.get(), by: \.target)
      .mapValues { files in Set(files.flatMap { importedModules($0).map(\.module) }) }
    for target in targets.values where target.path.hasPrefix("Sources/") {
      // A program is declared in order to be built, not imported.
      let modules = target.dependencies.filter { targets[$0]?.kind != "executable" }
      guard let imported = imports[target.name] else { continue }  // Written in C.
      let unused = modules.subtracting(imported)
      #expect(unused.isEmpty, "\(target.name) does not import \(unused.sorted())")
    }
  }

  @Test func `the foreign modules are allowed for targets that exist`() throws {
    let targets = try Manifest.package.get().targets
    let named = Manifest.foreign.values.reduce(into: Set()) { $0.formUnion($1) }
    #expect(named.subtracting(targets.keys).isEmpty)
  }

  @Test func `the architecture page names every target under Sources`() throws {
    let page = try text(of: "ARCHITECTURE.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    for target in try Manifest.package.get().targets.values
    where target.path.hasPrefix("Sources/") {
      let isNamed = rows.contains { $0.contains("`\(target.name)`") }
      #expect(isNamed, "ARCHITECTURE.md does not name \(target.name)")
    }
  }

  @Test func `an optional type in a route file is in quotes, for other YAML readers`() throws {
    let pages = try paths(under: "docs") + paths(under: "Routes") + ["README.md"]
    let lines = try pages.flatMap { page in try text(of: page).split(separator: "\n") }
    let bare = try Regex(#": (string|u?int|number|bool|uuid|date|slug)\?"#)
    #expect(lines.contains { $0.contains(#": "string?""#) })
    for line in lines where line.utf8.contains(UInt8(ascii: "?")) {
      #expect(!line.contains(bare), "\(line)")
    }
  }

  @Test(arguments: ["make run", "make test"])
  func `the help of make begins with a newcomer's commands, and CI runs them`(_ command: String)
    throws
  {
    let help = try text(of: "Makefile").split(separator: "\n").filter { $0.hasPrefix("\t@echo '") }
    #expect(help.prefix(2).contains { $0.hasPrefix("\t@echo '\(command) ") }, "\(help)")
    let steps = try text(of: ".ci/run").split(separator: "\n").filter { !$0.hasPrefix("#") }
    // Not 'make test-web'.
    let call = try Regex("\\b\(command)(?![-\\w])")
    #expect(steps.contains { $0.contains(call) && !$0.hasPrefix("step ") })
  }

  @Test func `files and folders that pages name exist`() throws {
    let pages = [
      "ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "docs/serve.md", "docs/journal.md",
    ]
    let words = try pages.map(text).flatMap { $0.split(separator: "`") }
    let named = zip(words, words.dropFirst()).filter { word, next in
      // A name with a colon ahead of a block is that of the reader's file.
      (word.hasPrefix("Sources/") || word.hasPrefix("Tests/"))
        && !word.contains { $0.isWhitespace } && !next.hasPrefix(":\n")
    }.map(\.0)
    #expect(named.count > 10)
    for place in named {
      #expect(access(packageFolder + "/" + place, F_OK) == 0, "\(place) does not exist")
    }
  }
}

extension TidyTests {
  @Test func `a type that the architecture page names is declared`() throws {
    let targets = try Manifest.package.get().targets
    var declared = Set(targets.keys)
    for file in try packageSources.get() + packageTests.get() {
      for line in file.code { declared.formUnion(declaredTypes(in: line)) }
    }
    let name = try Regex(#"`([A-Z]\w*[a-z]\w*)(?:\.\w+)*`"#, as: (Substring, Substring).self)
    let named = try text(of: "ARCHITECTURE.md").matches(of: name)
    #expect(named.count > 100)
    for (whole, type) in named.map(\.output) where !declared.contains(String(type)) {
      let isPath = ["/", "/Sources/"].contains { folder in
        access(packageFolder + folder + whole.dropFirst().dropLast(), F_OK) == 0
      }
      #expect(isPath, "\(type) is not declared")
    }
  }
}

/// The types that a line of code declares.
func declaredTypes(in line: String) -> [String] {
  let keywords = ["struct", "class", "enum", "protocol", "typealias"]
  guard keywords.contains(where: { contains(line, $0 + " ") }) else { return [] }
  let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  return zip(words, words.dropFirst()).filter { keywords.contains(String($0.0)) }
    .map { String($0.1) }
}

/// The names that a line of code mentions as `.name`.
func mentionedNames(in line: String) -> [String] {
  let isName = { (byte: UInt8) in
    byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
  return line.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).dropFirst()
    .map {
      String(decoding: $0.prefix(while: isName), as: UTF8.self)
    }
}
