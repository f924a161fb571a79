import CLibrary

/// How many processors the system lets this process use at once; 1 if it does not tell.
public var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Does the same work on several threads, of which the caller's is one, and returns when all are
/// done. If the system gives fewer threads, fewer do it.
func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) {
  var started: [RunningThread] = []
  for _ in 1..<max(2, count) where count > 1 {
    if let thread = RunningThread(work) { started.append(thread) }
  }
  work()
  for thread in started { thread.wait() }
}
