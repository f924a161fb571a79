import CLibrary
internal import CReadline

/// Hands readline the bytes that are typed, one at a time, and never waits for long.
///
/// A terminal that can be read may have nothing to read a moment later, since Ctrl-C throws away
/// what was typed before it. So bytes are read without blocking, and readline is called only when
/// one is there. The terminal is opened afresh for that: to make standard input non-blocking would
/// make it so for everyone who shares it, such as standard output and the shell.
///
/// Amid a bracketed paste or a character of several bytes readline asks until the end comes. For a
/// terminal that never sends it, the end of a paste is made up after a pause or a flood.
final class TypedKeys {
  private enum Input {
    /// Nothing is read ahead.
    case none
    /// A byte is read ahead.
    case byte(UInt8)
    /// The terminal is gone.
    case ended
  }

  private let descriptor: Int32
  private var input = Input.none
  /// What is left of the made-up end of a paste.
  private var madeUp: ArraySlice<UInt8> = []
  /// Bytes since readline was last called afresh.
  private var bytesAmidKeys = 0

  init() {
    // Whose session the terminal controls can always open it, even if another user owns it.
    let isOurs = tcgetsid(STDIN_FILENO) == getsid(0)
    let name = isOurs ? "/dev/tty" : ttyname(STDIN_FILENO).map { String(cString: $0) }
    let opened = name.map { open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) } ?? -1
    descriptor = opened >= 0 ? opened : STDIN_FILENO
  }

  isolated deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Whether there is a byte, or the end, for `next()` to return.
  /// - Parameter milliseconds: How long one is waited for.
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

  /// Begins to count afresh. To be called before readline is, when `isReady` was true.
  func begin() {
    madeUp = []
    bytesAmidKeys = 0
  }

  /// Forgets what was read ahead, as the terminal forgets what was typed before Ctrl-C.
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
          // A NUL would cut off all that was pasted behind it.
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
