import Diagnostics
import Links
import Navigation
import TestSupport
import Testing

@testable import SourceLinks

/// What the links of a source open.
struct JudgeTests {
  private static var draft: PluginDraft {
    var app = PluginDraft("shop")
    app.links("shop://")
    app.links("https://shop.example/app")
    app.links("https://web.example/#/")
    app.stack("root", start: "/")
    app.route("/", screen: "Home")
    app.route("/items/:id", screen: "Item") { $0.params = [("id", .int)] }
    app.route("/items/:id/reviews", screen: "Item")
    app.route("/search", screen: "Item") { $0.query = [("q", .string, false)] }
    app.route("/files/*", screen: "Item")
    app.route("/pages/:name", screen: "Item")
    app.route("/\\(x\\)/pages/:name", screen: "Item")
    return app
  }

  private static let definition = AppDefinition.valid(draft)

  private static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { $0 == "…" ? [SourceLink.hole] : Array(String($0).utf8) }
  }

  private static func verdict(
    _ text: String, in definition: AppDefinition = definition
  ) -> String? {
    var judge = LinkJudge(definition)
    switch judge.verdict(on: bytes(text)) {
    case nil: return nil
    case .opens: return "opens"
    case .mayOpen: return "mayOpen"
    case .refused: return "refused"
    case .caught: return "caught"
    case .dead: return "dead"
    case .undecided: return "undecided"
    }
  }

  static let rows: [(text: String, verdict: String?)] = [
    ("/", "opens"), ("/items/7", "opens"), ("/items/x", "dead"), ("/items/7#a", "opens"),
    ("/item", "dead"), ("/search?q=a", "opens"), ("/search", "dead"), ("/a b", "undecided"),
    ("/items/…", "mayOpen"), ("/items/a…", "mayOpen"), ("/items/…x", "dead"),
    ("/items/…/reviews", "mayOpen"), ("/items/…/review", "dead"), ("/item…", "mayOpen"),
    ("/itm…", "dead"), ("/…", "mayOpen"), ("…", "undecided"), ("…/x", "undecided"),
    // A value between slashes is not empty.
    ("/pages/…", "mayOpen"), ("/pages/…x", "mayOpen"), ("/pages/…/x", "dead"),
    ("/pages/…/", "mayOpen"), ("/pages//x/…", "mayOpen"), ("shop://pages/…/x", "dead"),
    // The value can end the path, and bring the item that the route requires.
    ("/search…", "mayOpen"), ("/search?…", "mayOpen"), ("/search?a=…", "mayOpen"),
    ("/…/…/reviews", "mayOpen"), ("/files/…/x", "mayOpen"), ("/a/../…", "undecided"),
    ("shop://items/7", "opens"), ("shop://item/7", "dead"), ("shop://items/…", "mayOpen"),
    ("shop://…", "mayOpen"), ("shop://item/…", "dead"), ("shop…://a", nil), ("other://a", nil),
    ("shop://", nil), ("https://shop.example/app", nil), ("https://shop.example/app/", "opens"),
    ("https://shop.example/app/items/7", "opens"), ("https://shop.example/items/7", nil),
    ("https://shop.example/app/item/…", "dead"), ("https://shop.example/app…", "undecided"),
    ("HTTPS://SHOP.example/app/item/…", "dead"), ("https://shop.example/…", nil),
    ("https://shop.example/app/a b", "undecided"), ("https://shop.example/appx/…", nil),
    // A path of a page begins at the host.
    ("/app/items/7", "opens"), ("/app/item", "dead"), ("/app/items/…", "mayOpen"),
    ("/ap…", "undecided"), ("/app/item/…", "dead"),
    ("https://web.example/#/items/7", "opens"), ("https://web.example/#/item", "dead"),
    ("https://web.example/#/items/…", "undecided"),
    // The groups of Expo Router.
    ("/(tabs)/items/7", "opens"), ("/(tabs)", "opens"), ("/(a)/items/(b,c)/7/", "opens"),
    ("/(tabs)/items/…", "mayOpen"), ("/(tabs)?q=a", "opens"), ("/search/(a)?q=/(b)", "opens"),
    ("/(tabs)/item", "dead"), ("/(tabs/items/7", "dead"), ("/items/(tabs)7", "dead"),
    ("/(y)/pages/a", "opens"), ("/app/(tabs)/items/7", "opens"),
  ]

  @Test(arguments: rows.indices) func `a text opens what its routes say`(index: Int) {
    let row = Self.rows[index]
    #expect(Self.verdict(row.text) == row.verdict, "\(row.text)")
  }

  /// The pattern of a route for any path, a text, and what it opens.
  static let catching: [(pattern: String, text: String, verdict: String)] = [
    ("/*", "/item", "caught"), ("/*", "/items/7", "opens"), ("/*", "/items/x", "caught"),
    ("/*", "/item/…", "caught"), ("/*", "/items/…", "mayOpen"), ("/*", "/search", "caught"),
    ("/*", "shop://item/7", "caught"), ("/*", "/app/item", "caught"), ("/*", "/", "opens"),
    ("/*", "/(tabs)/items/7", "opens"), ("/*", "/(tabs)/item", "caught"),
    ("/*", "/a b", "undecided"), ("/:rest(.*)*", "/item", "caught"), ("/:a+", "/item", "caught"),
    ("{/*}?", "/item", "caught"), ("/:a/*", "/item/7", "mayOpen"), ("/:a", "/item", "opens"),
  ]

  @Test(arguments: catching.indices)
  func `a link that only a route for any path matches is caught`(index: Int) {
    let row = Self.catching[index]
    var draft = Self.draft
    draft.route(row.pattern, screen: "Home")
    let verdict = Self.verdict(row.text, in: .valid(draft))
    #expect(verdict == row.verdict || verdict == "opens" && row.verdict == "mayOpen", "\(row)")
  }

  @Test(arguments: [
    ("/item?page=…", "caught"), ("/item/…?page=…", "caught"), ("/item?page=3", "caught"),
    ("/item?page=x", "dead"),
  ])
  func `an unknown query may fit a route for any path`(text: String, verdict: String) {
    var draft = Self.draft
    draft.route("/*", screen: "Home") { $0.query = [("page", .int, true)] }
    #expect(Self.verdict(text, in: .valid(draft)) == verdict)
  }

  @Test func `a route for any path that leads to the browser catches nothing`() {
    var draft = Self.draft
    draft.outside("/*")
    #expect(Self.verdict("/item", in: .valid(draft)) == "opens")
  }

  @Test func `a dead link has the nearest route`() {
    var judge = LinkJudge(Self.definition)
    #expect(
      judge.verdict(on: Self.bytes("/item/…"))
        == .dead(advice: "Did you mean '/items/:id' (segment 1 is 'item', not 'items')?"))
    #expect(
      judge.verdict(on: Self.bytes("/x/y"))
        == .dead(advice: "Correct the link, or add a route."))
  }

  @Test func `a route with the text of a group is ahead of one without`() {
    var judge = LinkJudge(Self.definition)
    let text = Self.bytes("/(x)/pages/a")
    #expect(judge.verdict(on: text) == .opens(link: text))
    #expect(
      judge.verdict(on: Self.bytes("/(x)/item/7"))
        == .dead(advice: "Did you mean '/items/:id' (segment 1 is 'item', not 'items')?"))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a dead link opens nothing, whatever is in its holes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let parts = ["/items", "/", "/item", "…", "7", "/reviews", "/app", "a", "/files", "/pages"]
    let starts = ["/", "shop://", "https://shop.example/app/"]
    let text = random.pick(starts) + (0..<4).map { _ in random.pick(parts) }.joined()
    guard Self.verdict(text) == "dead" else { return }
    let values = ["", "7", "a", "7/reviews", "items", "items/7", "/", "s/7", "app/items/7", "x/y"]
    for _ in 0..<200 {
      let link = text.split(separator: "…", omittingEmptySubsequences: false).dropFirst().reduce(
        String(text.prefix { $0 != "…" })
      ) { $0 + random.pick(values) + $1 }
      guard !link.replacing("://", with: ":").contains("//") else { continue }
      #expect((try? Self.definition.resolve(link)) == nil, "\(text): \(link)")
    }
  }
}
