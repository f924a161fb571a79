import Diagnostics
import Testing

struct SuggestionTests {
  static let rows: [(word: String, found: String?)] = [
    ("opne", "open"), ("OPEN", "open"), ("stak", "stack"), ("xyz", nil), ("", nil), ("o", nil),
    (String(repeating: "a", count: 100), nil),
  ]

  @Test(arguments: rows)
  func `only a close word is suggested`(_ row: (word: String, found: String?)) {
    #expect(nearest(to: row.word, in: ["open", "stack", "tree", "tap"]) == row.found)
  }

  @Test func `the order of the candidates does not matter`() {
    #expect(nearest(to: "ta", in: ["tap", "tab"]) == nearest(to: "ta", in: ["tab", "tap"]))
  }
}
