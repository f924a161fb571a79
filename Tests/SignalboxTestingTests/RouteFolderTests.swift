import Diagnostics
import FileAccess
import SignalboxTesting
import TestSupport
import Testing

/// Route files and expectations in unit tests.
struct RouteFolderTests {
  private static let shop = """
    signalbox: 1
    plugin: shop
    links: [shop://]
    gates: { login: { challenge: /login } }
    coordinators: { home: { kind: stack, start: / } }
    routes:
      - { path: /, screen: Home }
      - { path: /login, screen: Login, as: sheet }
      - { path: /orders/:id, screen: Order, gates: [login] }
    screens: { Home: { title: Shop, taps: { order: /orders/1 } }, Login: {}, Order: {} }
    """

  private static func app(_ text: String = shop) throws -> AppDefinition {
    let folder = try TemporaryFolder()
    try writeFile(folder.path + "/shop.yaml", Array(text.utf8))
    return try AppDefinition(routes: folder.path)
  }

  @Test func `a definition is read from route files`() throws {
    var app = AppWalk(try RouteFolderTests.app())
    #expect(app.open("shop://orders/7") == "deferred(login)")
    #expect(app.last.outcome == .deferred(gate: "login"))
    #expect(app.deferred == ["shop://orders/7"])
  }

  @Test func `a mistake in a route file prints with its place and advice`() throws {
    let faults = try #require(throws: DiagnosticList.self) {
      try RouteFolderTests.app("signalbox: 1\nplugin: shop\nroute: []\n")
    }
    let text = "\(faults)"
    #expect(text.hasSuffix(faults.diagnostics[0].summary))
    #expect(text.contains("shop.yaml:3:1: error[format/unknown-key]: "))
    #expect(text.contains("Did you mean 'routes'?"))
  }

  @Test func `a mistake in the combination of route files prints in the same way`() throws {
    let wrong = RouteFolderTests.shop.replacing("gates: [login]", with: "gates: [lgin]")
    let faults = try #require(throws: DiagnosticList.self) { try RouteFolderTests.app(wrong) }
    #expect("\(faults)".contains("no gate is called 'lgin'. Did you mean 'login'?"))
  }

  @Test func `an expectation holds, or says what was expected and found`() throws {
    var app = AppWalk(try RouteFolderTests.app())
    try app.run("login alice")
    app.open("/orders/7")
    for holding in [
      "screen Order id=7", "stack home: Home > Order(id=7)", "gate login open", "deferred none",
      "outcome moved", "transitions push",
    ] {
      #expect(app.failure(of: holding) == nil)
    }
    let failure = try #require(app.failure(of: "screen Order id=8"))
    #expect(failure.code == .expectationFailed)
    #expect("\(failure)".contains("expected screen Order(id=8)"))
    #expect("\(failure)".contains("Order(id=7)"))
    try app.run("back")
    #expect(app.failure(of: "tap order") == nil)
    #expect(app.failure(of: "show Shop") == nil)
    #expect(app.failure(of: "show Orders") != nil)
  }

  @Test(arguments: ["", "scren Home", "screen Hoem", "stack Home >", "gate login", "row 0 x", "\""])
  func `words that are no expectation are a failure`(words: String) throws {
    let app = AppWalk(try RouteFolderTests.app())
    let failure = try #require(app.failure(of: words))
    #expect(failure.code != .expectationFailed)
  }

  @Test func `a script runs as replay runs it`() async throws {
    let folder = try TemporaryFolder()
    let shop = try RouteFolderTests.app()
    let sound = try folder.file(
      "sound.nav",
      "open shop://orders/7\nexpect outcome deferred(login)\nlogin ada\nexpect screen Order id=7\n")
    #expect(await shop.failures(ofScript: sound).isEmpty)
    let faulty = try folder.file("faulty.nav", "open /nowhere\nexpect screen Order\ntap order\n")
    let failures = await shop.failures(ofScript: faulty)
    #expect(failures.map(\.position?.line) == [1, 2])
    #expect(failures.map(\.code) == [.scriptRefused, .expectationFailed])
    #expect(
      "\(failures[1])".hasPrefix("\(faulty):2:1: error[expect/failed]: expected screen Order"))
    #expect(await shop.failures(ofScript: folder("none.nav")).map(\.code) == [.fileUnreadable])
  }
}
