import Diagnostics
import SignalboxTesting
import Testing

/// The example of docs/library.md.
struct ShopTests {
  static func shop() throws -> AppDefinition {
    var shop = PluginDraft("shop")
    shop.links("shop://")
    shop.gate("login", challenge: "/login")
    shop.stack("home", start: "/")
    shop.route("/", screen: "Home")
    shop.route("/login", screen: "Login") { $0.presentation = .sheet }
    shop.route("/items/:id", screen: "Item") { $0.params = [("id", .int)] }
    shop.route("/orders/:id", screen: "Order") { $0.gates = ["login"] }
    shop.screen("Item") { $0.taps = [("orders", "/orders/:id")] }
    return try AppDefinition(plugins: [shop])
  }

  @Test func `a link opens an item`() throws {
    var app = AppWalk(try ShopTests.shop())
    #expect(app.open("shop://items/42") == "moved")
    #expect(app.stack == "Home > Item(id=42)")
    #expect(app.open("shop://items/none") == "refused(not-found)")
  }

  @Test func `an order waits for the login`() throws {
    var app = AppWalk(try ShopTests.shop())
    app.open("shop://items/7")
    #expect(try app.run("tap orders") == "deferred(login)")
    #expect(app.stack == "Login")
    #expect(app.deferred == ["/orders/7"])
    #expect(try app.run("login alice") == "moved")
    #expect(app.transitions == "gateOpened dismiss resume push")
    #expect(app.stack == "Home > Item(id=7) > Order(id=7)")
    #expect(app.violations == [])
  }

  @Test func `links opened during a cold start are queued`() throws {
    var app = AppWalk(try ShopTests.shop(), isReady: false)
    #expect(app.open("shop://items/42") == "queued")
    #expect(try app.run("ready") == "moved")
    #expect(app.stack == "Home > Item(id=42)")
    #expect(app.stack(of: "home") == app.stack)
    #expect(app.coordinator == "home")
  }

  @Test func `an invalid definition throws with the position`() throws {
    var shop = PluginDraft("shop")
    shop.stack("home", start: "/")
    shop.route("/", screen: "Home") { $0.gates = ["lgin"] }
    let errors = try #require(throws: DiagnosticList.self) {
      try AppDefinition(plugins: [shop])
    }
    #expect(errors.diagnostics.map(\.message) == ["no gate is called 'lgin'"])
    #expect(errors.diagnostics.first?.position?.file.hasSuffix("ShopTests.swift") == true)
  }
}
