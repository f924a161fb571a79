import Analysis
import Diagnostics
import FileAccess
import Navigation
import RouteFiles
import RouteImport
import SignalboxTesting

/// An imported source, as the definition of the route file that was written for it.
struct Imported {
  let settled: SettledImport
  /// The route file.
  let text: String
  let definition: AppDefinition

  /// Imports a source and loads the written route file.
  /// - Throws: The errors of the route file: there must be none, whatever the source.
  init(_ table: ImportedTable) throws {
    settled = try table.settled(as: "app")
    // A position without a file is the number of a part, and no place.
    let numbered = settled.allRemarks.map(\.diagnostic).filter {
      $0.message.contains(/(^| ):\d+:\d/)
    }
    guard numbered.isEmpty else { throw DiagnosticList(numbered) }
    text = RouteFileText.text(of: settled)
    let (plugin, errors) = RouteFolder.parse(Array(text.utf8), file: "app.yaml")
    guard let plugin, errors.isEmpty else { throw DiagnosticList(errors) }
    definition = try AppDefinition(plugins: [plugin])
    let findings = Check.findings(in: [plugin], of: definition, hints: false)
      .filter { $0.severity == .error }
    guard findings.isEmpty else { throw DiagnosticList(findings) }
  }

  init(_ kind: ImportKind, _ source: String) throws {
    try self.init(kind.table(Array(source.utf8), file: "source"))
  }

  /// Writes files, each with a text, and imports the folder `app` of Expo Router.
  static func expo(
    _ files: [String: String], _ app: String = "app", in folder: TemporaryFolder
  ) throws -> Imported {
    for (path, text) in files {
      let file = folder(path)
      try createFolder(parentFolder(file))
      try writeFile(file, Array(text.utf8))
    }
    return try Imported(ImportKind.expo.table(path: folder(app)))
  }

  /// The routes as written, without indentation.
  var routeLines: [String] {
    let lines = text.split(separator: "\n").map(String.init)
    let routes = lines.drop { $0 != "routes:" }.dropFirst().prefix { $0 != "screens:" }
    return routes.filter { !$0.hasPrefix("  #") }.map { String($0.dropFirst(2)) }
  }

  /// The lines of the coordinators.
  var coordinatorLines: [String] {
    let lines = text.split(separator: "\n").map(String.init)
    return lines.drop { $0 != "coordinators:" }.dropFirst().prefix { $0 != "routes:" }
      .map { String($0.dropFirst(2)) }
  }

  /// The remarks, each with its place.
  var remarks: [String] {
    settled.allRemarks.map { remark in
      let place = remark.position.map { "\($0.line):\($0.column): " } ?? ""
      return place + remark.diagnostic.message
    }
  }

  /// The stack that a link from outside shows, such as `Home > Item(id=7)`; the outcome if it does
  /// not move.
  func stack(of link: String) -> String {
    var app = AppWalk(definition)
    let outcome = app.open(link)
    return outcome == "moved" || outcome == "duplicated" ? app.stack : outcome
  }
}
