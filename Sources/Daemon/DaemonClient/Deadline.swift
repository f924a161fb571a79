import CLibrary
internal import Service

/// The end of a wait.
struct Deadline {
  /// The whole wait, in seconds.
  let seconds: Int
  private let end: UInt64

  init(milliseconds: Int32) {
    seconds = Int(milliseconds) / 1_000
    end = monotonicMicroseconds() + UInt64(max(0, milliseconds)) * 1_000
  }

  /// The rest of the wait, for `poll`.
  var millisecondsLeft: Int32 {
    let now = monotonicMicroseconds()
    return now < end ? Int32(clamping: (end - now + 999) / 1_000) : 0
  }
}

/// Blocks the thread for some milliseconds.
func sleepMilliseconds(_ milliseconds: UInt64) {
  usleep(UInt32(clamping: milliseconds * 1_000))
}
