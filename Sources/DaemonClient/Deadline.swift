#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A moment until which something is waited for.
struct Deadline {
  /// How long that is from the beginning, in whole seconds.
  let seconds: Int
  private let end: Int64

  init(milliseconds: Int32) {
    seconds = Int(milliseconds) / 1_000
    end = Self.now + Int64(milliseconds)
  }

  /// What is left of it, for `poll`.
  var millisecondsLeft: Int32 { Int32(clamping: max(0, end - Self.now)) }

  private static var now: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }
}

/// Does nothing for a while.
func sleepMilliseconds(_ milliseconds: UInt64) {
  usleep(UInt32(clamping: milliseconds * 1_000))
}
