import CLibrary
import FileAccess
import JSONCodec
import TestSupport

/// Which module may import which: what Package.swift declares, and a list of foreign modules.
///
/// The compiler does not check this: it accepts an undeclared import of any module that happens to
/// be built already.
struct Manifest: Sendable {
  /// A target of the package.
  struct Target: Sendable {
    let name: String
    /// `executable`, `regular`, `system` or `test`.
    let kind: String
    /// The targets that it may import.
    let dependencies: Set<String>
    /// Its folder.
    let path: String
  }

  let targets: [String: Target]
  /// The modules of the library products.
  let libraries: Set<String>

  /// Modules that the package does not build, and the targets that may import them: nothing else
  /// in `Sources` may use files, clocks, threads or the network. Tests and examples may import any
  /// of them.
  static let foreign: [String: Set<String>] = [
    "Glibc": ["CLibrary"], "Darwin": ["CLibrary"],
    "Dispatch": ["PluginHost"],
    "Observation": [
      "CinemaPlugin", "GreetingPlugin", "HTTPAccess", "PluginHost", "PluginProcesses", "Screens",
      "SignalboxHost", "SignalboxSwiftUI",
    ],
    "Synchronization": [
      "EventLoops", "HTTPAccess", "Journal", "Screens", "Service", "SignalboxLibrary",
    ],
  ]

  /// The manifest of this package, as SwiftPM evaluates it. A scratch folder of its own keeps it
  /// from waiting for the lock of the `swift test` that runs this.
  static let package = Result {
    let folder = try TemporaryFolder()
    return try Manifest(
      JSON(
        parsing: output(
          of: "TMPDIR='\(folder.path)' swift package --package-path '\(packageFolder)' "
            + "--scratch-path '\(folder.path)' dump-package")))
  }

  /// - Parameter dump: The output of `swift package dump-package`.
  init(_ dump: JSON) throws {
    var targets: [String: Target] = [:]
    for target in dump["targets"]?.arrayValue ?? [] {
      guard let name = target["name"]?.stringValue, let kind = target["type"]?.stringValue,
        let dependencies = target["dependencies"]?.arrayValue
      else { throw ManifestError(text: "a target without name, type or dependencies") }
      targets[name] = Target(
        name: name, kind: kind,
        dependencies: Set(dependencies.compactMap { $0["byName"]?.arrayValue?.first?.stringValue }),
        path: target["path"]?.stringValue ?? "Tests/\(name)")
    }
    self.targets = targets
    libraries = (dump["products"]?.arrayValue ?? []).reduce(into: []) { libraries, product in
      guard product["type"]?["library"] != nil else { return }
      libraries.formUnion(product["targets"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }
  }

  /// Whether a target may import a module.
  func allows(_ importer: String, toImport module: String) -> Bool {
    guard let target = targets[importer] else { return false }
    if targets[module] != nil { return target.dependencies.contains(module) }
    return !target.path.hasPrefix("Sources/")
      || Self.foreign[module]?.contains(importer) ?? false
  }
}

/// The manifest cannot be read.
struct ManifestError: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

/// What a shell command writes to its standard output.
func output(of command: String) throws -> [UInt8] {
  guard let stream = popen(command, "r") else { throw ManifestError(text: "popen: \(errno)") }
  var output: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
    output += buffer[..<count]
  }
  let status = pclose(stream)
  guard status == 0 else { throw ManifestError(text: "'\(command)' ended with \(status)") }
  return output
}
