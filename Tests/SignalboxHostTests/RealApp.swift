import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import RouteFiles
import RouteImport
import TestSupport

/// The bundled app, and the tables of two real apps as `signalbox import` reads them, completed with
/// the trees of coordinators that tables do not have.
enum RealApp: CaseIterable, Sendable {
  case bundled, artsy, kickstarter

  /// Those whose files are there.
  static let present = hasCorpora ? allCases : [.bundled]

  var definition: AppDefinition {
    get throws {
      switch self {
      case .bundled: try Self.bundledApp.get()
      case .artsy: try Self.artsyApp.get()
      case .kickstarter: try Self.kickstarterApp.get()
      }
    }
  }

  private static let bundledApp = Result { try AppDefinition(routes: packageFolder + "/Routes") }

  /// Five tabs for members.
  private static let artsyApp = Result {
    try imported("artsy-eigen") { app, routes in
      app.gate("login", challenge: "/log-in-first")
      app.route("/log-in-first", screen: "Login") { $0.presentation = .sheet }
      app.route("/welcome-guest", screen: "Welcome")
      for screen in ["Login", "Welcome"] { app.screen(screen) { $0.taps = [] } }
      app.oneOf("root", ["member", "guest"])
      app.stack("guest", start: "/welcome-guest")
      let tabs = [
        ("home", "/"), ("search", "/search"), ("inbox", "/inbox"), ("profile", "/my-profile"),
        ("favorites", "/favorites"),
      ]
      app.tabs("member", tabs.map { Located($0.0, at: nil) }, gates: ["login"])
      for (tab, start) in tabs { app.stack(tab, start: start) }
      for index in app.routes.indices {
        let source = routes.first { $0["pattern"]?.stringValue == app.routes[index].path.value }
        if source?["modal"]?.boolValue == true { app.routes[index].presentation = .sheet }
        if let tab = (source?["tab_root"] ?? source?["only_in_tab"])?.stringValue {
          app.routes[index].coordinator = Located(tab, at: nil)
        }
      }
    }
  }

  /// Three tabs, one of which needs a login, and pledges as a flow with a cover.
  private static let kickstarterApp = Result {
    try imported("kickstarter-ios") { app, _ in
      app.gate("login", challenge: "/authorize")
      app.tabs("root", ["discovery", "activity", "search"])
      app.stack("discovery", start: "/discover")
      app.stack("activity", start: "/activity", gates: ["login"])
      app.stack("search", start: "/search")
      app.flow("pledge", start: "/pledge-start", gates: ["login"])
      app.route("/pledge-start", screen: "PledgeStart")
      app.screen("PledgeStart") { $0.taps = [] }
      for index in app.routes.indices {
        let path = app.routes[index].path.value
        if path.contains("/pledge") { app.routes[index].coordinator = "pledge" }
        if path.contains("/surveys/") { app.routes[index].presentation = .cover }
        if path.hasPrefix("/messages/") { app.routes[index].gates = ["login"] }
        if path == "/authorize" || path == "/signup" || path.hasPrefix("/settings/") {
          app.routes[index].presentation = .sheet
        }
      }
    }
  }

  private static func imported(
    _ folder: String, _ complete: (inout PluginDraft, [JSON]) -> Void
  ) throws -> AppDefinition {
    let source = try JSON(
      parsing: readFile("\(corporaFolder)/\(folder)/routes.json", bytesMax: 1_000_000))
    let routes = (source["routes"]?.arrayValue ?? []).filter { route in
      route["hosts"].map { $0.arrayValue?.contains("www.artsy.net") == true } ?? true
    }
    var table = "path,screen\n"
    for route in routes {
      let name = (route["name"]?.stringValue ?? "").replacing(" ", with: "")
      table += "\(route["pattern"]?.stringValue ?? ""),\(name)\n"
    }
    let settled = try ImportKind.csv.table(Array(table.utf8), file: "source").settled(as: "app")
    let (plugin, errors) = RouteFolder.parse(
      Array(RouteFileText.text(of: settled).utf8), file: "app.yaml")
    guard var plugin, errors.isEmpty else { throw DiagnosticList(errors) }
    plugin.coordinators = []
    for index in plugin.routes.indices { plugin.routes[index].coordinator = nil }
    complete(&plugin, routes)
    return try AppDefinition(plugins: [plugin])
  }
}
