import Commands
import Testing

/// Every expectation, met and not met.
@MainActor
struct ExpectationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let setup: String
    let expectation: String
    /// The complete failure message; `nil` if the expectation is met.
    let failure: String?

    init(_ setup: String, _ expectation: String, _ failure: String? = nil) {
      self.setup = setup
      self.expectation = expectation
      self.failure = failure
    }

    var testDescription: String { "\(setup): \(expectation)" }
  }

  nonisolated static let rows = [
    Row("/movies/42", "screen Movie"),
    Row("/movies/42", "screen Movie id=42"),
    Row("/movies/42?ref=a=b", "screen Movie ref=a=b id=42"),
    Row("/movies/42", "screen Movie(id=42)"),
    Row("/movies/42?ref=a=b", "screen Movie(ref=a=b, id=42)"),
    Row("/movies/42", "screen Movie(id=4)", "screen Movie(id=4), found Movie(id=42)"),
    Row("/movies/42", "screen Movie id=4", "screen Movie(id=4), found Movie(id=42)"),
    Row("/movies/42", "screen Movie no=1", "screen Movie(no=1), found Movie(id=42)"),
    Row("/movies/42", "screen Home", "screen Home, found Movie(id=42)"),
    Row("/search/e\u{301}", "screen Search term=e\u{301}"),
    Row(
      "/search/e\u{301}", "screen Search term=\u{E9}",
      "screen Search(term=\u{E9}), found Search(term=e\u{301})"),
    Row("/movies/42", "stack Home > Movies > Movie"),
    Row("/movies/42", "stack home: Home > Movies > Movie(id=42)"),
    Row("/movies/42", "stack main: Home>Movies>Movie( id = 42 )"),
    Row("/search/a%20b%2C%22)", "stack Home > Search(term=\"a b,\\\")\")"),
    Row("/movies/42", "stack library:"),
    Row("/movies/42", "stack checkout:"),
    Row("/checkout", "stack checkout: Cart"),
    Row("/movies/42", "stack home:", "stack home: , found home: Home > Movies > Movie(id=42)"),
    Row("/movies", "stack library: Library", "stack library: Library, found library: nothing"),
    Row(
      "/movies", "stack Home > Movie(id=1)", "stack Home > Movie(id=1), found home: Home > Movies"),
    Row("/movies", "tab home"),
    Row("/movies", "tab library", "tab library, found home"),
    Row("/movies", "outcome moved"),
    Row("/movies", "outcome refused", "outcome refused, found moved"),
    Row("/nowhere", "outcome refused"),
    Row("/nowhere", "outcome refused(not-found)"),
    Row("/nowhere", "outcome refused not-found"),
    Row(
      "/nowhere", "outcome refused(foreign)", "outcome refused(foreign), found refused(not-found)"),
    Row("/library", "outcome deferred(login)"),
    Row(
      "/library", "outcome deferred(premium)", "outcome deferred(premium), found deferred(login)"),
    Row("/terms", "outcome outside(/terms)"),
    Row("/", "outcome duplicated"),
    Row("/library", "deferred /library"),
    Row("/library", "deferred none", "deferred none, found /library"),
    Row("/movies", "deferred none"),
    Row("/movies", "deferred /library", "deferred /library, found none"),
    Row("login", "gate login open"),
    Row("login", "gate premium closed"),
    Row("login", "gate login closed", "gate login closed, found open"),
    Row("/movies/42", "tap reviews"),
    Row("/movies/42", "tap fly", "tap fly, found reviews, buy, close"),
    Row("/movies", "tap fly", "tap fly, found no taps"),
    Row("/movies/42", "transitions push push"),
    Row("/nowhere", "transitions none"),
    Row("/movies/42", "transitions push", "transitions push, found push push"),
    Row("undo", "transitions push", "transitions push, found no event"),
    Row("undo", "transitions none", "transitions none, found no event"),
    Row("undo", "outcome moved", "outcome moved, found no event"),
  ]

  @Test(arguments: rows)
  func expectation(_ row: Row) {
    var interpreter = Prompt(definition: TestApp.definition)
    _ = interpreter.run(row.setup)
    let response = interpreter.run("expect \(row.expectation)")
    if let failure = row.failure {
      #expect(response.text == "error[expect/failed]: expected \(failure).\n")
    } else {
      #expect(response.text == "as expected\n")
      #expect(response.failure == nil)
    }
  }
}
