import Diagnostics
import Exploration
import Navigation
import TestSupport
import Testing

struct PolicyTests {
  /// Two routes to one screen, of which one may lack the gate.
  private static func shop(isForgotten: Bool) -> AppDefinition {
    var app = PluginDraft("shop")
    app.gate("login", challenge: "/login")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/checkout", screen: "Checkout") { $0.gates = ["login"] }
    app.route("/offers", screen: "Offers")
    app.route("/offers/checkout", screen: "Checkout") {
      $0.presentation = .sheet
      if !isForgotten { $0.gates = ["login"] }
    }
    app.screen("Offers") { $0.taps = [("buy", "/offers/checkout")] }
    return .valid(app)
  }

  @Test func `a gate that guards every route to a screen is proved to`() throws {
    let shop = Self.shop(isForgotten: false)
    let rule = try PolicyRule(
      Located("never screen Checkout without gate login", at: nil), in: shop)
    let exploration = PolicyCheck(of: shop, rules: [rule])
    #expect(exploration.verdicts == [.proved])
    #expect(exploration.search.count == 0)
  }

  @Test func `a gate forgotten on one of two routes is found with a way`() throws {
    let shop = Self.shop(isForgotten: true)
    let rules = try [
      "never screen Checkout without gate login", "never screen Login without gate login",
    ]
    .map { try PolicyRule(Located($0, at: nil), in: shop) }
    let exploration = PolicyCheck(of: shop, rules: rules)
    for verdict in exploration.verdicts {
      guard case .broken(let way) = verdict else {
        Issue.record("\(verdict)")
        continue
      }
      var state = NavigationState(of: shop)
      for event in way { _ = state.apply(event, in: shop) }
      let name = state.visibleEntry(in: shop).map(shop.name(of:))
      #expect(["Checkout", "Login"].contains(name))
      #expect(state.openGates.isEmpty)
      #expect(way.count == 1)
    }
  }

  /// How a route is presented, whether the second tab has a gate, and the way to a screen from which
  /// `back` does not reach Home; `nil` if there is none.
  static let ways: [(presentation: Presentation, isGated: Bool, way: [Event]?)] = [
    (.push, false, nil), (.sheet, false, nil), (.replace, false, nil), (.push, true, nil),
    (.root, false, [.open("/page", from: .outside), .back]),
  ]

  @Test(arguments: ways)
  func `back reaches the home screen, unless a screen has replaced it`(
    _ row: (presentation: Presentation, isGated: Bool, way: [Event]?)
  ) throws {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.tabs("root", ["home", "more"])
    app.stack("home", start: "/")
    app.stack("more", start: "/more", gates: row.isGated ? ["login"] : [])
    app.route("/", screen: "Home")
    app.route("/more", screen: "More")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/page", screen: "Page") {
      $0.coordinator = "home"
      $0.presentation = row.presentation
    }
    let definition = AppDefinition.valid(app)
    let rule = try PolicyRule(
      Located("from every screen back reaches Home", at: nil), in: definition)
    let check = PolicyCheck(of: definition, rules: [rule])
    #expect(check.verdicts == [row.way.map { .broken($0) } ?? .proved])
  }

  @Test func `without enough steps or views nothing is claimed`() throws {
    var bounds = PolicyCheck.Bounds()
    bounds.stepsMax = 10
    bounds.depthMax = 0
    for isForgotten in [true, false] {
      let shop = Self.shop(isForgotten: isForgotten)
      let rule = try PolicyRule(
        Located("never screen Checkout without gate login", at: nil), in: shop)
      #expect(PolicyCheck(of: shop, rules: [rule], bounds: bounds).verdicts == [.open])
    }
    let shop = Self.shop(isForgotten: false)
    let rule = try PolicyRule(
      Located("never screen Checkout without gate login", at: nil), in: shop)
    #expect(PolicyCheck(of: shop, rules: [rule], isStopped: { true }).verdicts == [.open])
  }

  static let errors: [(text: String, error: PolicyRuleError)] = [
    ("", .form("", at: nil)), ("never", .form("never", at: nil)),
    ("from every screen back reaches", .form("from every screen back reaches", at: nil)),
    ("from every screen back reaches Hom", .unknown("screen", "Hom", nearest: "Home", at: nil)),
    ("never screen Home", .form("never screen Home", at: nil)),
    (
      "always screen Home without gate login",
      .form("always screen Home without gate login", at: nil)
    ),
    (
      "never screen Homer without gate login", .unknown("screen", "Homer", nearest: "Home", at: nil)
    ),
    ("never screen Home without gate logon", .unknown("gate", "logon", nearest: "login", at: nil)),
    ("never screen Zzzzz without gate login", .unknown("screen", "Zzzzz", nearest: nil, at: nil)),
  ]

  @Test(arguments: errors)
  func `a text that is no rule says why`(_ row: (text: String, error: PolicyRuleError)) {
    let shop = Self.shop(isForgotten: false)
    #expect(throws: row.error) { try PolicyRule(Located(row.text, at: nil), in: shop) }
  }
}
