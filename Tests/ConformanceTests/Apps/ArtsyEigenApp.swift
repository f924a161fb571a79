import JSONCodec
import Navigation

/// Artsy's app as route files.
///
/// There are two tables for two groups of hosts. If two routes have the same pattern, the first one
/// wins. A web view gets the path as `url`; the app's other constants are `values` too.
enum ArtsyEigenApp {
  /// Reads the project's `routes.json`.
  ///
  /// - Parameter folder: The absolute path of the project's folder.
  static func definition(folder: String) throws -> AppDefinition {
    try RouteFile.definition(of: files(folder: folder))
  }

  /// The route files of `definition`.
  static func files(folder: String) throws -> [RouteFile] {
    let app = try RouteFile.json(folder + "/routes.json")
    var main = RouteFile(
      plugin: "artsy",
      links: [
        "artsy://", "https://artsy.net", "https://www.artsy.net", "https://staging.artsy.net",
      ])
    var live = RouteFile(
      plugin: "live", links: ["https://live.artsy.net", "https://live-staging.artsy.net"])
    addLogin(to: &main)
    for route in try app.list("routes") {
      let isLive = try route.list("hosts").contains(.string("live.artsy.net"))
      if isLive { try add(route, to: &live) } else { try add(route, to: &main) }
    }
    return [main, live]
  }

  /// All screens but the first need a login, so the gate protects the tabs.
  private static func addLogin(to file: inout RouteFile) {
    file.gates = [.init("login", ["challenge": "/app/login"])]
    file.coordinators = [
      .init("root", ["kind": "switch", "children": .texts("member", "guest")]),
      .init("guest", ["kind": "stack", "start": "/app/onboarding"]),
      .init(
        "member",
        [
          "kind": "tabs", "gates": "login",
          "children": .texts("home", "search", "inbox", "profile", "favorites"),
        ]),
    ]
    file.add("/app/onboarding", screen: "Onboarding")
    file.add("/app/login", screen: "Login", [.init("as", "sheet")])
  }

  private static func add(_ route: JSON, to file: inout RouteFile) throws {
    let pattern = try route.text("pattern")
    var members: [JSON.Member] = []
    if let tab = route["tab_root"]?.stringValue { file.add(stack: tab, start: pattern) }
    if let tab = route["only_in_tab"]?.stringValue {
      members.append(.init("in", .string(tab)))
    } else {
      members.append(.init("gates", "login"))
    }
    if route["modal"]?.boolValue == true { members.append(.init("as", "sheet")) }
    let values = values(of: route, pattern)
    if !values.isEmpty { members.append(.init("values", .object(values))) }
    // The app renames the rest of the path in one route.
    let path = route["inject_source"] == nil ? pattern : "/:slug(.*)"
    file.add(path, screen: screenName(try route.text("name")), members)
  }

  /// The constants that the app passes to the screen.
  private static func values(of route: JSON, _ pattern: String) -> [JSON.Member] {
    var values: [JSON.Member] = []
    for member in route["inject"]?.objectValue ?? [] {
      values.append(.init(member.key, .string(member.value.linkText ?? "")))
    }
    guard route["web_view"]?.boolValue == true else { return values }
    let isModal = route["modal"]?.boolValue == true
    values.append(.init("url", .string(pattern.replacing("*", with: ":0"))))
    values.append(.init("isPresentedModally", .string("\(isModal)")))
    for member in route["web_config"]?.objectValue ?? [] {
      values.append(.init(member.key, .string(member.value.linkText ?? "")))
    }
    return values
  }

  /// One of the app's screen names contains a space.
  static func screenName(_ name: String) -> String { name.replacing(" ", with: "") }
}
