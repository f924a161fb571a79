import HTTPServing
import TestSupport
import Testing

@testable import Inspector

/// docs/limits.md shows the limits of the inspector.
struct DocumentTests {
  @Test func `the page lists every limit with its value, and no other`() throws {
    let page = try Page("docs/limits.md").text
    let start = try #require(page.firstRange(of: "\n## The inspector\n")).upperBound
    let section = page[start...].prefix { $0 != "#" }
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    var limits: [(String, String)] = []
    for value in [HTTPLimits() as Any, InspectorLimits()] {
      for child in Mirror(reflecting: value).children where child.label != "http" {
        limits.append((child.label ?? "", grouped("\(child.value)")))
      }
    }
    #expect(rows.count == limits.count)
    for (name, value) in limits {
      #expect(rows.contains { $0.hasPrefix("| `\(name)` | \(value) ") }, "\(name) \(value)")
    }
  }

  /// A number with a comma after each group of three digits.
  private func grouped(_ digits: String) -> String {
    var text = ""
    for (place, digit) in digits.reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
