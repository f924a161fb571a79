import CLibrary
import FileAccess

/// An empty folder, deleted with its content on deinitialization.
struct ScratchFolder: ~Copyable {
  let path: String

  init() throws(BenchmarkError) {
    let parent = environment("TMPDIR") ?? "/tmp"
    // mkdtemp replaces six X.
    let name = parent + "/signalbox-" + String(repeating: "X", count: 6)
    var template = name.utf8CString.map { $0 }
    guard let made = mkdtemp(&template) else {
      throw .noRun(program: "signalbox", reason: "cannot create a folder in \(parent)")
    }
    path = String(cString: made)
  }

  deinit { removeAll(path) }
}

private func removeAll(_ folder: String) {
  for name in (try? namesInFolder(folder)) ?? [] {
    let path = folder + "/" + name
    if name.utf8.last == UInt8(ascii: "/") {
      removeAll(path)
    } else {
      unlink(path)
    }
  }
  rmdir(folder)
}
