import Diagnostics
import FileAccess

/// How long the command at a prompt has taken, if `timing on` was typed.
struct PromptTiming {
  var isOn = false
  private var start: UInt64 = 0

  mutating func begin() { start = monotonicNanoseconds() }

  /// A line such as `time: 1.25 ms`; empty if it is off.
  func text(_ paint: Paint) -> String {
    guard isOn else { return "" }
    let microseconds = (monotonicNanoseconds() - start) / 1_000
    return paint(
      "time: \(microseconds / 1_000).\(zeroPadded(microseconds % 1_000 / 10, 2)) ms", .advice)
      + "\n"
  }
}
