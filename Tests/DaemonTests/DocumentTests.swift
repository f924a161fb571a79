import Commands
import Diagnostics
import JSONCodec
import Navigation
import TestSupport
import Testing

@testable import Daemon

/// docs/protocol.md, docs/limits.md, the greeting and `describe` show the daemon's tables.
@MainActor struct DocumentTests {
  let page: String

  init() throws { page = try Page("docs/protocol.md").text }

  /// The rows of the table under a title of a page, by default docs/protocol.md.
  private func rows(under title: String, of text: String? = nil) -> [String] {
    let lines = (text ?? page).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    guard let start = lines.firstIndex(of: "## \(title)") else { return [] }
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    return Array(section.filter { $0.hasPrefix("|") }.dropFirst(2))
  }

  @Test func `the page's table of methods is the daemon's`() {
    #expect(rows(under: "Methods") == Method.all().map(row))
  }

  private func row(_ method: Method) -> String {
    let parameters = method.parameters.filter { $0.name != "requestId" }.map { parameter in
      "`\(parameter.name)`" + (parameter.isRequired ? "*" : "")
    }
    return "| `\(method.name)` | \(parameters.joined(separator: ", ")) "
      + "| \(method.isMutation ? "yes" : "") | \(method.summary) |"
  }

  @Test func `a command is added by one row`() throws {
    let toast = Command(
      CommandSyntax(
        "toast",
        [
          CommandParameter("slices", .integer(min: 1), "how many"),
          CommandParameter("gate", .gate, "who may eat", isRequired: false),
        ],
        summary: "make toast", details: "Crisp.", example: "toast 2 login"),
      .rest, [],
      .answer { _, workspace, invocation in
        Response(
          lines: ["\(invocation.arguments.integer(0) ?? 0) slices"],
          json: ["slices": JSON(invocation.arguments.integer(0) ?? 0)])
      })
    let daemon = try TestDaemon { $0.commands = CommandTable(CommandTable.standard.all + [toast]) }
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    func typed(_ line: String) throws -> String {
      try client.call("command", ["session": "a", "line": .string(line)])["text"]?.stringValue ?? ""
    }
    #expect(try typed("help").contains("  toast N [GATE]"))
    #expect(
      try typed("help toast")
        == "toast N [GATE]: make toast\nCrisp.\nExample: toast 2 login\n")
    #expect(try typed("toast 2") == "2 slices\n")
    #expect(try typed("toast 0").contains("Write it as: toast N [GATE]. Example: toast 2 login."))
    #expect(try typed("toats").contains("Did you mean 'toast'?"))
    for (line, words) in [("toa", ["toast"]), ("toast 2 l", ["login"])] {
      let answer = try client.call(
        "complete",
        ["session": "a", "line": .string(line), "cursor": JSON(line.utf8.count)])
      #expect(answer["words"] == .array(words.map { .string($0) }))
    }

    #expect(try client.call("toast", ["session": "a", "slices": 3]) == ["slices": 3])
    #expect(try client.call("toast", ["session": "a", "slices": 0])["code"] == -32_602)
    let described = try client.call("describe")["methods"]?.arrayValue?.last
    #expect(described?["name"] == "toast" && described?["mutates"] == false)
    #expect(described?["params"]?["required"] == ["session", "slices"])
    #expect(described?["params"]?["properties"]?["slices"]?["minimum"] == 1)

    let method = try #require(daemon.daemon.methods["toast"])
    #expect(row(method) == "| `toast` | `session`*, `slices`*, `gate` |  | make toast |")
    #expect(!rows(under: "Methods").contains(row(method)))
  }

  @Test func `the page's table of errors is the daemon's`() {
    #expect(rows(under: "Errors") == DaemonError.kinds.all.map(row))
  }

  private func row(_ kind: DaemonError.Kind) -> String {
    "| \(kind.number) | \(kind.code.map { "`\($0.rawValue)`" } ?? "") | \(kind.summary) |"
  }

  @Test func `the page names every notification and every member of the greeting`() throws {
    #expect(rows(under: "Notifications").count == Daemon.notifications.count)
    for notification in Daemon.notifications {
      #expect(page.contains("| `\(notification.name)` |"), "\(notification.name)")
    }
    let greeting = try TestDaemon().client().greeting["params"]?.objectValue ?? []
    let names = greeting.map { "`\($0.key)`" }.joined(separator: ", ")
    #expect(page.contains("| `hello` | \(names) |"))
  }

  @Test func `the table of limits is the daemon's`() throws {
    let limits = try Page("docs/limits.md").text
    #expect(rows(under: "The daemon", of: limits) == DaemonLimits().visible.map(row))
  }

  private func row(_ limit: DaemonLimit) -> String {
    "| `\(limit.name)` | \(limit.isSetBySystem ? "the system's" : grouped(limit.max)) "
      + "| \(limit.noun) | \(limit.consequence) |"
  }

  @Test func `a limit is added by one row`() throws {
    let limit = DaemonLimit("toasts", 1_234, "toasts", then: "toast burns", advice: "Eat some.")
    let daemon = try TestDaemon()
    daemon.daemon.counters.limits.append(limit)
    let client = try daemon.client()
    #expect(client.greeting["params"]?["limits"]?["toasts"] == 1_234)
    #expect(try client.call("describe")["limits"]?["toasts"] == 1_234)
    #expect(row(limit) == "| `toasts` | 1,234 | toasts | toast burns |")

    let error = written(daemon.daemon.counters.reached(limit))
    #expect(error["message"] == "the limit of 1234 toasts is reached")
    #expect(error["data"]?["limit"] == "toasts" && error["data"]?["advice"] == "Eat some.")
    #expect(try client.call("status")["limitsMet"] == ["toasts": 1])
    let metrics = try client.call("metrics")["text"]?.stringValue ?? ""
    #expect(metrics.contains(#"signalbox_limits_total{limit="toasts"} 1"#))
  }

  @Test func `the greeting has every limit but the system's`() throws {
    let daemon = try TestDaemon()
    let reported = try daemon.client().greeting["params"]?["limits"]
    let known = daemon.daemon.limits.visible.filter { !$0.isSetBySystem }
    #expect(reported?.objectValue?.map(\.key) == known.map(\.name))
    #expect(reported?.objectValue?.map { $0.value.intValue } == known.map { Int64($0.max) })
  }

  @Test func `an error is added by one row`() throws {
    let kind = DaemonError.Kind(-32_099, .daemonRoutes, "the toast is burnt")
    let daemon = try TestDaemon().daemon
    let described = daemon.description(errors: DaemonError.kinds.all + [kind])
    #expect(
      described["errors"]?.arrayValue?.last
        == ["code": -32_099, "name": "daemon/routes", "summary": "the toast is burnt"])
    #expect(row(kind) == "| -32099 | `daemon/routes` | the toast is burnt |")
    #expect(
      written(DaemonError(kind, "burnt", details: [.init("slice", 2)]))
        == ["code": -32_099, "message": "burnt", "data": ["code": "daemon/routes", "slice": 2]])
  }

  private func written(_ error: DaemonError) -> JSON {
    var bytes = ByteBuffer()
    error.write(into: &bytes)
    return (try? JSON(parsing: [UInt8](bytes))) ?? .null
  }

  /// `1,048,576`
  private func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { place in
      (place > 0 && (digits.count - place) % 3 == 0 ? "," : "") + String(digits[place])
    }.joined()
  }

  @Test func `describe shows the methods as JSON Schema and every error`() throws {
    let client = try TestDaemon().client()
    let answer = try client.call("describe")
    let methods = try #require(answer["methods"]?.arrayValue)
    #expect(methods.map { $0["name"]?.stringValue } == Method.all().map(\.name))
    let open = methods.first { $0["name"] == "open" }?["params"]
    #expect(open?["required"] == ["session", "link"])
    #expect(open?["properties"]?["from"]?["default"] == "outside")
    #expect(open?["properties"]?["signature"]?["enum"] == ["absent", "valid", "invalid"])
    #expect(open?["additionalProperties"] == false)
    let pop = methods.first { $0["name"] == "pop" }?["params"]
    #expect(pop?["oneOf"] == [["required": ["count"]], ["required": ["screen"]]])
    let errors = try #require(answer["errors"]?.arrayValue)
    let numbers = DaemonError.kinds.all.map(\.number)
    #expect(errors.map { $0["code"]?.intValue } == numbers)
    #expect(Set(numbers).count == numbers.count)
  }
}
