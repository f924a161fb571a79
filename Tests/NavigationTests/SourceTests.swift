import Diagnostics
import Navigation
import TestSupport
import Testing

/// Sources of links, and routes that open links from some of them only.
struct SourceTests {
  private static func draft() -> PluginDraft {
    var app = PluginDraft("wallet")
    app.source("web")
    app.source("push")
    app.source("own", .signed(items: ["amount"]))
    app.source("forged", .invalid)
    app.gate("lock", challenge: "/unlock")
    app.tabs("main", ["home", "money"])
    app.stack("home", start: "/")
    app.stack("money", start: "/money", gates: ["lock"])
    app.route("/", screen: "Home")
    app.route("/money", screen: "Money")
    app.route("/unlock", screen: "Unlock") { $0.presentation = .sheet }
    app.route("/promo/:id", screen: "Promo") { $0.coordinator = "home" }
    app.route("/review", screen: "Review") {
      $0.coordinator = "home"
      $0.query = [("link", .string, true)]
    }
    app.route("/send/:to", screen: "Send") {
      $0.coordinator = "money"
      $0.query = [("amount", .int, true)]
      $0.sources = ["inside", "own"]
      $0.otherwise = "/review?link=:link"
    }
    app.route("/keys", screen: "Keys") {
      $0.coordinator = "home"
      $0.sources = ["inside", "push"]
    }
    app.redirect("/pay/:to", to: "/send/:to")
    app.redirect("/tip", to: "/send/:to") { $0.query = [("to", .string, false)] }
    app.redirect("/go", to: ":url") { $0.query = [("url", .string, false)] }
    app.redirect("/cost", to: "/send/shop?amount=:amount") {
      $0.query = [("amount", .int, false)]
    }
    app.screen("Home") { $0.taps = [("send", "/send/a"), ("keys", "/keys")] }
    return app
  }

  private static let app = AppDefinition.valid(draft())

  static let rows = [
    BehaviourRow("open /keys", "refused(source)", "home: Home"),
    BehaviourRow("open /keys from web", "refused(source)", "home: Home"),
    BehaviourRow("open /keys from push", "moved", "home: Home > Keys"),
    BehaviourRow("open /keys from push signed", "moved", "home: Home > Keys"),
    BehaviourRow("open /keys inside", "moved", "home: Home > Keys"),
    BehaviourRow("open /keys from inside", "moved", "home: Home > Keys"),
    BehaviourRow("open /keys from outside", "refused(source)", "home: Home"),
    BehaviourRow("tap keys", "moved", "home: Home > Keys"),
    BehaviourRow("open /promo/1 from web", "moved", "home: Home > Promo(id=1)"),
    // A link with a wrong signature is none of push.
    BehaviourRow("open /keys from push signature invalid", "refused(source)", "home: Home"),
    BehaviourRow("open /promo/1 signature invalid", "moved", "home: Home > Promo(id=1)"),
    BehaviourRow("open /keys from pusk", "refused(unknown-source)", "home: Home"),
    BehaviourRow("open / from \"\"", "refused(unknown-source)", "home: Home"),
    // The link is encoded once.
    BehaviourRow(
      "open /send/a%20b?amount=3 from web", "moved",
      "home: Home > Review(link=/send/a%20b?amount=3)", "redirect push"),
    // Only a valid signature makes a link the app's own.
    BehaviourRow("open /send/a from own", "moved", "home: Home > Review(link=/send/a)"),
    BehaviourRow(
      "open /send/a from own signature invalid", "moved", "home: Home > Review(link=/send/a)"),
    // The source waits with the link.
    BehaviourRow("open /send/a signed", "deferred(lock)", "home: Unlock"),
    BehaviourRow(
      "open /send/a from own signed; satisfy lock", "moved", "money: Money > Send(to=a)"),
    BehaviourRow("tap send; satisfy lock", "moved", "money: Money > Send(to=a)"),
    // A redirect keeps the source, unless it uses an item that the signature does not cover.
    BehaviourRow("satisfy lock; open /pay/a signed", "moved", "money: Money > Send(to=a)"),
    BehaviourRow(
      "satisfy lock; open /pay/a from web", "moved", "home: Home > Review(link=/send/a)"),
    BehaviourRow(
      "satisfy lock; open /tip?to=a signed", "moved", "home: Home > Review(link=/send/a?to=a)"),
    BehaviourRow(
      "satisfy lock; open /go?url=/send/a signed", "moved", "home: Home > Review(link=/send/a)"),
    BehaviourRow(
      "satisfy lock; open /cost?amount=3 signed", "moved",
      "money: Money > Send(to=shop, amount=3)"),
    BehaviourRow("satisfy lock; open /tip?to=a inside", "moved", "money: Money > Send(to=a)"),
  ]

  @Test(arguments: rows)
  func `a route opens links from its sources only`(_ row: BehaviourRow) throws {
    try row.check(in: Self.app)
  }

  static let coldRows = [
    BehaviourRow("open /send/a signed", "queued", "home: Home"),
    BehaviourRow("open /send/a signed; satisfy lock; ready", "moved", "money: Money > Send(to=a)"),
    BehaviourRow("open /send/a from web; ready", "moved", "home: Home > Review(link=/send/a)"),
    BehaviourRow("open /keys from web", "refused(source)", "home: Home"),
  ]

  @Test(arguments: coldRows)
  func `a link that waits for ready keeps its source`(_ row: BehaviourRow) throws {
    try row.check(in: Self.app, isReady: false)
  }

  @Test func `a signed link of several possible sources must name one`() {
    var app = Self.draft()
    app.source("mail", .signed(items: nil))
    var state = NavigationState(of: .valid(app))
    let link = LinkSource("outside", signature: .valid)
    let applied = state.apply(.open("/keys", from: link), in: .valid(app))
    guard case .refused(.unknownSource(nil, ["mail", "own"])) = applied.outcome else {
      Issue.record("\(applied.outcome)")
      return
    }
  }

  @Test func `an unknown source is answered with the nearest`() {
    var state = NavigationState(of: Self.app)
    let applied = state.apply(.open("/keys", from: LinkSource("wep")), in: Self.app)
    #expect(applied.outcome == .refused(.unknownSource(name: "wep", candidates: ["web"])))
  }

  @Test func `without sources of its own an app has inside and outside`() throws {
    let app = SmallWorld.definition
    #expect(app.sources.map { $0.name } == ["inside", "outside"])
    #expect(try app.source(of: LinkSource("outside", signature: .valid)).index == 1)
    #expect(try app.source(of: LinkSource("outside", signature: .invalid)).index == 1)
  }

  struct Fault: Sendable {
    let code: DiagnosticCode
    let change: @Sendable (inout PluginDraft) -> Void

    init(_ code: DiagnosticCode, _ change: @escaping @Sendable (inout PluginDraft) -> Void) {
      (self.code, self.change) = (code, change)
    }
  }

  static let faults = [
    Fault(.nameUnknown) { $0.routes[6].sources = ["weg"] },
    Fault(.nameDuplicate) { $0.source("inside") },
    Fault(.nameDuplicate) { $0.source("web") },
    Fault(.routeSource) { $0.source("broken", .invalid) },
    Fault(.routeSource) { $0.routes[3].sources = [] },
    // A start and a challenge are shown without a link.
    Fault(.coordinatorStart) { $0.routes[0].sources = ["own"] },
    Fault(.gateUnsatisfiable) { $0.routes[2].sources = ["own"] },
    Fault(.routeGuests) { $0.routes[3].otherwise = "/" },
    Fault(.routeSource) { $0.routes[5].otherwise = "/nowhere" },
    Fault(.routeSource) { $0.routes[5].otherwise = "/keys" },
    Fault(.routeParameter) { $0.routes[5].otherwise = "/promo/:id" },
    Fault(.routeParameter) {
      $0.routes[3].guests = "lock"
      $0.routes[3].otherwise = "/review?link=:link"
    },
    // A link from the web could not open the parent that it places.
    Fault(.routeSource) {
      $0.route("/sent/:to", screen: "Sent") {
        $0.coordinator = "money"
        $0.parents = ["/send/:to"]
      }
    },
    Fault(.definitionLimit) {
      for number in 0..<Limits.sourcesMax { $0.source("s\(number)") }
    },
  ]

  @Test(arguments: faults.indices)
  func `sources that cannot be are refused`(index: Int) {
    let fault = Self.faults[index]
    var app = Self.draft()
    fault.change(&app)
    #expect(throws: DiagnosticList.self) { try AppDefinition(plugins: [app]) }
    do throws(DiagnosticList) { _ = try AppDefinition(plugins: [app]) } catch {
      #expect(error.diagnostics.map(\.code).contains(fault.code), "\(error.diagnostics)")
    }
  }

  @Test func `a parent with the same sources is accepted`() {
    var app = Self.draft()
    app.route("/sent/:to", screen: "Sent") {
      $0.coordinator = "money"
      $0.parents = ["/send/:to"]
      $0.sources = ["inside", "own"]
    }
    #expect(throws: Never.self) { try AppDefinition(plugins: [app]) }
  }
}
