import Diagnostics
import FileAccess

/// Finds the route files when nobody names them.
struct RoutesSearch {
  /// The value of `SIGNALBOX_ROUTES`; `nil` if it is not set.
  var variable: String?
  /// The absolute path of the running executable, links resolved.
  var executable: String?
  /// Whether a path is a folder.
  var isFolder: (String) -> Bool
  /// Whether a path is a file.
  var isFile: (String) -> Bool

  /// The places in the order in which they are looked at, for help and the man page.
  static let places: [(place: String, meaning: String)] = [
    ("--routes PATH", "the route files that a command works on"),
    ("SIGNALBOX_ROUTES", "a variable that names a folder or a file, if no option does"),
    ("PREFIX/share/signalbox/Routes", "the bundled app, where 'make install' puts it"),
    ("./Routes", "a folder in the current one"),
    ("PACKAGE/Routes", "the bundled app, if signalbox runs from where it was built"),
  ]

  /// What this process runs in.
  static var here: RoutesSearch {
    RoutesSearch(
      variable: environment("SIGNALBOX_ROUTES"), executable: executablePath,
      isFolder: FileAccess.isFolder, isFile: FileAccess.isFile)
  }

  /// The paths to read.
  /// - Parameter named: What `--routes` names; if anything, it is taken as it is.
  /// - Throws: `noRoutes` with every place that was looked at.
  func paths(named: [String]) throws(RoutesError) -> [String] {
    if !named.isEmpty { return named }
    if let variable, !variable.isEmpty { return [variable] }
    var lookedAt: [String] = []
    for place in candidates {
      if isFolder(place) { return [place] }
      lookedAt.append(place)
    }
    throw .noRoutes(lookedAt: lookedAt)
  }

  /// The folders that may hold the routes, best first.
  private var candidates: [String] {
    let above = executable.map(foldersAbove) ?? []
    var places: [String] = []
    if above.count >= 2 { places.append(joined(above[1], "share/signalbox/Routes")) }
    places.append("Routes")
    if let package = above.first(where: { isFile(joined($0, "Package.swift")) }) {
      places.append(joined(package, "Routes"))
    }
    return places
  }

  /// The folders above an absolute path, the nearest first, `/` last.
  private func foldersAbove(_ path: String) -> [String] {
    var names = path.utf8.split(separator: UInt8(ascii: "/")).map {
      String(decoding: $0, as: UTF8.self)
    }
    var folders: [String] = []
    while names.popLast() != nil { folders.append("/" + names.joined(separator: "/")) }
    return folders
  }
}
