import FileAccess

/// A thread of its own for the other end of a pipe: tests that wait in a system call would else
/// wait for each other's tasks, which share a few threads.
final class OtherThread<Result: Sendable> {
  private let result = Monitor<Result?>(nil)
  private let thread: RunningThread?

  /// Starts the work. It must be waited for.
  init(_ work: @escaping @Sendable () -> Result) {
    thread = RunningThread { [result] in
      let made = work()
      result.use { $0 = made }
    }
  }

  /// Waits for the end of the work; `nil` if the thread could not be started.
  func wait() -> Result? {
    thread?.wait()
    return result.look { $0 }
  }
}
