#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How many processors the system lets this process use at once; 1 if it does not tell.
public var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Does the same work on several threads, of which the caller's is one, and returns when all are
/// done. If the system gives fewer threads, fewer do it.
func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) {
  var started: [pthread_t] = []
  for _ in 1..<max(2, count) where count > 1 {
    if let thread = start(work) { started.append(thread) }
  }
  work()
  for thread in started { pthread_join(thread, nil) }
}

private func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
  let context = Unmanaged.passRetained(Work(work))
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  guard pthread_create(&thread, nil, { run($0) }, context.toOpaque()) == 0 else {
    context.release()
    return nil
  }
  return thread
}

/// What a thread is handed.
private final class Work {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
  return nil
}
