import Links
import Navigation
import SignalboxTesting
import TestSupport
import Testing

/// Two routes that show the same screen with the same values.
struct TwinTests {
  private static let app: AppDefinition = {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.tabs("root", ["home", "other"])
    app.stack("home", start: "/")
    app.stack("other", start: "/other")
    app.flow("buy", start: "/buy")
    app.route("/", screen: "Home")
    app.route("/other", screen: "Other")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/a/:id", screen: "A")
    app.route("/same/:id", screen: "A") { $0.name = "same" }
    app.route("/first", screen: "A") {
      $0.name = "first"
      $0.values = [("id", "1")]
    }
    app.route("/more/:id", screen: "A") {
      $0.name = "more"
      $0.values = [("tab", "x")]
    }
    app.route("/closed/:id", screen: "A") {
      $0.name = "closed"
      $0.gates = ["login"]
    }
    app.route("/there/:id", screen: "A") {
      $0.name = "there"
      $0.coordinator = "other"
    }
    app.route("/pop/:id", screen: "A") {
      $0.name = "pop"
      $0.repeatPolicy = .popTo
    }
    app.route("/b", screen: "B") { $0.parents = ["/a/1"] }
    app.redirect("/old/:id", to: "/a/:id")
    app.redirect("/older/:id", to: "/old/:id")
    app.route("/buy", screen: "Buy")
    app.route("/pay", screen: "Pay") {
      $0.coordinator = "buy"
      $0.presentation = .root
      $0.parents = ["/a/1"]
    }
    return .valid(app)
  }()

  static let rows = [
    BehaviourRow("open /a/1; open /old/1", "duplicated", "home: Home > A(id=1)", ""),
    BehaviourRow("open /a/1; open /older/1", "duplicated", "home: Home > A(id=1)", ""),
    BehaviourRow("open /a/1; open /old/2", "moved", "home: Home > A(id=2)", "redirect pop push"),
    BehaviourRow("open /a/1; open /old/1 inside", "duplicated", "home: Home > A(id=1)", ""),
    BehaviourRow("open /a/1; open /same/1", "duplicated", "home: Home > A(id=1)", ""),
    BehaviourRow("open /a/1; open /same/2", "moved", "home: Home > A(id=2)", "pop push"),
    BehaviourRow("open /a/1; open /same/1 inside", "duplicated", "home: Home > A(id=1)", ""),
    BehaviourRow("open /a/1; open /first", "duplicated", "home: Home > A(id=1)", ""),
    BehaviourRow("open /first; open /a/1", "duplicated", "home: Home > A(id=1)", ""),
    BehaviourRow("open /a/1; open /more/1", "moved", "home: Home > A(id=1, tab=x)", "pop push"),
    // Another gate or another place makes a difference.
    BehaviourRow("open /a/1; open /closed/1", "deferred(login)", "home: Login"),
    BehaviourRow("open /a/1; open /there/1 inside", "moved", "other: Other > A(id=1)"),
    BehaviourRow("open /a/1; open /b inside; open /pop/1 inside", "moved", "home: Home > A(id=1)"),
    BehaviourRow("open /b", "moved", "home: Home > A(id=1) > B", "push push"),
    BehaviourRow("open /same/1; open /b", "moved", "home: Home > A(id=1) > B", "push"),
    // A root of a flow is alone on its stack.
    BehaviourRow("open /pay", "moved", "buy: Pay", "start"),
    BehaviourRow("open /pay inside", "moved", "buy: Pay", "start"),
    BehaviourRow("open /buy inside; open /pay inside", "moved", "buy: Pay", "setRoot"),
  ]

  @Test(arguments: rows)
  func `the same screen with the same values is the same by any route`(_ row: BehaviourRow) throws {
    try row.check(in: Self.app)
  }
}

/// The values that the screens below a link's target receive.
struct ParentTests {
  private static func stack(_ parent: Located<String>, opening link: String) throws -> String {
    var app = PluginDraft("app")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/films", screen: "Films") { $0.query = [("sort", .string, true)] }
    app.route("/films", screen: "Wanted") {
      $0.query = [("sort", .string, true), ("wish", .string, false)]
    }
    app.route("/films/:film", screen: "Film") { $0.query = [("sort", .string, true)] }
    app.route("/films/:film/cast/:id", screen: "Cast") {
      $0.query = [("sort", .string, true)]
      $0.parents = [parent]
    }
    app.route("/wishes/:id", screen: "Wish") {
      $0.query = [("wish", .string, false)]
      $0.parents = ["/films"]
    }
    var walk = AppWalk(try AppDefinition(plugins: [app]))
    walk.open(link)
    return walk.stack
  }

  // The parent is written as a path of a route, with other names, or as a link.
  @Test(arguments: [
    ("/films", "/films/7/cast/9?sort=new", "Films(sort=new)"),
    ("/films", "/films/7/cast/9", "Films"),
    ("/films/:film", "/films/7/cast/9?sort=new", "Film(film=7, sort=new)"),
    ("/films/:id", "/films/7/cast/9?sort=new", "Film(film=9, sort=new)"),
    ("/films/3", "/films/7/cast/9?sort=new", "Film(film=3, sort=new)"),
    ("/films/3?sort=old", "/films/7/cast/9?sort=new", "Film(film=3, sort=old)"),
  ])
  func `a parent receives the values of its names from the path and the query`(
    parent: String, link: String, shown: String
  ) throws {
    let stack = try Self.stack(Located(parent, at: nil), opening: link)
    #expect(stack.hasPrefix("Home > \(shown) > Cast(film=7, id=9"))
  }

  @Test func `a parent is the route that its link opens with the values of a screen`() throws {
    let stack = try Self.stack("/films", opening: "/wishes/3?wish=new")
    #expect(stack == "Home > Wanted(wish=new) > Wish(id=3, wish=new)")
  }
}
