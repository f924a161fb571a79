import Diagnostics
import FileAccess
import Navigation
import RouteFiles

/// Finds the route files if the command line does not name them.
struct RoutesSearch {
  /// The value of `SIGNALBOX_ROUTES`, if set.
  var variable: String?
  /// What `.signalbox` names.
  var settings: [Located<String>] = []
  /// The absolute path of the running executable, symbolic links resolved.
  var executable: String?
  var isFolder: (String) -> Bool
  var isFile: (String) -> Bool

  /// The places in order of precedence, for help and the man page.
  static let places: [(place: String, meaning: String)] = [
    ("--routes PATH", "the route files to load"),
    ("SIGNALBOX_ROUTES", "an environment variable with a folder or file, if --routes is not given"),
    (".signalbox", "the file's 'routes', in the working directory or the nearest one above it"),
    ("./Routes", "a folder in the working directory"),
    ("PREFIX/share/signalbox/Routes", "the bundled app, as installed by 'make install'"),
    ("PACKAGE/Routes", "the bundled app, if signalbox runs from its build folder"),
  ]

  /// The search in this process's environment.
  static func here(_ settings: SettingsFile) -> RoutesSearch {
    RoutesSearch(
      variable: environment("SIGNALBOX_ROUTES"), settings: settings.routes,
      executable: executablePath, isFolder: FileAccess.isFolder, isFile: FileAccess.isFile)
  }

  /// The paths to read.
  /// - Throws: `noRoutes` with every folder that was tried.
  func paths() throws(Diagnostic) -> Setting<[String]> {
    if let variable, !variable.isEmpty {
      return Setting(value: [variable], origin: .environment("SIGNALBOX_ROUTES"))
    }
    if let first = settings.first {
      return Setting(value: settings.map(\.value), origin: .file(first.position))
    }
    var lookedAt: [String] = []
    for place in candidates {
      if isFolder(place) { return Setting(value: [place], origin: .standard) }
      lookedAt.append(place)
    }
    throw .noRoutes(lookedAt: lookedAt)
  }

  /// The folders to try, in order.
  private var candidates: [String] {
    let above = executable.map(foldersAbove) ?? []
    var places = ["Routes"]
    if above.count >= 2 { places.append(joined(above[1], "share/signalbox/Routes")) }
    if let package = above.first(where: { isFile(joined($0, "Package.swift")) }) {
      places.append(joined(package, "Routes"))
    }
    return places
  }

  /// The ancestors of an absolute path, the nearest first, `/` last.
  private func foldersAbove(_ path: String) -> [String] {
    var names = path.utf8.split(separator: UInt8(ascii: "/")).map {
      String(decoding: $0, as: UTF8.self)
    }
    var folders: [String] = []
    while names.popLast() != nil { folders.append("/" + names.joined(separator: "/")) }
    return folders
  }
}

/// Why there are no route files to load.
extension Diagnostic {
  static func noRoutes(lookedAt: [String]) -> Diagnostic {
    Diagnostic(
      .fileUnreadable,
      "no route files are given, and none of these folders exists: "
        + lookedAt.joined(separator: ", "),
      advice:
        "Name a folder or a file with --routes PATH or in a file .signalbox, or set "
        + "SIGNALBOX_ROUTES."
    )
  }
}
