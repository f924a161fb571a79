internal import CReadline

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Hands readline the bytes that are typed, one at a time.
///
/// readline asks for a byte when there is one, except amid a bracketed paste or a character of several
/// bytes, where it asks until the end comes. A terminal that never sends the end would hold up the
/// loop for good, so that after a pause, or a flood, the end of a paste is made up.
final class TypedKeys {
  private let pasteEnd = Array("\u{1B}[201~".utf8)
  /// What is left of the made-up end of a paste.
  private var madeUp: ArraySlice<UInt8> = []
  /// Bytes since the paste began.
  private var pastedBytes = 0

  /// The next byte, or -1 at the end of the input.
  func next() -> Int32 {
    let isAmidKeys = creadline_is_amid_keys()
    if !isAmidKeys {
      madeUp = []
      pastedBytes = 0
    }
    while true {
      if let byte = madeUp.popFirst() { return Int32(byte) }
      let byte =
        isAmidKeys && (pastedBytes >= typedLineBytesMax || !isReadable()) ? nil : readByte()
      if let byte {
        pastedBytes += 1
        // A NUL would cut off all that was pasted behind it.
        if byte == 0, isAmidKeys { continue }
        return Int32(byte)
      }
      guard isAmidKeys else { return -1 }
      madeUp = pasteEnd[...]
    }
  }

  /// Waits a moment for a byte; false if none comes.
  private func isReadable() -> Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, pausedKeysMillisecondsMax) > 0
  }

  /// Reads a byte; `nil` when the terminal is gone.
  private func readByte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 1 { return byte }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK, waited() { continue }
      return nil
    }
  }

  /// Another program may have made the terminal non-blocking; then a byte is waited for here.
  private func waited() -> Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, -1) >= 0 || errno == EINTR
  }
}
