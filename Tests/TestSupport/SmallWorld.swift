public import Navigation

/// An app with two tabs, one gate and four screens: small enough to explore completely.
public enum SmallWorld {
  /// The app; the second tab requires the gate, which lapses in the background.
  public static let definition = make(
    Gate.Lapses(backgroundMilliseconds: 600_000, keepsPlace: true))
  /// The same with a gate that stays open.
  public static let lasting = make(nil)

  private static func make(_ lapses: Gate.Lapses?) -> AppDefinition {
    var app = PluginDraft("small")
    app.gate("login", challenge: "/login") { $0.lapses = lapses }
    app.tabs("main", ["one", "two"])
    app.stack("one", start: "/")
    app.stack("two", start: "/two", gates: ["login"])
    app.route("/", screen: "Home")
    app.route("/two", screen: "Two")
    app.route("/item", screen: "Item") { $0.coordinator = "one" }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.screen("Home") { $0.taps = [("item", "/item"), ("two", "/two")] }
    app.screen("Item") {
      $0.leave = .confirm
      $0.taps = [("two", "/two"), ("login", "/login")]
    }
    return .valid(app)
  }

  /// Events of every kind, including refused ones.
  public static let events: [Event] = [
    .open("/item", from: .outside), .open("/two", from: .outside),
    .open("/nowhere", from: .outside), .open("/item", from: .inside),
    .tap("item"), .tap("two"), .tap("login"), .back, .dismiss, .select(tab: "one"),
    .select(tab: "two"), .popTo(.count(1)), .popTo(.screen("Home")), .root, .finish(result: nil),
    .satisfy(gate: "login", subject: "a"), .satisfy(gate: "login", subject: "b"),
    .revoke(gate: "login"), .dirty(true), .dirty(false), .confirm, .cancel, .background,
    .foreground, .ready, .tick(milliseconds: 700_000),
  ]

  /// A link to every screen.
  public static let links = ["/", "/item", "/two", "/login"]
}
