import Diagnostics
import Testing

struct SuggestionTests {
  static let rows: [(word: String, found: String?)] = [
    ("opne", "open"), ("OPEN", "open"), ("stak", "stack"), ("xyz", nil), ("", nil), ("o", nil),
    ("op", nil), ("sta", "stack"), ("opening", "open"),
    (String(repeating: "a", count: 100), nil),
  ]

  @Test(arguments: rows)
  func `only a close word is suggested`(_ row: (word: String, found: String?)) {
    #expect(nearest(to: row.word, in: ["open", "stack", "tree", "tap"]) == row.found)
  }

  @Test func `the beginning of several words is no suggestion`() {
    #expect(nearest(to: "expo", in: ["exponent", "exporter"]) == nil)
    #expect(nearest(to: "react-nav", in: ["react-navigation", "vue"]) == "react-navigation")
  }

  @Test func `the order of the candidates does not matter`() {
    #expect(nearest(to: "ta", in: ["tap", "tab"]) == nearest(to: "ta", in: ["tab", "tap"]))
  }
}
