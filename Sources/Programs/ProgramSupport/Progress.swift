import CLibrary
import Diagnostics
import FileAccess

/// Shows on a terminal that a program is working: from the second second on, a line on standard
/// error that shows what is being done and for how long. It disappears at the end.
package final class Progress {
  /// Closed at the end, which wakes the thread.
  private var bell: Descriptor?
  private let thread: RunningThread
  private let text: Monitor<String>

  /// Shows progress until `work` is done, if standard error is a terminal.
  /// - Parameter what: A clause such as `checking`.
  package static func during<Result, Failure>(
    _ what: String, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try during(what) { (_: Progress?) throws(Failure) in try work() }
  }

  /// Shows progress until `work` is done, if standard error is a terminal; `work` can change what
  /// is shown.
  package static func during<Result, Failure>(
    _ what: String, _ work: (Progress?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let progress = isatty(STDERR_FILENO) == 1 ? Progress(what) : nil
    defer { progress?.end() }
    return try work(progress)
  }

  /// Shows this clause from now on.
  package func show(_ what: String) { text.use { $0 = escaped(what) } }

  /// `nil` if the system has no pipe or thread left.
  private init?(_ what: String) {
    guard let (reading, writing) = Descriptor.pipe() else { return nil }
    let text = Monitor(escaped(what))
    let started = RunningThread {
      var seconds = secondsSilent
      var polled = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
      // The end of the pipe is the only event.
      while poll(&polled, 1, seconds == secondsSilent ? Int32(seconds) * 1_000 : 1_000) == 0 {
        writeToTerminal("\r\(line(text.look { $0 }, ": \(seconds) s"))\u{1B}[K\r")
        seconds += 1
      }
      if seconds > secondsSilent { writeToTerminal("\r\u{1B}[K") }
    }
    guard let started else { return nil }
    (bell, thread, self.text) = (writing, started, text)
  }

  private func end() {
    bell = nil
    thread.wait()
  }
}

/// A clause and what follows it, shortened to a line of the terminal: more would scroll it.
private func line(_ clause: String, _ end: String) -> String {
  guard let columns = terminalColumns(STDERR_FILENO), terminalWidth(clause + end) >= columns
  else { return clause + end }
  var left = columns - 2 - terminalWidth(end)
  let shown = clause.unicodeScalars.prefix { scalar in
    left -= terminalWidth(scalar)
    return left >= 0
  }
  return String(shown) + "…" + end
}

private func writeToTerminal(_ text: String) {
  var text = text
  _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// How long work may take before progress is shown.
private let secondsSilent = 2
