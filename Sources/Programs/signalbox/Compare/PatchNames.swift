import Diagnostics
import FileAccess

/// The names of files in a patch. Neither `patch` nor `git apply` changes a file outside of the
/// folder in which it runs, so the names are relative to a folder that holds all of them.
struct PatchNames {
  /// The folder, from the current one: `..` or `../..`; `nil` for the current folder.
  let folder: String?
  private let names: [String: String]

  /// The names of files that exist.
  init(_ files: [String]) {
    let here = resolvedPath(".") ?? "/"
    let places = files.map { file in
      let name = file.utf8.split(separator: UInt8(ascii: "/")).last ?? file.utf8[...]
      return joined(
        resolvedPath(parentFolder(file)) ?? here, String(decoding: name, as: UTF8.self))
    }
    var root = here
    var steps: [String] = []
    while root != "/", !places.allSatisfy({ $0.utf8.starts(with: joined(root, "").utf8) }) {
      root = parentFolder(root)
      steps.append("..")
    }
    folder = steps.isEmpty ? nil : steps.joined(separator: "/")
    let start = joined(root, "").utf8.count
    let names = places.map { String(decoding: $0.utf8.dropFirst(start), as: UTF8.self) }
    self.names = Dictionary(zip(files, names)) { first, _ in first }
  }

  subscript(file: String) -> String { names[file] ?? file }
}
