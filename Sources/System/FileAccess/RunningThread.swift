import CLibrary

/// A thread that does some work and ends; somebody must wait for it.
package struct RunningThread: @unchecked Sendable {
  private let thread: pthread_t

  /// Starts it; `nil` if the system gives no thread.
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

  /// Waits for its end; to be called once.
  package func wait() {
    pthread_join(thread, nil)
  }
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
