import Testing

@testable import CodeGeneration

struct GeneratedNameTests {
  private func names(
    _ texts: [String], _ style: CodeNames.Style, reserved: Set<String> = []
  ) -> [String] {
    var names = CodeNames(reserved: reserved)
    return texts.map { names.add($0, style) }
  }

  static let identifiers: [(text: String, lower: String, upper: String)] = [
    ("movie", "movie", "Movie"), ("MovieDetail", "movieDetail", "MovieDetail"),
    ("film-id", "filmId", "FilmId"), ("a_b-c.d e", "aBCDE", "ABCDE"), ("URL", "url", "URL"),
    ("URLPage", "urlPage", "URLPage"), ("A1", "a1", "A1"), ("0", "_0", "_0"),
    ("2nd-hand", "_2ndHand", "_2ndHand"), ("영화", "영화", "영화"), ("é", "é", "é"),
    ("★", "_value", "_value"), ("", "_value", "_value"), ("e\u{301}x", "eX", "EX"),
    ("\u{1D400}a", "a", "A"), ("$x", "x", "X"),
  ]

  @Test(arguments: identifiers)
  func `a name is an identifier of each style`(text: String, lower: String, upper: String) {
    #expect(names([text], .lower) == [lower])
    #expect(names([text], .upper) == [upper])
  }

  @Test func `identifiers differ, and not only in case`() {
    #expect(names(["a-b", "a_b", "aB", "a b2"], .lower) == ["aB", "aB2", "aB3", "aB2_2"])
    #expect(names(["Item", "ITEM"], .upper) == ["Item", "ITEM2"])
    #expect(names(["1", "+1"], .lower) == ["_1", "_1_2"])
  }

  @Test func `a reserved word gets an underscore`() {
    #expect(names(["in", "in-", "other"], .lower, reserved: ["in"]) == ["in_", "in_2", "other"])
  }
}
