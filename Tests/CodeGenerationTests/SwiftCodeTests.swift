import Diagnostics
import FileAccess
import Navigation
import TestSupport
import Testing

@testable import CodeGeneration

/// The code in Swift, compiled and run with the library of this build.
struct SwiftCodeTests {
  /// Compiles the code of an app with a program that uses it, and runs that.
  static func output(of program: String, with plugins: [PluginDraft]) throws -> ShellCommand {
    let folder = try TemporaryFolder()
    let code = try AppCode(
      .swift, of: AppDefinition(plugins: plugins), declaredBy: plugins, hasIntents: true)
    try writeFile(folder("AppRoute.swift"), Array(code.text.utf8))
    try writeFile(folder("main.swift"), Array(program.utf8))
    let name = "/Tests/CodeGenerationTests/DefinitionText.swift"
    try writeFile(
      folder("DefinitionText.swift"), try readFile(packageFolder + name, bytesMax: 100_000))
    return try output(of: folder.path, with: ["AppIntents"])
  }

  /// Compiles the Swift files of a folder with the library and other modules of this build, and
  /// runs the program.
  static func output(of folder: String, with modules: [String]) throws -> ShellCommand {
    let build = try parentFolder(builtProgram("signalbox"))
    let library = [
      "Navigation", "RouteProofs", "Links", "Languages", "Diagnostics", "CLinkScan",
    ]
    let objects = (library + modules).map { "'\(build)/\($0).build/'*.o" }
    return try ShellCommand(
      """
      swiftc -swift-version 6 -warnings-as-errors -module-name Trial -I '\(build)/Modules' \
      -Xcc -fmodule-map-file='\(build)/CLinkScan.build/module.modulemap' \
      '\(folder)'/*.swift \(objects.joined(separator: " ")) -o '\(folder)/trial' &&
      '\(folder)/trial'
      """)
  }

  /// A case with the values of a sample.
  private func expression(_ entry: SwiftCode.Case, _ sample: LinkSample) -> String {
    let values = entry.values.indices.compactMap { index -> String? in
      guard let text = sample.values[index] else { return nil }
      let name = entry.values[index].name
      switch entry.route.parameters[index].type {
      case .int, .uint, .number, .bool: return "\(name): \(text)"
      case .date: return "\(name): AppRoute.Day(year: 2024, month: 2, day: 29)!"
      case .oneOf:
        let choice = entry.enumerations[index]?.cases.first { sameBytes($0.text, text) }
        return "\(name): .\(choice?.name ?? "")"
      case .uuid, .slug, .string, .expression: return "\(name): \(quotedForSwift(text))"
      }
    }
    return "AppRoute.\(entry.name)"
      + (entry.values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
  }

  @Test(arguments: TrialApp.all.indices)
  func `every route's link is that of the table, and is read as the same values`(app: Int) throws {
    let definition = try TrialApp.all[app]()
    let routes = definition.routeIDs.compactMap { CodeRoute($0, of: definition) }
    let bases = definition.table.bases.enumerated().compactMap { CodeBase($1, at: $0) }
    let plugins = try TrialApp.plugins[app]()
    let code = SwiftCode(routes, bases, of: definition, declaredBy: plugins)
    let samples = LinkSample.all(of: definition)
    var lines = [
      "func show(_ route: AppRoute) {",
      "  let link = route.link(route.bases[0])",
      "  print(link ?? \"nil\", link.flatMap { AppRoute(link: $0) } == route)", "}",
    ]
    var wanted: [String] = []
    for (entry, samples) in zip(code.cases, samples) {
      #expect(samples.isEmpty == entry.route.bases.isEmpty, "\(entry.route.pattern)")
      for sample in samples {
        lines.append("show(\(expression(entry, sample)))")
        wanted.append(sample.link.map { $0 + " true" } ?? "nil false")
      }
    }
    lines.append("print(text(of: AppRoute.definition))")
    wanted += CodeGenerationTests.text(of: definition).split(separator: "\n").map(String.init)
    let result = try Self.output(of: lines.joined(separator: "\n"), with: plugins)
    #expect(result.isDone)
    #expect(result.output.split(separator: "\n").map(String.init) == wanted)
  }

  @Test func `an intent opens the link of its values, if they have one`() throws {
    let result = try Self.output(
      of: """
        import AppIntents
        import Foundation

        func show(_ intent: some AppIntent) async {
          do {
            let result = try await intent.perform() as! IntentResultContainer<OpenURLIntent>
            print(result.intent.url.absoluteString)
          } catch {
            print("no link")
          }
        }
        func made<Intent: AppIntent>(_ type: Intent.Type, _ set: (Intent) -> Void) -> Intent {
          let intent = Intent()
          set(intent)
          return intent
        }
        print(OpenTint.title.text)
        await show(made(OpenTint.self) { $0.id = -7 })
        print(OpenTint.urlRepresentation.text)
        await show(made(OpenTuint.self) { $0.id = 7 })
        await show(made(OpenTuint.self) { $0.id = -7 })
        await show(made(OpenTbool.self) { $0.id = true })
        await show(made(OpenTdate.self) { $0.id = DateComponents(year: 2024, month: 2, day: 29) })
        await show(made(OpenTdate.self) { $0.id = DateComponents(year: 2023, month: 2, day: 29) })
        await show(made(OpenTstring.self) { $0.id = "a/b é" })
        await show(made(OpenTstring.self) { $0.id = "" })
        await show(made(OpenOuint.self) { ($0.id, $0.q, $0.r) = (nil, 3, 4) })
        await show(made(OpenChoices.self) { ($0.choice, $0.choice2, $0.choice2_2) = (.aB, .b, .c) })
        """, with: TrialApp.make())
    #expect(
      result.output.split(separator: "\n").map(String.init) == [
        "Open int \"1\"", "https://trial.example/app/int/-7",
        "https://trial.example/app/int/{id}", "https://trial.example/app/uint/7", "no link",
        "https://trial.example/app/bool/true", "https://trial.example/app/date/2024-02-29",
        "no link", "https://trial.example/app/string/a%2Fb%20%C3%A9", "no link",
        "https://trial.example/app/optional/uint?q=3&r=4",
        "https://trial.example/app/choices/a%20b?choice-2=b&choice_2=c",
      ])
  }

  @Test(arguments: seeds(10)) func `the definition is that of the plugins`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var plugins: [PluginDraft]
    repeat {
      plugins = [RandomApp.draft(&random)]
      plugins.append(Self.additions(to: plugins[0]))
    } while (try? AppDefinition(plugins: plugins)) == nil
    let result = try Self.output(
      of: "print(text(of: AppRoute.definition))", with: plugins)
    #expect(result.isDone)
    #expect(result.output == text(of: .valid(plugins)) + "\n")
  }

  /// What random apps lack.
  private static func additions(to app: PluginDraft) -> PluginDraft {
    var other = PluginDraft("other")
    other.links("other://")
    other.extend(app.routes.last?.path.value ?? "") { $0.values = [("fixed", "\"1\"")] }
    other.omitted = [Located(app.routes.dropLast().last?.path.value ?? "", at: nil)]
    other.gate("late", challenge: "/late") { $0.keepMilliseconds = 5 }
    other.route("/late", screen: "Late") {
      $0.guests = "late"
      $0.otherwise = "/browser"
    }
    other.screen("Late") {
      $0.title = "Late"
      $0.leave = .confirm
      $0.taps = [("now", "satisfy late"), ("away", "/browser")]
    }
    other.outside("/browser")
    other.refuse("/never/:x") { $0.params = [("x", .int)] }
    return other
  }

  @Test func `a value without a link has none`() throws {
    let result = try Self.output(
      of: """
        let none: [AppRoute] = [
          .tstring(id: ""), .tstring(id: "."), .tstring(id: ".."), .tslug(id: ""), .tslug(id: "é"),
          .tnumber(id: .nan), .tnumber(id: .infinity), .tuuid(id: "0"), .files(_0: "a/../b"),
          .files(_0: ""), .twice(x: ""), .pieces(a: "", b: "b"), .oslug(r: ""),
          .choices(choice: ._value3, choice2: .a, choice2_2: .c), .tstring(id: "a\\nb"),
          .files(_0: "a/\\u{7f}"),
        ]
        for route in none { print(route.path ?? "nil", route.link() ?? "nil") }
        print(AppRoute.only.link() ?? "nil", AppRoute.only.link(.other) ?? "nil")
        print(AppRoute.home.link() ?? "nil", AppRoute.home.link(.trial) ?? "nil")
        let day = AppRoute.Day(year: 2023, month: 2, day: 29)
        print(AppRoute.home.link(.trialAB) ?? "nil", day?.description ?? "nil")
        """, with: TrialApp.make())
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(16).allSatisfy { $0 == "nil nil" }, "\(result.output)")
    #expect(
      lines.dropFirst(16) == [
        "nil other://only/Here", "https://trial.example/app trial://", "trial://a/b nil",
      ])
  }

  @Test func `links are read as the library opens them`() throws {
    let result = try Self.output(
      of: """
        for link in [
          "trial://old/7", "/int/+7", "/int/7?x=y", "https://trial.example/ONLY",
          "other://ONLY/here", "/only/here", "nothing://", "", "/int/a", "/number/1e400",
          "/page?n=7", "/page?n=a",
        ] { print(AppRoute(link: link).map { "\\($0)" } ?? "nil") }
        """, with: TrialApp.make())
    #expect(
      result.output.split(separator: "\n").map(String.init) == [
        "tint(id: 7)", "nil", "tint(id: 7)", "nil", "only", "only", "nil", "nil", "nil",
        "tnumber(id: inf)", "page(n: Optional(7))", "page(n: nil)",
      ])
  }

  @Test func `names that the code itself uses compile, as routes, values and lists`() throws {
    let app = TrialApp.plain()
    let plugins = [app, Self.additions(to: app)]
    let code = try AppCode(
      .swift, of: AppDefinition(plugins: plugins), declaredBy: plugins, hasIntents: true)
    let named = TrialApp.named(Self.identifiers(in: code.text))
    let result = try Self.output(of: "print(AppRoute.definition.routes.count)", with: [named])
    #expect(result.isDone, "\(result.output.prefix(4_000))")
  }

  /// The identifiers of code, without those in comments and literals.
  private static func identifiers(in code: String) -> [String] {
    var result: Set<String> = []
    for line in code.split(separator: "\n") {
      // Every other part is in quotation marks.
      let parts = line.replacing("\\\"", with: "").split(
        separator: "\"", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() where index.isMultiple(of: 2) {
        guard !part.contains("//") else { break }
        let words = part.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        result.formUnion(words.map(String.init).filter { $0.first?.isLetter ?? false })
      }
    }
    return result.sorted()
  }

  @Test func `an app without links under a whole host has paths only`() throws {
    var app = PluginDraft("app")
    app.links("https://*")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    let result = try Self.output(of: "print(AppRoute.home.path ?? \"nil\")", with: [app])
    #expect(result.output == "/\n")
  }

  @Test func `the same routes give the same text, and what is left out is noted`() {
    let (definition, plugins) = (TrialApp.definition, TrialApp.make())
    let code = AppCode(.swift, of: definition, declaredBy: plugins, hasIntents: true)
    #expect(
      code.text == AppCode(.swift, of: .valid(plugins), declaredBy: plugins, hasIntents: true).text)
    #expect(code.text.hasPrefix("// Written by 'signalbox generate swift': change the route files"))
    #expect(
      code.notes == [
        "/only/inside/:id: no App Intent, since no link with https opens it",
        "/parts: the code has no value for the scheme of a link",
        "/parts: the code has no value for the host of a link",
      ])
  }
}
