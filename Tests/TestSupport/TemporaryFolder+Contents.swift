import CLibrary
package import FileAccess

// Only the C library, since these also test `FileAccess`.
extension TemporaryFolder {
  /// Writes a file, overwriting an existing one, and returns its path.
  @discardableResult
  package func file(
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
  package func folder(_ name: String, mode: UInt32 = 0o700) throws(SystemFault) -> String {
    guard mkdir(self(name), mode_t(truncatingIfNeeded: mode)) == 0,
      chmod(self(name), mode_t(truncatingIfNeeded: mode)) == 0
    else {
      throw SystemFault("mkdir")
    }
    return self(name)
  }

  /// Creates a symbolic link and returns its path.
  package func link(_ name: String, to target: String) throws(SystemFault) -> String {
    guard symlink(target, self(name)) == 0 else { throw SystemFault("symlink") }
    return self(name)
  }

  /// The contents of a file.
  package func text(of name: String) throws(SystemFault) -> String {
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
