import CLibrary
import Diagnostics
import FileAccess
import Navigation
import ProgramSupport
import RouteFiles
import RouteImport

/// The route file of an import in a folder, and next to it what the import wrote, so that the next
/// one can see what was edited since.
struct ImportUpdate {
  let file: String
  /// What the last import wrote; a hidden file, which is not read as a route file.
  private let lastFile: String
  /// What the import writes, without the edits.
  private let imported: String
  /// What becomes of an edited file; `nil` if there is none yet.
  let merge: ImportMerge?

  /// Reads what is in the folder, and checks what will be.
  /// - Throws: If a route file is present that no import wrote, or if the result would have errors.
  init(_ text: String, file: String, last lastFile: String) throws(ExitError) {
    self.file = file
    self.lastFile = lastFile
    imported = text
    guard access(file, F_OK) == 0 else {
      merge = nil
      return
    }
    guard access(lastFile, F_OK) == 0 else { throw .usage([ImportUpdateError.foreign(file)]) }
    let (last, edited): ([UInt8], [UInt8])
    do throws(FileError) {
      last = try readFile(lastFile, bytesMax: ImportLimits.sourceBytesMax)
      edited = try readFile(file, bytesMax: ImportLimits.sourceBytesMax)
    } catch {
      throw .file(error)
    }
    let (was, now) = (RouteFileText.origin(of: last), RouteFileText.origin(of: Array(text.utf8)))
    guard was == nil || was == now else {
      throw .usage([ImportUpdateError.otherSource(file, was ?? "", last: lastFile)])
    }
    do throws(ImportError) {
      merge = try ImportMerge(last: last, in: lastFile, edited: edited, file: file, new: text)
    } catch {
      throw .usage([error])
    }
    // Their places are those of the new text, not of the file on disk.
    let faults = Self.faults(of: merge?.text ?? "", file: file + " (updated)")
    guard faults.isEmpty else { throw .usage(faults + [ImportUpdateError.faults(file)]) }
  }

  /// Writes both files.
  func write() throws(ExitError) {
    do throws(FileError) {
      try createFolder(parentFolder(file))
      // A first import that fails halfway, such as on a full disk, leaves no file that the next one
      // would refuse; a later one leaves a file that is only ahead of what it is compared with.
      if merge == nil { try writeFile(lastFile, Array(imported.utf8)) }
      try writeFile(file, Array((merge?.text ?? imported).utf8))
      if merge != nil { try writeFile(lastFile, Array(imported.utf8)) }
    } catch {
      throw .file(error)
    }
  }

  /// The errors of a route file alone; what other files declare may be missing.
  private static func faults(of text: String, file: String) -> [any Diagnostic] {
    let (plugin, errors) = RouteFolder.parse(Array(text.utf8), file: file)
    guard errors.isEmpty, let plugin else { return errors }
    return InspectedPlugins([plugin]).errors.filter { error in
      if case .unknown = error { false } else { true }
    }
  }
}

/// Why a route file is not updated.
private enum ImportUpdateError: Diagnostic {
  case foreign(String)
  /// The command that wrote the file, and the hidden file that names it.
  case otherSource(String, String, last: String)
  case faults(String)

  var code: DiagnosticCode {
    switch self {
    case .foreign, .otherSource: .fileUnwritable
    case .faults: .importSource
    }
  }

  var message: String {
    switch self {
    case .foreign(let file): "'\(file)' exists, and no import wrote it"
    case .otherSource(let file, let command, _): "'\(file)' was imported by '\(shortened(command))'"
    case .faults(let file): "'\(file)' with the new routes has these errors, so it is unchanged"
    }
  }

  var advice: String? {
    switch self {
    case .foreign: "Name another folder, or move the file."
    case .otherSource(_, _, let last):
      "Name another folder; or, if the source was moved, write its new path in the first line of "
        + "'\(last)'."
    case .faults: "Correct the file, and import again."
    }
  }
}
