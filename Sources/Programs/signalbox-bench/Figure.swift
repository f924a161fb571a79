import CLibrary
import Diagnostics
import FileAccess
import JSONCodec
import ProgramSupport

struct Figure: Sendable {
  let subject: String
  /// The measured quantity, such as `rate`.
  let metric: String
  /// The unit of the three values, such as `links/s`.
  let unit: String
  /// The median of all runs.
  let value: Double
  /// The number of runs, without the warm-up.
  let runs: Int
  let min: Double
  let max: Double

  init(of subject: String = "app", metric: String, unit: String, samples: Samples) {
    self.subject = subject
    self.metric = metric
    self.unit = unit
    value = rounded(samples.median)
    runs = samples.values.count
    min = rounded(samples.min)
    max = rounded(samples.max)
  }

  /// One object with the keys `bench`, `case`, `metric`, `value`, `unit`, `runs`, `min` and `max`.
  func json(of bench: BenchmarkName) -> JSON {
    [
      "bench": .string(bench.rawValue), "case": .string(subject), "metric": .string(metric),
      "value": JSON(value), "unit": .string(unit), "runs": .int(Int64(runs)), "min": JSON(min),
      "max": JSON(max),
    ]
  }

  /// The figure and its range, for a table.
  var text: String {
    let span = runs == 1 ? "1 run" : "\(grouped(min)) to \(grouped(max)), \(runs) runs"
    return "\(grouped(value)) \(unit) (\(span))"
  }
}

/// Rounds to one decimal; more digits would be noise.
private func rounded(_ value: Double) -> Double {
  (value * 10).rounded() / 10
}

/// Formats a number with commas between groups of three digits, and a fraction only below 1,000.
func grouped(_ value: Double) -> String {
  guard value >= 1000, let whole = Int(exactly: value.rounded()) else { return value.description }
  var groups: [String] = []
  var rest = whole
  while rest >= 1000 {
    groups.append(zeroPadded(rest % 1000, 3))
    rest /= 1000
  }
  groups.append(String(rest))
  return groups.reversed().joined(separator: ",")
}

/// The values measured by several runs.
struct Samples {
  /// The largest number of runs per figure.
  static let runs = 9
  /// The smallest number, even if they take longer than `secondsMax`.
  static let runsMin = 3
  /// How long the runs of a figure may take together.
  static let secondsMax = 3.0

  /// One value per run; never empty.
  let values: [Double]

  var median: Double { values.sorted()[values.count / 2] }
  var min: Double { values.min() ?? 0 }
  var max: Double { values.max() ?? 0 }

  /// Takes values that were measured elsewhere, at least one.
  init(values: [Double]) {
    precondition(!values.isEmpty, "nothing was measured")
    self.values = values
  }

  /// Measures a body once to warm up, and then as often as `repeatedly` allows.
  init<Failure>(_ body: () throws(Failure) -> Double) throws(Failure) {
    var values: [Double] = []
    try Self.repeatedly { (isWarmUp) throws(Failure) in
      let value = try body()
      if !isWarmUp { values.append(value) }
    }
    self.values = values
  }

  /// Calls `body` once to warm up and then `runs` times, or as often as there is time for. Figures
  /// that are compared are measured in one body, so that other load affects all of them.
  static func repeatedly<Failure>(
    _ body: (_ isWarmUp: Bool) throws(Failure) -> Void
  ) throws(Failure) {
    try body(true)
    let end = monotonicSeconds() + secondsMax
    for run in 0..<runs where run < runsMin || monotonicSeconds() < end { try body(false) }
  }

  init(once value: Double) {
    values = [value]
  }

  /// Measures how many operations `body` performs per second of processor time; each call performs
  /// `count`.
  ///
  /// Processor time excludes other load on the machine.
  /// - Parameter body: Returns a number computed from all results, so that no work can be optimized
  ///   away; every call must return the same.
  init(ratePerSecondOf count: Int, _ body: () -> Int) {
    var results: Set<Int> = []
    self.init { () -> Double in
      var result = 0
      let seconds = processorSeconds { result = body() }
      results.insert(result)
      return Double(count) / Swift.max(seconds, secondsMin)
    }
    precondition(results.count == 1, "the same work gave different results")
  }
}

func monotonicSeconds() -> Double { Double(monotonicNanoseconds()) / 1e9 }

/// The processor time that this process uses for `work`, in seconds.
func processorSeconds(_ work: () -> Void) -> Double {
  let start = seconds(of: CLOCK_PROCESS_CPUTIME_ID)
  work()
  return seconds(of: CLOCK_PROCESS_CPUTIME_ID) - start
}

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The resolution of the clock, which avoids a division by zero.
private let secondsMin = 1e-9
