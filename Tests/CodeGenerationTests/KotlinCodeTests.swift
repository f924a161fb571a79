import Diagnostics
import FileAccess
import Navigation
import TestSupport
import Testing

@testable import CodeGeneration

/// The code in Kotlin, compiled and run where `kotlinc` and `java` are installed.
struct KotlinCodeTests {
  /// Compiles the code of apps, each with lines that use it, and runs these in order.
  static func output(of programs: [(lines: [String], app: AppDefinition)]) throws -> ShellCommand {
    let folder = try TemporaryFolder()
    for (number, (lines, app)) in programs.enumerated() {
      let package = "trial.app\(number)"
      let code = AppCode(.kotlin, of: app, declaredBy: [], package: package).text
      try writeFile(folder("AppRoute\(number).kt"), Array(code.utf8))
      // Functions of a few lines, since the length of a method has a limit.
      let parts = stride(from: 0, to: lines.count, by: 100).map { Array(lines[$0...].prefix(100)) }
      let functions = parts.enumerated().map { number, part in
        "fun part\(number)() {\n\(part.joined(separator: "\n"))\n}\n"
      }
      let calls = parts.indices.map { "part\($0)()" }.joined(separator: "; ")
      let program = """
        package \(package)
        val out = java.io.PrintStream(System.out, true, "UTF-8")
        fun println(value: Any?) { out.println(value) }
        fun show(route: AppRoute) { out.println(route.toLink(route.bases()[0])) }
        \(functions.joined())
        fun run() { \(calls) }
        """
      try writeFile(folder("program\(number).kt"), Array(program.utf8))
    }
    let calls = programs.indices.map { "trial.app\($0).run()" }.joined(separator: "; ")
    try writeFile(folder("main.kt"), Array("fun main() { \(calls) }\n".utf8))
    return try ShellCommand(
      """
      export JAVA_OPTS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'  # Half the time of a short run.
      kotlinc -nowarn '\(folder.path)'/*.kt -include-runtime -d '\(folder.path)/trial.jar' \
      2>'\(folder.path)/errors' || { cat '\(folder.path)/errors'; exit 1; }
      java -Dfile.encoding=UTF-8 -cp '\(folder.path)/trial.jar' MainKt
      """)
  }

  private func expression(_ entry: KotlinCode.Case, _ sample: LinkSample) -> String {
    let values = entry.values.indices.compactMap { index -> String? in
      guard let text = sample.values[index] else { return nil }
      let (name, type) = entry.values[index]
      switch entry.route.parameters[index].type {
      case .int: return "\(name) = \"\(text)\".toLong()"
      case .uint: return "\(name) = \"\(text)\".toULong()"
      case .number, .bool: return "\(name) = \(text)"
      case .date: return "\(name) = java.time.LocalDate.parse(\"\(text)\")"
      case .oneOf:
        return "\(name) = AppRoute.\(type).values().first { it.text == \(quotedForKotlin(text)) }"
      case .uuid, .slug, .string, .expression: return "\(name) = \(quotedForKotlin(text))"
      }
    }
    return "AppRoute.\(entry.name)"
      + (entry.values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
  }

  /// In one program, since the compiler takes seconds to start.
  @Test(.enabled(if: ShellCommand.hasKotlin))
  func `every route's link is that of the table, and a value without one has none`() throws {
    var programs: [(lines: [String], app: AppDefinition)] = []
    var wanted: [String] = []
    for definition in try TrialApp.all.map({ try $0() }) {
      let routes = definition.routeIDs.compactMap { CodeRoute($0, of: definition) }
      let bases = definition.table.bases.enumerated().compactMap { CodeBase($1, at: $0) }
      let code = KotlinCode(routes, bases, package: nil)
      var lines: [String] = []
      for (entry, samples) in zip(code.cases, LinkSample.all(of: definition)) {
        #expect(samples.isEmpty == entry.route.bases.isEmpty, "\(entry.route.pattern)")
        for sample in samples {
          lines.append("show(\(expression(entry, sample)))")
          wanted.append(sample.link ?? "null")
        }
      }
      programs.append((lines, definition))
    }
    let none = [
      #"Tstring("")"#, #"Tstring("..")"#, #"Tstring("\ud800")"#, #"Tslug("é")"#, #"Tslug("a\n")"#,
      "Tnumber(Double.NaN)", "Tdate(java.time.LocalDate.of(10000, 1, 1))", #"Tuuid("0")"#,
      #"Files("a/../b")"#, #"Files("")"#, #"Oslug(r = "")"#,
      #"Tstring("a\nb")"#, #"Files("a/\u007f")"#,
    ]
    let lines =
      none.map { "out.println(AppRoute.\($0).let { listOf(it.toPath(), it.toLink()) })" } + [
        "out.println(listOf(AppRoute.Only.toLink(), AppRoute.Only.toLink(AppRoute.Base.Other)))",
        "out.println(listOf(AppRoute.Home.toLink(), AppRoute.Home.toLink(AppRoute.Base.TrialAB)))",
      ]
    programs.append((lines, TrialApp.definition))
    wanted += none.map { _ in "[null, null]" }
    wanted += ["[null, other://only/Here]", "[https://trial.example/app, trial://a/b]"]
    let result = try Self.output(of: programs)
    #expect(result.isDone)
    #expect(result.output.split(separator: "\n").map(String.init) == wanted)
  }

  @Test func `a keyword in the name of the package is quoted`() throws {
    let text = AppCode(.kotlin, of: try TrialApp.all[0](), declaredBy: [], package: "com.fun.class")
      .text
    #expect(text.contains("\npackage com.`fun`.`class`\n"))
  }

  /// What can be checked without a compiler.
  @Test(arguments: TrialApp.all.indices)
  func `brackets are closed, and no class or value is declared twice`(app: Int) throws {
    let definition = try TrialApp.all[app]()
    let text = AppCode(.kotlin, of: definition, declaredBy: [], package: "trial.app").text
    #expect(text.contains("\npackage trial.app\n"))
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for line in text.split(separator: "\n") where !line.contains("// ") && !line.contains("/**") {
      for byte in line.utf8 {
        if isEscaped {
          isEscaped = false
        } else if isQuoted, byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted.toggle()
        } else if !isQuoted {
          if "({".utf8.contains(byte) { depth += 1 }
          if ")}".utf8.contains(byte) { depth -= 1 }
        }
        #expect(depth >= 0)
      }
      #expect(!isQuoted && !isEscaped, "\(line)")
    }
    #expect(depth == 0)
    let names = text.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(whereSeparator: { " (:".contains($0) })
      let isClass = ["object", "data", "enum"].contains { words.first == $0 }
      return isClass ? words.dropFirst(words[0] == "object" ? 1 : 2).first.map(String.init) : nil
    }
    #expect(names.count > definition.routes.count / 2)
    #expect(Set(names.map { $0.lowercased() }).count == names.count)
  }
}
