import CLibrary
import Diagnostics
import FileAccess
import JSONCodec
import ProgramSupport

/// `signalbox init [FOLDER]`: writes a small app, a script and a check for CI.
@MainActor func runInit(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let folder = arguments.operands.first ?? "."
  let hasPackage = arguments.has(.ios)
  let schema = StarterFile("signalbox.schema.json", routeFileSchema.text + "\n")
  let package = hasPackage ? StarterFile.package : []
  let check = StarterFile.check(package: hasPackage)
  let files = (StarterFile.app + [check, schema] + package).map { file in
    StarterFile(joined(folder, file.path), file.text, mode: file.mode)
  }
  // All or nothing: a file of the user's is never replaced.
  let existing = files.filter { access($0.path, F_OK) == 0 }
  guard existing.isEmpty else {
    throw .usage(existing.map { Diagnostic.exists($0.path) })
  }
  do throws(FileError) {
    for file in files {
      try createFolder(parentFolder(file.path))
      try writeFile(file.path, Array(file.text.utf8), mode: file.mode)
    }
  } catch {
    throw .file(error)
  }
  for file in files { try streams.write("wrote \(escaped(file.path))\n") }
  try streams.write(
    """

    Try it\(arguments.operands.isEmpty ? "" : " in \(escaped(folder))"):
      signalbox check
      signalbox replay
      signalbox
    CI runs \(escaped(joined(folder, "check-links.sh"))).

    """)
  if hasPackage {
    try streams.write(
      """
      Write in \(escaped(joined(folder, "Package.swift"))) where Signalbox is, and add the package \
      to an app that shows ShopView().

      """)
  }
  return .done
}

/// A file that `init` would replace.
extension Diagnostic {
  fileprivate static func exists(_ path: String) -> Diagnostic {
    Diagnostic(
      .fileUnwritable, "'\(path)' already exists",
      advice: "Name another folder; nothing was written.")
  }
}
