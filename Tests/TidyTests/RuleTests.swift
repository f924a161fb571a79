import Testing

/// Every rule finds its violations, and nothing else.
struct RuleTests {
  private func count(
    _ rule: Rule, _ text: String, path: String = "Sources/Core/Links/A.swift"
  ) -> Int {
    rule.findings(SourceFile(path: path, text: text)).count
  }

  @Test func `a file over the limit is found`() {
    #expect(count(.fileLength, String(repeating: "\n", count: 400)) == 0)
    #expect(count(.fileLength, String(repeating: "\n", count: 401)) == 1)
  }

  @Test func `a line over the limit is found`() {
    #expect(count(.lineLength, String(repeating: "é", count: 100)) == 0)
    #expect(count(.lineLength, "ok\n" + String(repeating: "a", count: 101)) == 1)
  }

  @Test(arguments: [
    "func a() {", "init(a: Int) {", "func a(\n  b: () -> Void = {}\n) {", "func `a { b`() {",
    "  static func a<T>() throws -> T\n  where T: B {",
  ])
  func `a function over the limit is found`(head: String) {
    let headLines = head.split(separator: "\n").count
    let short = String(repeating: "  let a = \"}\" // }\n", count: 59 - headLines)
    #expect(count(.functionLength, head + "\n" + short + "}\n") == 0)
    #expect(count(.functionLength, head + "\n" + short + "\n\n}\n") == 1)
  }

  @Test func `a function without a body has no length`() {
    let lines = String(repeating: "  var a: Int { get }\n", count: 70)
    #expect(count(.functionLength, "protocol A {\n  func a()\n\(lines)}\n") == 0)
    #expect(count(.functionLength, "struct A {\n  let a = B.init(1)\n\(lines)}\n") == 0)
  }

  @Test(arguments: [
    "// TO" + "DO: x", "let a = tr" + "y! b()", "fatal" + "Error(\"x\")", "// XX" + "X",
  ])
  func `marks of unfinished code are found`(line: String) {
    #expect(count(.unfinished, line) == 1)
  }

  @Test(arguments: ["let todo = 1", "// a fatal error", "\"tr" + "y!\""])
  func `words that resemble marks are allowed`(line: String) {
    #expect(count(.unfinished, line) == 0)
  }

  @Test(arguments: [
    "public struct A {}", "@frozen public enum A {}", "/// A.\n\npublic var a = 1",
    "// A.\npublic func a() {}", "  public init() {}", "open class A {}",
  ])
  func `an undocumented public declaration is found`(text: String) {
    #expect(count(.documentation, text) == 1)
  }

  @Test(arguments: [
    "public import A", "public extension A {", "/// A.\npublic var a = 1", "struct A {}",
    "/// A.\n@inlinable\n@discardableResult\npublic func a() {}",
    "let a = \"\"\"\n  public var b\n  \"\"\"",
  ])
  func `documented and internal declarations are allowed`(text: String) {
    #expect(count(.documentation, text) == 0)
  }

  @Test func `existentials and key paths of Core are found`() {
    #expect(count(.existentials, "func a(_ b: any Error) {}\nlet c: [any D] = []") == 2)
    #expect(count(.existentials, "// any Error\nlet any = fates(.any, \"any X\")") == 0)
    #expect(count(.keyPaths, "let a = b.map(\\.c)\nlet d = \\E.f") == 2)
    #expect(count(.keyPaths, "let a = \"\\(b)\" // \\.c") == 0)
    #expect(count(.keyPaths, "let a = \"\\(b.map { \"'\\($0)'\" })\"") == 0)
    let path = "Sources/App/Commands/A.swift"
    #expect(count(.existentials, "let a: any Error", path: path) == 0)
    #expect(count(.keyPaths, "let a = b.map(\\.c)", path: path) == 0)
  }

  static let refusedImports = [
    ("Links", "import Navigation"), ("Links", "public import Glibc"),
    ("Links", "import FileAccess"),
    ("Navigation", "import Foundation"), ("Navigation", "import JSONCodec"),
    ("Commands", "import CReadline"), ("Commands", "@preconcurrency import CUV"),
    ("Console", "import CYAML"), ("Console", "import Foundation"),
    ("Sessions", "import Commands"), ("signalbox", "import struct Foundation.URL"),
    ("Commands", "import SignalboxTesting"), ("Unknown", "import Links"),
    ("signalbox-bench", "import TestSupport"),
    ("RouteFiles", "#if canImport(Foundation)\n  import Foundation\n#endif"),
  ]

  @Test(arguments: refusedImports)
  func `an undeclared import is found`(module: String, line: String) throws {
    let rule = Rule.imports(of: try Manifest.package.get())
    #expect(count(rule, line, path: "Sources/Core/\(module)/A.swift") == 1)
  }

  static let allowedImports = [
    ("Links", "public import Diagnostics"), ("Navigation", "import Links"),
    ("Console", "import CReadline"), ("RouteFiles", "import CYAML"),
    ("FileAccess", "import struct CLibrary.stat"), ("signalbox", "import Console"),
    ("Links", "// import Foundation"), ("Links", "let a = \"import Foundation\""),
  ]

  @Test(arguments: allowedImports)
  func `a declared import is allowed`(module: String, line: String) throws {
    let rule = Rule.imports(of: try Manifest.package.get())
    #expect(count(rule, line, path: "Sources/Core/\(module)/A.swift") == 0)
  }

  @Test func `a code counts as used only as a whole word`() {
    #expect(
      mentionedNames(in: ".usage; DiagnosticCode.usageText(a.b_1)") == [
        "usage", "usageText", "b_1",
      ])
    #expect(mentionedNames(in: "let usage = 1").isEmpty)
  }
}
