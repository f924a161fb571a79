import CLibrary
import FileAccess

/// A file without a name, deleted on deinitialization.
struct ScratchFile: ~Copyable {
  private let descriptor: Int32

  /// Writes `count` lines, repeating `lines` as needed.
  init(lines: [String], count: Int) throws(BenchmarkError) {
    descriptor = try Self.made(lines: lines, count: count)
  }

  private static func made(lines: [String], count: Int) throws(BenchmarkError) -> Int32 {
    let folder = environment("TMPDIR") ?? "/tmp"
    // mkstemp replaces six X.
    var path = (folder + "/signalbox-" + String(repeating: "X", count: 6)).utf8CString.map { $0 }
    let made = mkstemp(&path)
    guard made >= 0 else {
      throw .noRun(program: "signalbox", reason: "cannot create a file in \(folder)")
    }
    unlink(path)
    let output = OutputWriter(descriptor: made)
    do {
      for number in 0..<count { try output.write(lines[number % lines.count] + "\n") }
      try output.flush()
    } catch {
      close(made)
      throw .noRun(program: "signalbox", reason: error.message)
    }
    return made
  }

  deinit { close(descriptor) }

  /// The descriptor, positioned at the beginning.
  func rewound() -> Int32 {
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }
}
