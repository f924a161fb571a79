import CLibrary
import Diagnostics
import FileAccess
import Navigation
import ProgramSupport
import RouteFiles
import RouteImport

/// The route file of an import in a folder. The import owns it and replaces it; other files of the
/// folder add to its routes.
@MainActor struct ImportedFile {
  let file: String
  private let folder: String
  /// The import, without what other files of the folder declare.
  let settled: SettledImport
  private let text: String
  /// The lines that it replaces, each after `- `, and the new ones after `+ `; `nil` if there is no
  /// file yet.
  private(set) var difference: [String]?
  /// Whether the folder had errors before the import.
  private(set) var isFolderFaulty = false

  /// Reads what is in the folder, and checks what will be.
  /// - Parameter command: What the first comment of the file names as the origin.
  /// - Throws: If the file is there and was edited, or if no import or that of another source wrote
  ///   it; or if the folder would get its first errors.
  init(_ settled: SettledImport, _ command: String, in folder: String) throws(ExitError) {
    var settled = settled
    let name = settled.plugin.name.value
    file = joined(folder, name + ".imported.yaml")
    self.folder = folder
    let twin = joined(folder, ".\(name).imported")
    guard access(twin, F_OK) != 0 else {
      throw .usage([.former(joined(folder, name + ".yaml"), twin: twin)])
    }
    if RouteFolder.isRoutes(folder) {
      let file = file
      settled.join(
        RouteFolder.load([folder]).plugins.filter { !sameBytes($0.name.position?.file, file) })
    }
    self.settled = settled
    text = RouteFileText.ownedText(of: settled, command: command)
    difference = try replacedLines(command)
    try check()
  }

  /// The lines that differ from those of the present file; `nil` if there is none.
  private func replacedLines(_ command: String) throws(ExitError) -> [String]? {
    let old: [UInt8]
    do throws(FileError) {
      old = try readFile(file, bytesMax: ImportLimits.sourceBytesMax)
    } catch {
      // Any other fault could hide a file that somebody edited.
      guard error.fault == .missing else { throw .file(error) }
      return nil
    }
    guard let origin = RouteFileText.origin(of: old) else { throw .usage([.foreign(file)]) }
    guard sameBytes(origin.command, ImportOrigin.normalized(command: command)) else {
      throw .usage([.otherSource(file, origin.command)])
    }
    guard !origin.isEdited else { throw .usage([.edited(file)]) }
    func lines(_ text: some Sequence<UInt8>) -> [String] {
      text.filter { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: "\n"))
        .filter { $0.first != UInt8(ascii: "#") }.map { String(decoding: $0, as: UTF8.self) }
    }
    func without(_ others: [String], _ lines: [String]) -> [String] {
      var left = Dictionary(others.map { (TextBytes($0), 1) }, uniquingKeysWith: +)
      return lines.filter { line in
        guard let count = left[TextBytes(line)], count > 0 else { return true }
        left[TextBytes(line)] = count - 1
        return false
      }
    }
    let (before, after) = (lines(old), lines(text.utf8))
    return without(after, before).map { "- " + $0 } + without(before, after).map { "+ " + $0 }
  }

  /// Checks the folder as it will be. Errors that it has already do not prevent an import.
  private mutating func check() throws(ExitError) {
    // Not the file on disk, whose lines are others.
    let label = file + (difference == nil ? " (new)" : " (updated)")
    let (plugin, faults) = RouteFolder.parse(Array(text.utf8), file: label)
    guard var plugin, faults.isEmpty else {
      throw .usage(faults + [.faults(file, folder, isNew: difference == nil)])
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
      throw .usage(after + [.faults(file, folder, isNew: difference == nil)])
    }
  }

  func write() throws(ExitError) {
    do throws(FileError) {
      try createFolder(folder)
      try writeFile(file, Array(text.utf8))
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

  fileprivate static func otherSource(_ file: String, _ command: String) -> Diagnostic {
    Diagnostic(
      .fileUnwritable, "'\(file)' was imported by '\(shortened(command))'",
      advice:
        "Name another folder; or, if the source was moved, write its new path in the first line "
        + "of the file.")
  }

  fileprivate static func edited(_ file: String) -> Diagnostic {
    Diagnostic(
      .fileUnwritable, "'\(file)' was edited since it was imported, and would be replaced",
      advice: "Move what you added to another file of the folder ('extend', 'omit' and 'screens' "
        + "in docs/route-files.md), and remove this one.")
  }

  /// A file that an earlier version imported, and that its users could edit.
  /// - Parameter twin: The file as it was written.
  fileprivate static func former(_ file: String, twin: String) -> Diagnostic {
    Diagnostic(
      .fileUnwritable, "an earlier version imported '\(file)', and '\(twin)' is what it wrote",
      advice: "Move what differs to another file of the folder ('extend', 'omit' and 'screens' in "
        + "docs/route-files.md), remove both, and import again.")
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
