import CLibrary

/// A joinable thread that runs one closure. `wait()` must be called once.
package struct RunningThread: @unchecked Sendable {
  private let thread: pthread_t

  /// Starts the thread; `nil` if the system cannot create it.
  package init?(_ work: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Work(work))
    #if canImport(Glibc)
      var started = pthread_t()
    #else
      var started: pthread_t?
    #endif
    guard pthread_create(&started, nil, { run($0) }, context.toOpaque()) == 0 else {
      context.release()
      return nil
    }
    #if canImport(Glibc)
      thread = started
    #else
      guard let started else { return nil }
      thread = started
    #endif
  }

  /// Waits for the thread to end. Must be called exactly once.
  package func wait() {
    pthread_join(thread, nil)
  }
}

/// The closure passed to a thread.
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
