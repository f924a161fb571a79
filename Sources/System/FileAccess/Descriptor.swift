import CLibrary

/// A file descriptor, closed when the last reference to it is released if it is owned.
package final class Descriptor: Sendable {
  package let number: Int32
  private let isOwned: Bool

  init(_ number: Int32, isOwned: Bool) {
    self.number = number
    self.isOwned = isOwned
  }

  /// Opens a path without blocking, close-on-exec and without acquiring a controlling terminal.
  /// Opening a FIFO for writing fails at once if it has no reader.
  package convenience init(opening path: String, _ flags: Int32, mode: UInt32 = 0) throws(FileFault)
  {
    try self.init(opening: path, in: AT_FDCWD, flags, mode: mode)
  }

  /// Does so, with a path that is relative to a folder.
  convenience init(
    opening path: String, in folder: Int32, _ flags: Int32, mode: UInt32
  ) throws(FileFault) {
    guard !path.utf8.isEmpty, !path.utf8.contains(0) else { throw .badPath }
    let all = flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    var number = openat(folder, path, all, mode_t(truncatingIfNeeded: mode))
    while number < 0, errno == EINTR {
      number = openat(folder, path, all, mode_t(truncatingIfNeeded: mode))
    }
    guard number >= 0 else { throw .last }
    self.init(number, isOwned: true)
  }

  deinit {
    if isOwned { close(number) }
  }

  /// The result of `fstat`.
  func status() throws(FileFault) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return status
  }

  /// Returns the status of a regular file; throws `isFolder` or `notAFile` for anything else.
  func requireFile() throws(FileFault) -> stat {
    let status = try status()
    switch status.kind {
    case S_IFREG: return status
    case S_IFDIR: throw .isFolder
    default: throw .notAFile
    }
  }

  /// The two ends of a new close-on-exec pipe; `nil` if the system cannot create one.
  package static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
    var numbers: [Int32] = [-1, -1]
    guard CLibrary.pipe(&numbers) == 0 else { return nil }
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(numbers[0], isOwned: true), Descriptor(numbers[1], isOwned: true))
  }

  /// Waits until this descriptor has input or is at its end. Returns the first of `others` whose
  /// other end was closed before that.
  func waitForInput(orEndOf others: [Descriptor]) throws(FileFault) -> Descriptor? {
    // `poll` ignores negative descriptors; let `read` report the error.
    guard number >= 0 else { return nil }
    while true {
      var requests = [pollfd(fd: number, events: Int16(POLLIN), revents: 0)]
      requests += others.map { pollfd(fd: $0.number, events: 0, revents: 0) }
      let count = poll(&requests, nfds_t(requests.count), -1)
      if count > 0 {
        let closed = requests.dropFirst().firstIndex { $0.revents & Int16(POLLERR | POLLHUP) != 0 }
        return closed.map { others[$0 - 1] }
      }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Reads up to `buffer.count` bytes, waiting until some are available.
  /// - Returns: The number of bytes read, 0 at the end.
  package func read(into buffer: inout [UInt8]) throws(FileFault) -> Int {
    while true {
      let count = CLibrary.read(number, &buffer, buffer.count)
      if count >= 0 { return count }
      try wait(for: Int16(POLLIN))
    }
  }

  /// Writes all bytes, waiting while the other end is not ready.
  package func write(_ bytes: [UInt8]) throws(FileFault) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileFault) in try write(bytes) }
  }

  /// Writes all bytes, waiting while the other end is not ready.
  package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileFault) {
    var rest = bytes
    while !rest.isEmpty {
      let count = CLibrary.write(number, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeBufferPointer(rebasing: rest[count...])
      } else {
        try wait(for: Int16(POLLOUT))
      }
    }
  }

  /// Handles a failed call: returns when it can be retried, otherwise throws.
  private func wait(for event: Int16) throws(FileFault) {
    if errno == EINTR { return }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { throw .last }
    var request = pollfd(fd: number, events: event, revents: 0)
    guard poll(&request, 1, -1) >= 0 || errno == EINTR else { throw .last }
  }
}

extension stat {
  /// The file type: `S_IFREG`, `S_IFDIR`, `S_IFLNK`, …
  var kind: mode_t { st_mode & S_IFMT }

  /// The status of a path, following links; `nil` if `stat` fails.
  init?(path: String) {
    self.init()
    guard !path.utf8.contains(0), stat(path, &self) == 0 else { return nil }
  }

  /// The status of a path without following a final link; `nil` if `lstat` fails.
  init?(linkPath path: String) {
    self.init()
    guard !path.utf8.contains(0), lstat(path, &self) == 0 else { return nil }
  }
}
