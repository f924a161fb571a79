import Diagnostics
import FileAccess

/// The files of an app's source.
struct SourceFolder {
  /// Folders that are left out, as hidden ones are: what they hold is built, or of others.
  static let skippedNames = ["Pods", "build", "dist", "node_modules"]

  /// Folder by folder, sorted by bytes. Those that were named come with them, whatever they are.
  private(set) var files: [String] = []
  /// Folders that cannot be read, and what is beyond the limits.
  private(set) var findings: [Diagnostic] = []
  private var isFull = false

  init(_ paths: [String]) {
    for path in paths {
      if isFolder(path) { addFiles(of: path) } else { files.append(path) }
    }
  }

  private mutating func addFiles(of root: String) {
    var pending = [(path: root, depth: 0)]
    while let (folder, depth) = pending.popLast(), !isFull {
      let names: [String]
      do {
        names = try namesInFolder(folder)
      } catch {
        findings.append(error.diagnostic)
        continue
      }
      var folders: [(path: String, depth: Int)] = []
      for name in names where name.utf8.first != UInt8(ascii: ".") {
        let isFolder = name.utf8.last == UInt8(ascii: "/")
        let path = joined(folder, isFolder ? String(name.dropLast()) : name)
        guard isFolder ? !Self.isSkipped(name) : SourceLanguage(path: path) != nil,
          !isSymbolicLink(path)
        else { continue }
        if !isFolder {
          add(path)
        } else if depth < Limits.depthMax {
          folders.append((path, depth + 1))
        } else {
          findings.append(
            .skippedSource(path, "it is more than \(Limits.depthMax) folders deep"))
        }
      }
      pending += folders.reversed()
    }
  }

  private mutating func add(_ path: String) {
    guard !isFull else { return }
    guard files.count < Limits.filesMax else {
      isFull = true
      findings.append(
        .skippedSource(path, "it comes after \(Limits.filesMax) files, as do all that follow"))
      return
    }
    files.append(path)
  }

  private static func isSkipped(_ name: String) -> Bool {
    skippedNames.contains { sameBytes($0 + "/", name) }
  }
}
