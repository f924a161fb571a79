package import Diagnostics
import FileAccess
import Navigation

/// A kind of source that `signalbox import` reads.
package enum ImportKind: String, CaseIterable, Sendable {
  case csv, json
  case reactNavigation = "react-navigation"
  case vueRouter = "vue-router"
  case reactRouter = "react-router"
  case angular, tanstack
  case goRouter = "go-router"
  case androidNavigation = "android-nav"
  case manifest, aasa, expo

  /// The names under which a JavaScript module can export the routes, the best first; none if the
  /// source is no module.
  package var exports: [String] {
    switch self {
    case .csv, .json, .goRouter, .androidNavigation, .manifest, .aasa, .expo: []
    case .reactNavigation: ["linking"]
    case .vueRouter, .reactRouter, .angular: ["routes", "router"]
    case .tanstack: ["routeTree", "router"]
    }
  }

  /// The calls of its packages that a module makes with the routes, without exporting them, the
  /// best first.
  package var calls: [String] {
    switch self {
    case .reactNavigation: ["createStaticNavigation"]
    case .vueRouter, .tanstack: ["createRouter"]
    case .reactRouter: ["createBrowserRouter"]
    case .angular: ["provideRouter", "forChild"]
    default: []
    }
  }

  /// Whether its routes have keys that can be gates.
  package var takesGates: Bool { !exports.isEmpty || self == .json }

  /// Reads the routes of a file, or of a folder.
  /// - Parameters:
  ///   - settings: The values of placeholders.
  ///   - gates: The keys of routes that are gates.
  /// - Throws: Why the source cannot be imported at all.
  package func table(
    path: String, settings: [(name: String, value: String)] = [], gates: GateKeys = .none
  ) throws(Diagnostic) -> ImportedTable {
    if self == .expo { return try ExpoImport.table(folder: path) }
    return try table(try Self.read(path), file: path, settings: settings, gates: gates)
  }

  /// Reads the routes of a file's bytes.
  package func table(
    _ bytes: [UInt8], file: String, settings: [(name: String, value: String)] = [],
    gates: GateKeys = .none
  ) throws(Diagnostic) -> ImportedTable {
    switch self {
    case .csv: try Self.requireShown(try CSVImport.table(bytes, file: file), file)
    case .androidNavigation: try AndroidNavigationImport.table(bytes, file: file)
    case .manifest: try ManifestImport.table(bytes, file: file, settings: settings)
    case .aasa: try AppleAssociationImport.table(bytes, file: file)
    case .goRouter: try GoRouterImport.table(bytes, file: file)
    case .json, .reactNavigation, .vueRouter, .reactRouter, .angular, .tanstack, .expo:
      try table(try SourceJSON(parsing: bytes, file: file), gates)
    }
  }

  /// Reads the routes of a JavaScript module.
  /// - Parameter evaluated: JSON: the `value` of what it exports, the `notes` on files that could
  ///   not be evaluated, each a file and a reason, the number of `files`, the `transformer`, and of
  ///   the values of placeholders the names that are `unused`, and those that are `asked` for.
  package func table(
    module path: String, evaluated: [UInt8], gates: GateKeys = .none
  ) throws(Diagnostic) -> ImportedTable {
    let json = try SourceJSON(parsing: evaluated, file: path)
    guard let value = json["value"] else {
      throw .format("the module has no value", advice: nil, at: nil)
    }
    if let unused = json["unused"]?.texts.first {
      throw .unusedSetting(unused.value, asked: (json["asked"]?.texts ?? []).map(\.value))
    }
    var table = try table(value.ofModule(), gates)
    // Several files can import one.
    var seen: Set<ImportRemark> = []
    for note in json["notes"]?.elements ?? [] where note.texts.count == 2 {
      let texts = note.texts.map(\.value)
      let remark = ImportRemark(
        .dropped, "the file \(inQuotes(texts[0]))",
        "\(shortened(texts[1])), so that what it exports is unknown", at: nil)
      if seen.insert(remark).inserted { table.remarks.append(remark) }
    }
    let others = (json["files"]?.plain.flatMap { Int($0) } ?? 1) - 1
    table.reading =
      path + (others > 0 ? " and \(others) of the files that it imports" : "") + ", read with "
      + (json["transformer"]?.text?.value ?? "node")
    return table
  }

  private func table(
    _ json: SourceJSON, _ gates: GateKeys
  ) throws(Diagnostic) -> ImportedTable {
    switch self {
    case .reactNavigation: try ReactNavigationImport.table(json, gates)
    case .vueRouter: try VueRouterImport.table(json, gates)
    case .reactRouter: try NestedRoutesImport.table(json, .reactRouter, gates)
    case .angular: try NestedRoutesImport.table(json, .angular, gates)
    case .tanstack: try NestedRoutesImport.table(json, .tanstack, gates)
    default: try JSONTableImport.table(json, gates)
    }
  }

  /// Any text is a table. One of a file that is not in its place needs a path or a link in every
  /// line, since reports quote lines.
  /// - Throws: `unreadable`, with the fault `hidden`.
  private static func requireShown(
    _ table: ImportedTable, _ file: String
  ) throws(Diagnostic) -> ImportedTable {
    let arePaths = table.routes.allSatisfy { route in
      route.source.value.utf8.first == UInt8(ascii: "/") || route.source.value.contains("://")
    }
    guard arePaths || !isHidden(file) else {
      throw FileError.unreadable(path: file, fault: .hidden).diagnostic
    }
    return table
  }

  private static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    do throws(FileError) {
      return try readFile(path, bytesMax: ImportLimits.sourceBytesMax, allowsPipes: true)
    } catch {
      throw error.diagnostic
    }
  }
}
