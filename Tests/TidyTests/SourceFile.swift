import CLibrary
import CSystem
import FileAccess
import TestSupport

/// A Swift file of the package.
struct SourceFile: Sendable {
  /// Relative to the package's folder.
  let path: String
  /// Its lines, without their ends.
  let lines: [String]
  /// The lines with comments and the contents of string literals blanked out.
  let code: [String]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    code = CodeScanner.code(of: lines)
  }

  /// The target of the file, by its path: `Sources/LAYER/TARGET/…`, `Tests/TARGET/…`,
  /// `Tests/StandIns/TARGET/…`, or of an example, `Examples/TAR/GET/…`.
  var target: String {
    let parts = path.split(separator: "/")
    if parts.first == "Examples" { return parts.dropFirst().dropLast().joined() }
    let index = parts.first == "Tests" && parts.dropFirst().first != "StandIns" ? 1 : 2
    return parts.count > index + 1 ? String(parts[index]) : ""
  }

  /// A finding in this file.
  func finding(_ index: Int, _ text: String) -> Finding {
    Finding(path: path, line: index + 1, text: text)
  }
}

/// Whether a line contains a text, compared as bytes. Characters take most of the time of a rule that
/// looks at every line, so that rules ask this first.
func contains(_ line: String, _ text: String) -> Bool { strstr(line, text) != nil }

/// Every Swift file under Sources, read once for all rules.
let packageSources = Result { try swiftFiles(under: "Sources") }

/// Every Swift file under Tests and Examples that a person writes, read once for all rules.
let packageTests = Result {
  try (swiftFiles(under: "Tests") + swiftFiles(under: "Examples")).filter {
    !$0.lines[0].hasPrefix("// Written by 'signalbox generate swift'")
  }
}

/// Every Swift file under a folder of the package, sorted by path.
private func swiftFiles(under folder: String) throws -> [SourceFile] {
  try paths(under: folder).filter { $0.hasSuffix(".swift") }.sorted().map { path in
    SourceFile(path: path, text: try text(of: path))
  }
}

/// The text of a file of the package.
func text(of path: String) throws -> String {
  let bytes = try readFile(packageFolder + "/" + path, bytesMax: 16_777_216)
  return String(decoding: bytes, as: UTF8.self)
}

/// The paths of the files in a folder of the package and in those below it.
func paths(under folder: String) throws -> [String] {
  var found = try filesInFolder(packageFolder + "/" + folder).map { folder + "/" + $0 }
  guard let handle = opendir(packageFolder + "/" + folder) else { return found }
  defer { closedir(handle) }
  while let entry = readdir(handle) {
    let name = String(cString: csystem_entry_name(entry))
    let path = folder + "/" + name
    guard !name.hasPrefix("."), isFolder(packageFolder + "/" + path) else { continue }
    found += try paths(under: path)
  }
  return found
}
