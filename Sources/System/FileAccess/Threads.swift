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

/// The results of `body` for each piece, in their order. Every processor takes the next piece until
/// none is left.
package func mapOnProcessors<Piece: Sendable, Result: Sendable>(
  _ pieces: [Piece], _ body: @escaping @Sendable (Piece) -> Result
) -> [Result] {
  let work = Monitor((next: 0, results: [Result?](repeating: nil, count: pieces.count)))
  onThreads(min(processorCount, pieces.count)) {
    while true {
      let index = work.use { work in
        defer { work.next += 1 }
        return work.next
      }
      guard index < pieces.count else { return }
      let result = body(pieces[index])
      work.use { $0.results[index] = result }
    }
  }
  return work.use { $0.results.compactMap(\.self) }
}

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

/// A value shared by several threads: a mutex with a condition variable.
package final class Monitor<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Calls `body` with exclusive access to the value, then wakes all waiting threads.
  /// - Parameter isReady: The condition to wait for before calling `body`.
  package func use<Result>(
    when isReady: (Value) -> Bool = { _ in true }, _ body: (inout Value) -> Result
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    while !isReady(value) { pthread_cond_wait(condition, mutex) }
    return body(&value)
  }

  /// Reads the value with exclusive access, without waking waiting threads.
  package func look<Result>(_ body: (Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(value)
  }
}
