#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread of its own for the other end of a pipe: tests that wait in a system call would else
/// wait for each other's tasks, which share a few threads.
final class OtherThread<Result: Sendable> {
  private let work: () -> Result
  private var result: Result?
  #if canImport(Glibc)
    private var thread = pthread_t()
  #else
    private var thread: pthread_t?
  #endif

  /// Starts the work. It must be waited for.
  init(_ work: @escaping @Sendable () -> Result) {
    self.work = work
    let run = Unmanaged.passRetained(Box { [unowned self] in result = self.work() }).toOpaque()
    pthread_create(&thread, nil, { runBox($0) }, run)
  }

  /// Waits for the end of the work; `nil` if the thread could not be started.
  func wait() -> Result? {
    #if canImport(Glibc)
      pthread_join(thread, nil)
    #else
      if let thread { pthread_join(thread, nil) }
    #endif
    return result
  }
}

private final class Box {
  let run: () -> Void

  init(_ run: @escaping () -> Void) {
    self.run = run
  }
}

private func runBox(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
