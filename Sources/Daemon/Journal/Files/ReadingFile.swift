internal import FileAccess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is read at any place.
final class ReadingFile {
  /// Its bytes when it was opened.
  let count: Int
  private let descriptor: Int32
  private let path: String

  /// Opens it; `nil` if there is none.
  init?(_ path: String) throws(JournalError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    count = descriptor < 0 ? 0 : Int(fileBytes(path))
    guard descriptor < 0 else { return }
    guard errno == ENOENT else { throw .file(.unreadable(path: path, fault: .last)) }
    return nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// So many bytes from a place on; fewer at the end.
  func bytes(from start: Int, count: Int) throws(JournalError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, start + filled)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .file(.unreadable(path: path, fault: .last)) }
      if got == 0 { break }
      filled += got
    }
    return Array(bytes[..<filled])
  }
}
