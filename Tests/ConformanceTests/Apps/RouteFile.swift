import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import RouteFiles
import TestSupport

/// A route file generated from the routes of a real app.
struct RouteFile {
  private let plugin: String
  private let links: [String]
  /// Whether another file describes the screens.
  private let borrowsScreens: Bool
  /// The members of `gates` and `coordinators`.
  var gates: [JSON.Member] = []
  var coordinators: [JSON.Member] = []
  private var routes: [JSON] = []
  private var screens: [String] = []
  private var paths: Set<[UInt8]> = []

  init(plugin: String, links: [String], borrowsScreens: Bool = false) {
    self.plugin = plugin
    self.links = links
    self.borrowsScreens = borrowsScreens
  }

  /// Adds a route and its screen. As in the apps, the first route of a path wins.
  ///
  /// - Parameters:
  ///   - members: The keys other than `path` and `screen`.
  ///   - isTwin: Whether another route with the same path exists, distinguished by its query.
  mutating func add(
    _ path: String, screen: String?, _ members: [JSON.Member] = [], isTwin: Bool = false
  ) {
    guard paths.insert(Array(path.utf8)).inserted || isTwin else { return }
    var route = [JSON.Member("path", .string(path))]
    if let screen {
      route.append(.init("screen", .string(screen)))
      if !borrowsScreens, !screens.contains(screen) { screens.append(screen) }
    }
    routes.append(.object(route + members))
  }

  /// Adds a stack, unless one of that name exists.
  mutating func add(stack name: String, start: String) {
    guard !coordinators.contains(where: { $0.key == name }) else { return }
    coordinators.append(.init(name, ["kind": "stack", "start": .string(start)]))
  }

  /// The file as JSON, which is valid YAML.
  private var text: String {
    let json = JSON.object([
      .init("signalbox", JSON(1)), .init("plugin", .string(plugin)),
      .init("links", .array(links.map { .string($0) })), .init("gates", .object(gates)),
      .init("coordinators", .object(coordinators)), .init("routes", .array(routes)),
      .init("screens", .object(screens.map { .init($0, .object([])) })),
    ])
    return json.text
  }

  /// Writes files to a temporary folder and loads them as the program does.
  static func definition(of files: [RouteFile]) throws -> AppDefinition {
    let folder = try folder(of: files)
    let (plugins, errors) = RouteFolder.load([folder.path])
    guard errors.isEmpty else { throw CorpusFault("\(errors.map(\.summary))") }
    do throws(DiagnosticList) {
      return try AppDefinition(plugins: plugins)
    } catch {
      throw CorpusFault("\(error.diagnostics.map(\.summary))")
    }
  }

  /// Writes files to a temporary folder.
  static func folder(of files: [RouteFile]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in files { try folder.file(file.plugin + ".json", file.text) }
    return folder
  }

  /// Reads a JSON file of a project.
  static func json(_ path: String) throws -> JSON {
    try JSON(parsing: try readFile(path, bytesMax: 1_000_000), file: path)
  }
}

extension JSON {
  static func texts(_ texts: String...) -> JSON { .array(texts.map { .string($0) }) }
}
