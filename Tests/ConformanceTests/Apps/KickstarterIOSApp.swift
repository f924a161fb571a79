import JSONCodec
import Navigation

/// Kickstarter's app as route files: one table for its hosts and its scheme, another for the hosts
/// of its mails, where every path is a click to resolve.
///
/// `routes.json` describes the effects of query items only in prose ("special"), so they are coded
/// here.
enum KickstarterIOSApp {
  private static let project = "/projects/:creator_param/:project_param"

  /// Reads the project's `routes.json`.
  ///
  /// - Parameter folder: The absolute path of the project's folder.
  static func definition(folder: String) throws -> AppDefinition {
    let app = try RouteFile.json(folder + "/routes.json")
    let hosts = try app.list("hosts").compactMap(\.stringValue)
    let schemes = ["https://", "http://", "ksr://"]
    var main = RouteFile(
      plugin: "kickstarter", links: schemes.flatMap { scheme in hosts.map { scheme + $0 } })
    let mailHosts = try app.list("email_hosts").compactMap(\.stringValue)
    var mail = RouteFile(
      plugin: "mail", links: mailHosts.map { "https://" + $0 }, borrowsScreens: true)
    mail.add("/", screen: "emailClick")
    mail.add("/*", screen: "emailClick")
    addLogin(to: &main)
    for route in try app.list("routes") { try add(route, to: &main) }
    addQueryRoutes(to: &main)
    return try RouteFile.definition(of: [main, mail])
  }

  /// Failed payments and messages need a login.
  private static func addLogin(to file: inout RouteFile) {
    file.gates = [.init("login", ["challenge": "/app/login"])]
    file.add(stack: "main", start: "/discover")
    file.add("/app/login", screen: "Login", [.init("as", "sheet")])
  }

  private static func add(_ route: JSON, to file: inout RouteFile) throws {
    let path = try route.text("pattern")
    var members: [JSON.Member] = []
    var types: [JSON.Member] = []
    for (list, type) in [("int_params", "int"), ("bool_params", "bool")] {
      for name in route[list]?.arrayValue ?? [] {
        types.append(.init(name.stringValue ?? "", .string(type)))
      }
    }
    if !types.isEmpty { members.append(.init("params", .object(types))) }
    if let query = optionalItems[path] { members.append(.init("query", query)) }
    if path.hasPrefix("/messages") { members.append(.init("gates", "login")) }
    file.add(path, screen: screenName(try route.text("name")), members)
  }

  /// The query items that a screen uses, if present.
  private static let optionalItems: [String: JSON] = [
    project: ["ref": "string?"],
    project + "/checkouts/:checkout_param/thanks": ["racing": "string?"],
    "/discover": ["sort": "string?"],
  ]

  /// Routes whose query items select the screen.
  private static func addQueryRoutes(to file: inout RouteFile) {
    // Previews stay in the browser.
    file.add(
      project, screen: nil, [.init("as", "outside"), .init("query", ["token": "string"])],
      isTwin: true)
    file.add(
      project + "/pledge", screen: screenName("project.pledge.manage"),
      [
        .init("query", ["ref": .texts("ksr_email_backer_failed_transaction")]),
        .init("gates", "login"),
      ], isTwin: true)
    let thread: JSON = ["comment": "string", "reply": "string?"]
    file.add(
      project + "/comments", screen: screenName("project.commentThread"),
      [.init("query", thread)], isTwin: true)
    file.add(
      project + "/posts/:update_param/comments",
      screen: screenName("project.update.commentThread"),
      [.init("query", thread), .init("params", ["update_param": "int"])], isTwin: true)
  }

  /// The screen names there contain dots.
  static func screenName(_ name: String) -> String { name.replacing(".", with: "_") }
}
