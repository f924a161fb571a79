import Commands
import Diagnostics
import FileAccess
import JSONCodec
import TestSupport
import Testing

@testable import Daemon

/// docs/protocol.md names what there is.
@MainActor struct DocumentTests {
  let page: String

  init() throws {
    let bytes = try readFile(packageFolder + "/docs/protocol.md", bytesMax: 1_000_000)
    page = String(decoding: bytes, as: UTF8.self)
  }

  /// The rows of the page that begin with a code of this kind.
  private func rows(under title: String) -> [String] {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: "## \(title)") else { return [] }
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    return Array(section.filter { $0.hasPrefix("|") }.dropFirst(2))
  }

  @Test func `the page's table of methods is the daemon's`() {
    let wanted = Method.all.map { method in
      let parameters = method.parameters.filter { $0.name != "requestId" }.map { parameter in
        "`\(parameter.name)`" + (parameter.isRequired ? "*" : "")
      }
      return "| `\(method.name)` | \(parameters.joined(separator: ", ")) "
        + "| \(method.isMutation ? "yes" : "") | \(method.summary) |"
    }
    #expect(rows(under: "Methods") == wanted)
  }

  @Test func `the page's table of errors is the daemon's`() {
    let wanted = DaemonError.table.map { row in
      "| \(row.number) | \(row.code.map { "`\($0.rawValue)`" } ?? "") | \(row.meaning) |"
    }
    #expect(rows(under: "Errors") == wanted)
  }

  @Test func `the page names every notification, and all that the greeting tells`() throws {
    #expect(rows(under: "Notifications").count == Daemon.notifications.count)
    for notification in Daemon.notifications {
      #expect(page.contains("| `\(notification.name)` |"), "\(notification.name)")
    }
    let greeting = try TestDaemon().client().greeting["params"]?.objectValue ?? []
    let names = greeting.map { "`\($0.key)`" }.joined(separator: ", ")
    #expect(page.contains("| `hello` | \(names) |"))
  }

  @Test func `the page's table of limits is the daemon's, and the greeting tells it`() throws {
    let limits = DaemonLimits()
    let wanted = limits.table.map { row in
      "| `\(row.name)` | \(row.max.map(grouped) ?? "the system's") | \(row.noun) "
        + "| \(row.consequence) |"
    }
    #expect(rows(under: "Limits") == wanted)
    let told = try TestDaemon().client().greeting["params"]?["limits"]?.objectValue ?? []
    let known = limits.table.filter { $0.max != nil }
    #expect(told.map(\.key) == known.map(\.name))
    #expect(told.map { $0.value.intValue } == known.map { $0.max.map(Int64.init) })
  }

  /// `1,048,576`
  private func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { place in
      (place > 0 && (digits.count - place) % 3 == 0 ? "," : "") + String(digits[place])
    }.joined()
  }

  @Test func `describe tells the same table as JSON Schema`() throws {
    let client = try TestDaemon().client()
    let answer = try client.call("describe")
    let methods = try #require(answer["methods"]?.arrayValue)
    #expect(methods.map { $0["name"]?.stringValue } == Method.all.map(\.name))
    let open = methods.first { $0["name"] == "open" }?["params"]
    #expect(open?["required"] == ["session", "link"])
    #expect(open?["properties"]?["from"]?["enum"] == ["outside", "inside"])
    #expect(open?["additionalProperties"] == false)
    let pop = methods.first { $0["name"] == "pop" }?["params"]
    #expect(pop?["oneOf"] == [["required": ["count"]], ["required": ["screen"]]])
    let errors = try #require(answer["errors"]?.arrayValue)
    #expect(Set(errors.map { $0["code"] }).count == DaemonError.table.count)
  }

  @Test func `every error of ours has its row`() {
    let errors: [DaemonError] = [
      .unreadable(.json(.badNumber(at: place))), .invalid(.noKind),
      .unknownMethod("x", nearest: nil),
      .parameter("x", of: "y", why: "z"), .unknownSession("x", nearest: nil), .sessionExists("x"),
      .limit(.clients, 1), .readOnly("x"), .tooOld(oldest: 1), .tooNew(newest: 1), .conflict("x"),
      .sessionUnavailable("x", why: "y"), .shuttingDown, .notSubscribed("x"),
      .answerGone("x"), .command(DaemonError.shuttingDown), .routes([DaemonError.shuttingDown]),
    ]
    for error in errors {
      let row = DaemonError.table.first { $0.number == error.number }
      #expect(row != nil, "\(error)")
      if let code = row?.code { #expect(code == error.code, "\(error)") }
    }
    #expect(Set(errors.map(\.number)).count == DaemonError.table.count - 1)
  }

  private var place: JSONPlace {
    do throws(JSONError) { _ = try JSON(parsing: "x") } catch { return error.place }
    preconditionFailure("'x' is no JSON")
  }
}
