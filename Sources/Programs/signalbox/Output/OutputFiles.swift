import CLibrary
import Diagnostics
import FileAccess
import ProgramSupport

/// Writes the files of a command, either all or none.
///
/// A file that exists is replaced only if the command wrote it, so that no path given by mistake
/// loses the work of a user.
/// - Parameters:
///   - command: How the command begins, such as `generate swift`.
///   - isOwn: Whether the command wrote a file with these bytes. By default, one of its first lines
///     says so.
/// - Throws: If a file is not replaced or cannot be written; then none is changed.
func writeOutput(
  _ files: [NewFile], of command: String, isOwn: (([UInt8]) -> Bool)? = nil
) throws(ExitError) {
  try requireReplaceable(files.map(\.path), by: command, isOwn)
  do { try writeFiles(files) } catch { throw .file(error) }
}

/// Refuses to replace files that the command did not write; see `writeOutput`. Empty files, pipes
/// and devices have nothing to lose.
func requireReplaceable(
  _ paths: [String], by command: String, _ isOwn: (([UInt8]) -> Bool)? = nil
) throws(ExitError) {
  var foreign: [Diagnostic] = []
  for path in paths where isFile(path) {
    let bytes: [UInt8]
    do { bytes = try readFile(path, bytesMax: outputBytesMax) } catch { throw .file(error) }
    if bytes.isEmpty || (isOwn?(bytes) ?? names(command, in: bytes)) { continue }
    foreign.append(.foreignFile(path, command: command))
  }
  guard foreign.isEmpty else { throw .usage(foreign) }
}

/// Whether the first lines of a file contain `Written by 'signalbox COMMAND`.
private func names(_ command: String, in bytes: [UInt8]) -> Bool {
  let mark = Array("Written by 'signalbox \(command)".utf8)
  return bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2).prefix(2).contains { line in
    line.drop { $0 != mark[0] }.starts(with: mark)
  }
}

extension Diagnostic {
  fileprivate static func foreignFile(_ path: String, command: String) -> Diagnostic {
    Diagnostic(
      .fileUnwritable, "'\(path)' exists, and '\(command)' did not write it",
      advice: "Remove it, or name another path; nothing was written.")
  }
}

/// Larger than any file that a command writes.
let outputBytesMax = 1 << 30
