import CLibrary

/// The time of the monotonic clock, in nanoseconds.
public func monotonicNanoseconds() -> UInt64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}

/// The end of a wait, by the monotonic clock.
package struct Deadline: Sendable {
  /// The whole wait, in seconds.
  package let seconds: Int
  private let end: UInt64

  /// A wait that begins now.
  package init(milliseconds: some BinaryInteger) {
    let milliseconds = UInt32(clamping: milliseconds)
    seconds = Int(milliseconds / 1_000)
    end = monotonicNanoseconds() + UInt64(milliseconds) * 1_000_000
  }

  /// The rest of the wait, rounded up, for `poll`.
  package var millisecondsLeft: Int32 {
    let now = monotonicNanoseconds()
    return now < end ? Int32(clamping: (end - now + 999_999) / 1_000_000) : 0
  }

  package var isOver: Bool { millisecondsLeft == 0 }
}
