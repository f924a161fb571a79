import FileAccess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of its own for one test, removed with all files in it when the test is over.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = "/tmp/console-tests-\(UInt64.random(in: 0...UInt64.max))"
    try createFolder(path, mode: 0o700)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    for name in (try? filesInFolder(path)) ?? [] { unlink(path + "/" + name) }
    for folder in ["state", "routes"] where isFolder(path + "/" + folder) {
      remove(path + "/" + folder)
    }
    rmdir(path)
  }
}

/// The permission bits of a file.
func mode(of path: String) -> mode_t? {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}
