import CLibrary
import CSystem

/// A new empty folder, removed with its contents when it is deinitialized.
///
/// Uses only the C library, so that tests of `FileAccess` can use it too.
public final class TemporaryFolder {
  /// The absolute path, without symbolic links.
  public let path: String

  /// Creates a folder below `TMPDIR`.
  public init() throws(SystemFault) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/signalbox-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let resolved = realpath(made, nil) else {
      throw SystemFault("mkdtemp")
    }
    defer { free(resolved) }
    path = String(cString: resolved)
  }

  deinit {
    removeAll(path)
  }

  /// The path of a name in the folder.
  public func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file, overwriting an existing one, and returns its path.
  @discardableResult
  public func file(
    _ name: String, _ text: String = "text", mode: UInt32 = 0o600
  ) throws(SystemFault) -> String {
    let descriptor = open(
      self(name), O_WRONLY | O_CREAT | O_TRUNC, mode_t(truncatingIfNeeded: mode))
    guard descriptor >= 0 else { throw SystemFault("open") }
    defer { close(descriptor) }
    guard write(descriptor, text, text.utf8.count) == text.utf8.count else {
      throw SystemFault("write")
    }
    guard chmod(self(name), mode_t(truncatingIfNeeded: mode)) == 0 else {
      throw SystemFault("chmod")
    }
    return self(name)
  }

  /// Creates a folder and returns its path.
  public func folder(_ name: String, mode: UInt32 = 0o700) throws(SystemFault) -> String {
    guard mkdir(self(name), mode_t(truncatingIfNeeded: mode)) == 0,
      chmod(self(name), mode_t(truncatingIfNeeded: mode)) == 0
    else {
      throw SystemFault("mkdir")
    }
    return self(name)
  }

  /// Creates a symbolic link and returns its path.
  public func link(_ name: String, to target: String) throws(SystemFault) -> String {
    guard symlink(target, self(name)) == 0 else { throw SystemFault("symlink") }
    return self(name)
  }

  /// The contents of a file.
  public func text(of name: String) throws(SystemFault) -> String {
    guard let file = fopen(self(name), "r") else { throw SystemFault("fopen") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}

/// The permission bits of a file; 0 if it does not exist.
public func permissions(_ path: String) -> UInt32 {
  var status = stat()
  return stat(path, &status) == 0 ? UInt32(status.st_mode & 0o7777) : 0
}

/// Removes a file, or a folder with its contents, without following links.
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
