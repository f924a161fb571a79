import Diagnostics
import FileAccess
import Navigation
import TestSupport
import Testing

@testable import CodeGeneration

/// The code in TypeScript, compiled and run where `tsc` and `node` are installed.
@Suite(.enabled(if: ShellCommand.hasTypeScript))
struct TypeScriptCodeTests {
  /// Compiles the code of an app with lines that use it, and runs them.
  static func output(of lines: [String], with definition: AppDefinition) throws -> ShellCommand {
    let folder = try TemporaryFolder()
    try writeFile(
      folder("routes.ts"), Array(AppCode(.typescript, of: definition, declaredBy: []).text.utf8))
    let start = "import { AppRoute, linkOf, basesOf, pathOf } from \"./routes\";\n"
    try writeFile(folder("main.ts"), Array((start + lines.joined(separator: "\n")).utf8))
    // 'dom' declares 'console', which Node has too.
    return try ShellCommand(
      """
      tsc --strict --noImplicitReturns --skipLibCheck --target es2020 --lib es2020,dom \
      --module commonjs '\(folder.path)/main.ts' && node '\(folder.path)/main.js'
      """)
  }

  private func expression(_ entry: TypeScriptCode.Case, _ sample: LinkSample) -> String {
    let values = entry.values.indices.compactMap { index -> String? in
      guard let text = sample.values[index] else { return nil }
      let name = entry.values[index]
      switch entry.route.parameters[index].type {
      case .int, .uint: return "\(name): \(text)n"
      case .number, .bool: return "\(name): \(text)"
      case .date, .oneOf, .uuid, .slug, .string, .expression:
        return "\(name): \(quotedForJavaScript(text))"
      }
    }
    let members = ["route: \(quotedForJavaScript(entry.name))"] + values
    return "{ \(members.joined(separator: ", ")) }"
  }

  @Test(arguments: TrialApp.all.indices)
  func `every route's link is that of the table`(app: Int) throws {
    let definition = try TrialApp.all[app]()
    let routes = definition.routeIDs.compactMap { CodeRoute($0, of: definition) }
    let bases = definition.table.bases.enumerated().compactMap { CodeBase($1, at: $0) }
    let code = TypeScriptCode(routes, bases)
    var lines = ["function show(r: AppRoute) { console.log(linkOf(r, basesOf(r)[0])); }"]
    var wanted: [String] = []
    for (entry, samples) in zip(code.cases, LinkSample.all(of: definition)) {
      #expect(samples.isEmpty == entry.route.bases.isEmpty, "\(entry.route.pattern)")
      for sample in samples {
        lines.append("show(\(expression(entry, sample)));")
        wanted.append(sample.link ?? "undefined")
      }
    }
    let result = try Self.output(of: lines, with: definition)
    #expect(result.isDone)
    #expect(result.output.split(separator: "\n").map(String.init) == wanted)
  }

  @Test func `a value without a link has none`() throws {
    let none = [
      #"{ route: "tstring", id: "" }"#, #"{ route: "tstring", id: ".." }"#,
      #"{ route: "tstring", id: "\ud800" }"#, #"{ route: "tslug", id: "é" }"#,
      #"{ route: "tslug", id: "a\n" }"#, #"{ route: "tnumber", id: NaN }"#,
      #"{ route: "tint", id: 1.5 }"#, #"{ route: "tint", id: 2n ** 63n }"#,
      #"{ route: "tuint", id: -1 }"#, #"{ route: "tint", id: 2 ** 53 }"#,
      #"{ route: "tdate", id: "2023-02-29" }"#, #"{ route: "tuuid", id: "0" }"#,
      #"{ route: "files", _0: "a/../b" }"#, #"{ route: "files", _0: "" }"#,
      #"{ route: "oslug", r: "" }"#, #"{ route: "tstring", id: "a\nb" }"#,
      #"{ route: "files", _0: "a/\x7f" }"#,
    ]
    let result = try Self.output(
      of: none.map { "console.log(pathOf(\($0)), linkOf(\($0)));" } + [
        #"console.log(linkOf({ route: "only" }), linkOf({ route: "only" }, "other://"));"#,
        #"console.log(linkOf({ route: "home" }), linkOf({ route: "home" }, "trial://a/b"));"#,
        #"console.log(pathOf({ route: "tint", id: 7 }));"#,
      ], with: TrialApp.definition)
    #expect(
      result.output.split(separator: "\n").map(String.init) == none.map { _ in
        "undefined undefined"
      } + [
        "undefined other://only/Here", "https://trial.example/app trial://a/b", "/int/7",
      ])
  }

  static let mistakes = [
    #"pathOf({ route: "homme" })"#, #"pathOf({ route: "tint" })"#,
    #"pathOf({ route: "tint", id: "7" })"#, #"pathOf({ route: "tbool", id: 1 })"#,
    #"pathOf({ route: "tdate", id: "today" })"#, #"linkOf({ route: "home" }, "shop://")"#,
    #"pathOf({ route: "choices", choice: "other", choice2: "a", choice2_2: "c" })"#,
  ]

  @Test func `the compiler refuses what is no route`() throws {
    let lines = Self.mistakes.map { "console.log(\($0));" }
    let result = try Self.output(of: lines, with: TrialApp.definition)
    #expect(!result.isDone)
    for (index, mistake) in Self.mistakes.enumerated() {
      // The first line imports.
      #expect(result.output.contains("main.ts(\(index + 2),"), "\(mistake)")
    }
  }

  @Test func `an app without screens or whole hosts compiles`() throws {
    var app = PluginDraft("app")
    app.links("https://*")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    let text = AppCode(.typescript, of: .valid(app), declaredBy: []).text
    #expect(!text.contains("linkOf"))
    let folder = try TemporaryFolder()
    try writeFile(folder("a.ts"), Array(text.utf8))
    try writeFile(folder("b.ts"), Array(TypeScriptCode([], []).text.utf8))
    let result = try ShellCommand(
      "tsc --strict --noEmit --target es2020 '\(folder.path)'/*.ts")
    #expect(result.output == "" && result.isDone)
  }
}
