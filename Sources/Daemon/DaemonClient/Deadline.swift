internal import Service

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A moment until which something is waited for.
struct Deadline {
  /// How long that is from the beginning, in whole seconds.
  let seconds: Int
  private let end: UInt64

  init(milliseconds: Int32) {
    seconds = Int(milliseconds) / 1_000
    end = monotonicMicroseconds() + UInt64(max(0, milliseconds)) * 1_000
  }

  /// What is left of it, for `poll`.
  var millisecondsLeft: Int32 {
    let now = monotonicMicroseconds()
    return now < end ? Int32(clamping: (end - now + 999) / 1_000) : 0
  }
}

/// Does nothing for a while.
func sleepMilliseconds(_ milliseconds: UInt64) {
  usleep(UInt32(clamping: milliseconds * 1_000))
}
