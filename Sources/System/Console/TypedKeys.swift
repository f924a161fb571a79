import CLibrary
internal import CReadline

/// Supplies readline with typed bytes, one at a time, without blocking for long.
///
/// A readable terminal may have no input a moment later, since Ctrl-C discards what was typed
/// before it. So bytes are read without blocking, and readline is called only when one is
/// available. The terminal is opened again for this: making standard input non-blocking would
/// affect everyone who shares it, such as standard output and the shell.
///
/// Within a bracketed paste or a multibyte character, readline keeps asking for bytes until it is
/// complete. If the terminal never sends the end of a paste, it is simulated after a pause or after
/// `typedLineBytesMax` bytes.
final class TypedKeys {
  private enum Input {
    /// No byte is read ahead.
    case none
    /// One byte is read ahead.
    case byte(UInt8)
    /// The terminal is gone.
    case ended
  }

  private let descriptor: Int32
  private var input = Input.none
  /// The rest of the simulated end of a paste.
  private var madeUp: ArraySlice<UInt8> = []
  /// The number of bytes since `begin()`.
  private var bytesAmidKeys = 0

  init() {
    // A process can always open its controlling terminal as /dev/tty, even if another user owns it.
    let isOurs = tcgetsid(STDIN_FILENO) == getsid(0)
    let name = isOurs ? "/dev/tty" : ttyname(STDIN_FILENO).map { String(cString: $0) }
    let opened = name.map { open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) } ?? -1
    descriptor = opened >= 0 ? opened : STDIN_FILENO
  }

  isolated deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Whether a byte, or the end of the input, is available to `next()`.
  /// - Parameter milliseconds: How long to wait for one.
  func isReady(waiting milliseconds: Int32) -> Bool {
    guard case .none = input else { return true }
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return false }
    var byte: UInt8 = 0
    let count = read(descriptor, &byte, 1)
    if count == 1 {
      input = .byte(byte)
      return true
    }
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return false }
    input = .ended
    return true
  }

  /// Resets the byte count. Must be called before each call of readline, after `isReady` returned
  /// true.
  func begin() {
    madeUp = []
    bytesAmidKeys = 0
  }

  /// Discards the byte read ahead, as the terminal discards what was typed before Ctrl-C.
  func forget() {
    if case .byte = input { input = .none }
    madeUp = []
  }

  /// The next byte, or -1 at the end of the input.
  func next() -> Int32 {
    while true {
      if let byte = madeUp.popFirst() { return Int32(byte) }
      if bytesAmidKeys < typedLineBytesMax, isReady(waiting: pausedKeysMillisecondsMax) {
        switch input {
        case .byte(let byte):
          input = .none
          bytesAmidKeys += 1
          // A NUL would truncate the pasted text.
          if byte != 0 || !creadline_is_amid_keys() { return Int32(byte) }
          continue
        case .ended where !creadline_is_amid_keys(): return -1
        case .ended, .none: break
        }
      }
      madeUp = pasteEnd[...]
    }
  }
}

private let pasteEnd = Array("\u{1B}[201~".utf8)
