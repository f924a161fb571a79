import CSystem
import FileAccess
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new empty folder, removed with all that is in it when the test is over.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array((environment("TMPDIR") ?? "/tmp").utf8CString.dropLast())
    if template.last != CChar(bitPattern: UInt8(ascii: "/")) { template += [0x2F] }
    template += Array("signalbox-test-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    path = String(cString: try #require(realpath(made, nil)))
  }

  deinit {
    removeAll(path)
  }

  /// A path in the folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file there, without the code that is tested.
  func file(_ name: String, _ text: String = "text", mode: mode_t = 0o600) throws -> String {
    let descriptor = open(self(name), O_WRONLY | O_CREAT | O_TRUNC, mode)
    try #require(descriptor >= 0)
    #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
    close(descriptor)
    try #require(chmod(self(name), mode) == 0)
    return self(name)
  }

  /// Makes a folder there.
  func folder(_ name: String, mode: mode_t = 0o700) throws -> String {
    try #require(mkdir(self(name), mode) == 0)
    try #require(chmod(self(name), mode) == 0)
    return self(name)
  }

  /// Makes a link there.
  func link(_ name: String, to target: String) throws -> String {
    try #require(symlink(target, self(name)) == 0)
    return self(name)
  }

  /// Everything in the folder.
  var names: [String] {
    get throws { try filesInFolder(path) }
  }
}

/// Removes a file, or a folder with all that is in it; links are not followed.
private func removeAll(_ path: String) {
  var status = stat()
  if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, let folder = opendir(path) {
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = String(cString: csystem_entry_name(entry))
      if name != ".", name != ".." { removeAll(path + "/" + name) }
    }
  }
  remove(path)
}

/// Both ends of a new pipe, closed when the test is over.
final class Pipe {
  private(set) var reading: Int32 = -1
  private(set) var writing: Int32 = -1

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  func send(_ text: String) {
    #expect(write(writing, text, text.utf8.count) == text.utf8.count)
  }

  /// What stands in the pipe now.
  func received() -> String {
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(reading, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// Permissions do not hold for root; a test of them says that it was skipped.
func isRoot() -> Bool {
  if geteuid() == 0 { print("skipped: root may do everything") }
  return geteuid() == 0
}

/// The permission bits of a file.
func permissions(_ path: String) -> mode_t {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}
