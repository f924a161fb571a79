import FileAccess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder that is gone, with all that is in it, when this is.
struct ScratchFolder: ~Copyable {
  let path: String

  init() throws(BenchmarkError) {
    let folder = environment("TMPDIR") ?? "/tmp"
    // mkdtemp wants six of these, and puts letters of its own in their place.
    var template = (folder + "/signalbox-" + String(repeating: "X", count: 6)).utf8CString.map { $0 }
    guard mkdtemp(&template) != nil else {
      throw .noRun(program: "signalbox", reason: "no folder can be made in \(folder)")
    }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? folder }
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
