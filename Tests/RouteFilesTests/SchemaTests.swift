import TestSupport
import Testing

@testable import RouteFiles

/// The keys' meanings in the schema that editors use are those of docs/route-files.md.
struct SchemaTests {
  private let page: Page

  init() throws { page = try Page("docs/route-files.md") }

  @Test func `every key has the meaning that its page gives`() {
    check(FileKey.self)
    check(GateKey.self)
    check(CoordinatorKey.self)
    check(RouteKey.self)
    check(GroupKey.self)
    check(ScreenKey.self)
  }

  private func check<Key: FormatKey>(_ keys: Key.Type) {
    let rows = Set(page.text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(plain))
    for key in Key.all {
      let isThere = rows.contains { row in
        row.hasPrefix("| \(key.rawValue) | ") && row.hasSuffix("| \(key.meaning) |")
      }
      #expect(isThere, "\(Key.owner), \(key.rawValue): \(key.meaning)")
    }
  }

  /// A line without the marks of Markdown.
  private func plain(_ line: Substring) -> String {
    var text = ""
    var rest = line.filter { $0 != "`" }[...]
    while let open = rest.firstIndex(of: "["), let middle = rest[open...].firstRange(of: "]("),
      let close = rest[middle.upperBound...].firstIndex(of: ")")
    {
      text += rest[..<open] + rest[rest.index(after: open)..<middle.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
