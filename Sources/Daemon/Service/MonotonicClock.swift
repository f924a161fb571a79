import CLibrary

/// Microseconds of the monotonic clock, which systemd expects in `MONOTONIC_USEC`.
package func monotonicMicroseconds() -> UInt64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1_000
}
