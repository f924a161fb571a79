import Diagnostics
import CLibrary
import FileAccess

/// A new empty folder for a benchmark.
func scratchFolder() throws(Diagnostic) -> TemporaryFolder {
  do { return try TemporaryFolder() } catch {
    throw .noRun(program: "signalbox", reason: error.diagnostic.message)
  }
}

/// A file without a name, deleted on deinitialization.
final class ScratchFile {
  private let descriptor: Int32

  /// Writes `count` lines, repeating `lines` as needed.
  init(lines: [String], count: Int) throws(Diagnostic) {
    let folder = try scratchFolder()
    descriptor = open(folder("lines"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    let output = OutputWriter(descriptor: descriptor)
    do {
      for number in 0..<count { try output.write(lines[number % lines.count] + "\n") }
      try output.flush()
    } catch {
      throw .noRun(program: "signalbox", reason: error.diagnostic.message)
    }
  }

  deinit { close(descriptor) }

  /// The descriptor, positioned at the beginning.
  func rewound() -> Int32 {
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }
}
