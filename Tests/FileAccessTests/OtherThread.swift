import FileAccess

/// A dedicated thread for the other end of a pipe. Tests that block in a system call would
/// otherwise wait for each other's tasks, which share a few threads.
final class OtherThread<Result: Sendable> {
  private let result = Monitor<Result?>(nil)
  private let thread: RunningThread?

  /// Starts the work. Call `wait()` before the value is released.
  init(_ work: @escaping @Sendable () -> Result) {
    thread = RunningThread { [result] in
      let made = work()
      result.use { $0 = made }
    }
  }

  /// Waits until the work ends and returns its result; `nil` if the thread could not be started.
  func wait() -> Result? {
    thread?.wait()
    return result.look { $0 }
  }
}
