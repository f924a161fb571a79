import CLibrary

/// A pipe, closed when it is deinitialized.
public final class Pipe {
  /// The read end; -1 once closed.
  public private(set) var reading: Int32 = -1
  /// The write end; -1 once closed.
  public private(set) var writing: Int32 = -1

  /// Creates a pipe that child processes do not inherit.
  public init() throws(SystemFault) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFault("pipe") }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    closeReading()
    closeWriting()
  }

  /// Closes the read end.
  public func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  /// Closes the write end.
  public func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Writes bytes, which must fit into the pipe's buffer.
  public func send(_ bytes: [UInt8]) throws(SystemFault) {
    guard write(writing, bytes, bytes.count) == bytes.count else { throw SystemFault("write") }
  }

  /// Writes text, which must fit into the pipe's buffer.
  public func send(_ text: String) throws(SystemFault) {
    try send(Array(text.utf8))
  }

  /// The bytes currently in the pipe.
  public func received() -> String {
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(reading, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
