#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What this thread uses of the processor for some work, so that a busy machine fails no test.
public func threadSeconds(_ work: () throws -> Void) rethrows -> Double {
  let begin = threadSeconds()
  try work()
  return threadSeconds() - begin
}

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
