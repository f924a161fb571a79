import CLibrary
import Diagnostics
import FileAccess

/// Shows on a terminal that work goes on: from the second second on, a line on standard error with
/// what is done and for how long, which disappears at the end.
package final class Progress {
  /// Closed at the end, which wakes the thread.
  private var bell: Descriptor?
  private let thread: RunningThread

  /// Shows progress until `work` is done, if standard error is a terminal.
  /// - Parameter what: A clause such as `checking`.
  package static func during<Result, Failure>(
    _ what: String, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let progress = isatty(STDERR_FILENO) == 1 ? Progress(what) : nil
    defer { progress?.end() }
    return try work()
  }

  /// `nil` if the system has no pipe or thread left.
  private init?(_ what: String) {
    guard let (reading, writing) = Descriptor.pipe() else { return nil }
    let text = escaped(what)
    let started = RunningThread {
      var seconds = secondsSilent
      var polled = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
      // The end of the pipe is the only event.
      while poll(&polled, 1, seconds == secondsSilent ? Int32(seconds) * 1_000 : 1_000) == 0 {
        show("\r\(text): \(seconds) s\u{1B}[K\r")
        seconds += 1
      }
      if seconds > secondsSilent { show("\r\u{1B}[K") }
    }
    guard let started else { return nil }
    (bell, thread) = (writing, started)
  }

  private func end() {
    bell = nil
    thread.wait()
  }
}

private func show(_ text: String) {
  var text = text
  _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// How long work may take before progress is shown.
private let secondsSilent = 2
