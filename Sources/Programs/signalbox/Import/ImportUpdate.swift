import CLibrary
import Diagnostics
import FileAccess
import Navigation
import ProgramSupport
import RouteFiles
import RouteImport

/// The route file of an import in a folder, and next to it what the import wrote, so that the next
/// one can see what was edited since.
@MainActor struct ImportUpdate {
  let file: String
  /// What the last import wrote; a hidden file, which is not read as a route file.
  private let lastFile: String
  private let folder: String
  /// The import, without what other files of the folder declare.
  let settled: SettledImport
  /// What the import writes, without the edits.
  private let imported: String
  /// What happens to an edited file; `nil` if there is none yet.
  let merge: ImportMerge?
  /// Whether the folder had errors before the import.
  private(set) var isFolderFaulty = false

  /// Reads what is in the folder, and checks what will be.
  /// - Parameter command: What the first comment of the file names as the origin.
  /// - Throws: If a route file is present that no import wrote, or if the folder would get its
  ///   first errors.
  init(_ settled: SettledImport, _ command: String, in folder: String) throws(ExitError) {
    var settled = settled
    let name = settled.plugin.name.value
    file = joined(folder, name + ".yaml")
    lastFile = joined(folder, ".\(name).imported")
    self.folder = folder
    if RouteFolder.isRoutes(folder) {
      let file = file
      settled.join(
        RouteFolder.load([folder]).plugins.filter { !sameBytes($0.name.position?.file, file) })
    }
    self.settled = settled
    imported = RouteFileText.text(of: settled, command: command)
    merge =
      access(file, F_OK) == 0 ? try Self.merge(imported, into: file, last: lastFile) : nil
    try check()
  }

  private static func merge(
    _ text: String, into file: String, last lastFile: String
  ) throws(ExitError) -> ImportMerge {
    guard access(lastFile, F_OK) == 0 else { throw .usage([.foreign(file)]) }
    let (last, edited): ([UInt8], [UInt8])
    do throws(FileError) {
      last = try readFile(lastFile, bytesMax: ImportLimits.sourceBytesMax)
      edited = try readFile(file, bytesMax: ImportLimits.sourceBytesMax)
    } catch {
      throw .file(error)
    }
    let (was, now) = (RouteFileText.origin(of: last), RouteFileText.origin(of: Array(text.utf8)))
    guard was == nil || sameBytes(was, now) else {
      throw .usage([.otherSource(file, was ?? "", last: lastFile)])
    }
    do throws(Diagnostic) {
      return try ImportMerge(
        last: last, in: lastFile, edited: edited, file: file, new: text)
    } catch {
      throw .usage(error)
    }
  }

  /// Checks the folder as it will be. Errors that it has already do not prevent an import.
  private mutating func check() throws(ExitError) {
    // Not the file on disk, whose lines are others.
    let label = file + (merge == nil ? " (new)" : " (updated)")
    let (plugin, faults) = RouteFolder.parse(
      Array((merge?.text ?? imported).utf8), file: label)
    guard var plugin, faults.isEmpty else {
      throw .usage(faults + [.faults(file, folder, isNew: merge == nil)])
    }
    settled.locate(&plugin)
    let present = RouteFolder.isRoutes(folder) ? [folder] : []
    func errors(
      _ paths: [String], with new: (file: String, plugin: PluginDraft)? = nil
    ) -> [Diagnostic] {
      checked(paths, with: new, hints: false, isStrict: false).findings
        .filter { $0.severity == .error }
    }
    let after = errors(present + [file], with: (file, plugin))
    guard !after.isEmpty else { return }
    isFolderFaulty = !present.isEmpty && !errors(present).isEmpty
    guard isFolderFaulty else {
      throw .usage(after + [.faults(file, folder, isNew: merge == nil)])
    }
  }

  /// Writes both files.
  func write() throws(ExitError) {
    do throws(FileError) {
      try createFolder(folder)
      // A first import that fails halfway, such as on a full disk, leaves no file that the next one
      // would refuse; a later one leaves a file that is only ahead of what it is compared with.
      if merge == nil { try writeFile(lastFile, Array(imported.utf8)) }
      try writeFile(file, Array((merge?.text ?? imported).utf8))
      if merge != nil { try writeFile(lastFile, Array(imported.utf8)) }
    } catch {
      throw .file(error)
    }
  }
}

/// Why a route file is not written.
extension Diagnostic {
  fileprivate static func foreign(_ file: String) -> Diagnostic {
    Diagnostic(
      .fileUnwritable, "'\(file)' exists, and no import wrote it",
      advice: "Name another folder, or move the file.")
  }

  /// The command that wrote the file, and the hidden file that names it.
  fileprivate static func otherSource(_ file: String, _ command: String, last: String) -> Diagnostic
  {
    Diagnostic(
      .fileUnwritable, "'\(file)' was imported by '\(shortened(command))'",
      advice:
        "Name another folder; or, if the source was moved, write its new path in the first line "
        + "of '\(last)'."
    )
  }

  fileprivate static func faults(_ file: String, _ folder: String, isNew: Bool) -> Diagnostic {
    Diagnostic(
      .importSource,
      "with '\(file)'\(isNew ? "" : " updated"), the route files of '\(folder)' would have "
        + "these errors, so nothing is written",
      advice: isNew
        ? "Name another folder, or correct the source or those files."
        : "Correct the route files or the source, and import again.")
  }
}
