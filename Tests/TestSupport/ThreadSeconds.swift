import CLibrary

/// The processor time that some work takes on this thread, independent of other load.
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
