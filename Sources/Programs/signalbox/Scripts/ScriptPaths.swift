import Diagnostics
import FileAccess
import ProgramSupport

/// The scripts that operands name: files, `-`, folders with everything below them, and patterns.
func scriptPaths(_ operands: [String]) throws(ExitError) -> [String] {
  var paths: [String] = []
  for operand in operands {
    if isFolder(operand) {
      let found = try scripts(inFolder: operand)
      guard !found.isEmpty else { throw .usage([.noScript(operand)]) }
      paths += found
    } else if !isFile(operand), operand.utf8.contains(where: { "*?[".utf8.contains($0) }) {
      let found = filesMatching(operand)
      guard !found.isEmpty else { throw .usage([.noMatch(operand)]) }
      paths += found
    } else {
      paths.append(operand)
    }
  }
  return paths
}

/// The files in a folder and below it that end in `.nav`, in byte order, a folder's files ahead of
/// its subfolders. Hidden ones are left out, pipes, and links to folders, which can lead back.
private func scripts(inFolder folder: String) throws(ExitError) -> [String] {
  let names: [String]
  do { names = try namesInFolder(folder) } catch { throw .file(error) }
  let start = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
  let shown = names.filter { $0.utf8.first != UInt8(ascii: ".") }
  var paths = shown.filter { $0.hasSuffix(".nav") }.map { start + $0 }.filter { !isPipe($0) }
  for name in shown where name.utf8.last == UInt8(ascii: "/") {
    let subfolder = start + name.dropLast()
    if !isSymbolicLink(subfolder) { paths += try scripts(inFolder: subfolder) }
  }
  return paths
}

extension Diagnostic {
  fileprivate static func noScript(_ folder: String) -> Diagnostic {
    Diagnostic(.fileNoneFound, "'\(folder)' contains no file that ends in .nav")
  }

  fileprivate static func noMatch(_ pattern: String) -> Diagnostic {
    Diagnostic(
      .fileNoneFound, "no file matches '\(pattern)'",
      advice: "Quote the pattern, so that the shell does not change it, or name a folder.")
  }
}
