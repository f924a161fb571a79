package import Diagnostics
import FileAccess

/// A kind of source that `signalbox import` reads.
package enum ImportKind: String, CaseIterable, Sendable {
  case csv, json
  case reactNavigation = "react-navigation"
  case vueRouter = "vue-router"
  case androidNavigation = "android-nav"
  case manifest, aasa, expo

  /// The names under which a JavaScript module can export the routes, the best first; none if the
  /// source is no module.
  package var exports: [String] {
    switch self {
    case .csv, .json, .androidNavigation, .manifest, .aasa, .expo: []
    case .reactNavigation: ["linking"]
    case .vueRouter: ["routes", "router"]
    }
  }

  /// Reads the routes of a file, or of a folder.
  /// - Throws: Why the source cannot be imported at all.
  package func table(path: String) throws(Diagnostic) -> ImportedTable {
    if self == .expo { return try ExpoImport.table(folder: path) }
    return try table(try Self.read(path), file: path)
  }

  /// Reads the routes of a file's bytes.
  package func table(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ImportedTable {
    switch self {
    case .csv: try CSVImport.table(bytes, file: file)
    case .androidNavigation: try AndroidNavigationImport.table(bytes, file: file)
    case .manifest: try ManifestImport.table(bytes, file: file)
    case .aasa: try AppleAssociationImport.table(bytes, file: file)
    case .json, .reactNavigation, .vueRouter, .expo:
      try table(try SourceJSON(parsing: bytes, file: file))
    }
  }

  /// Reads the routes of a JavaScript module.
  /// - Parameter value: What it exports, as JSON.
  package func table(
    module path: String, value: [UInt8]
  ) throws(Diagnostic) -> ImportedTable {
    try table(try SourceJSON(parsing: value, ofModule: try Self.read(path), file: path))
  }

  private func table(_ json: SourceJSON) throws(Diagnostic) -> ImportedTable {
    switch self {
    case .reactNavigation: try ReactNavigationImport.table(json)
    case .vueRouter: try VueRouterImport.table(json)
    default: try JSONTableImport.table(json)
    }
  }

  private static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    do throws(FileError) {
      return try readFile(path, bytesMax: ImportLimits.sourceBytesMax, allowsPipes: true)
    } catch {
      throw error.diagnostic
    }
  }
}
