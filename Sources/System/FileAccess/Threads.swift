import CLibrary

/// The number of online processors; at least 1.
public var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Runs the same closure on several threads, including the caller's, and returns when all are done.
/// If the system cannot create enough threads, fewer run it.
func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) {
  var started: [RunningThread] = []
  for _ in 1..<max(2, count) where count > 1 {
    if let thread = RunningThread(work) { started.append(thread) }
  }
  work()
  for thread in started { thread.wait() }
}
