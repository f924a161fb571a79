import Diagnostics
import JSONCodec

/// One measured figure.
struct Figure: Sendable {
  /// The benchmark.
  let bench: String
  /// The case that was measured.
  let subject: String
  /// The measured quantity, such as `rate`.
  let metric: String
  /// The unit of the three values, such as `links/s`.
  let unit: String
  /// The median of all runs.
  let value: Double
  /// The number of runs, without the warm-up.
  let runs: Int
  /// The smallest run.
  let min: Double
  /// The largest run.
  let max: Double

  init(
    bench: String, of subject: String = "app", metric: String, unit: String, samples: Samples
  ) {
    self.bench = bench
    self.subject = subject
    self.metric = metric
    self.unit = unit
    value = rounded(samples.median)
    runs = samples.values.count
    min = rounded(samples.min)
    max = rounded(samples.max)
  }

  /// One object with the keys `bench`, `case`, `metric`, `value`, `unit`, `runs`, `min` and `max`.
  var json: JSON {
    [
      "bench": .string(bench), "case": .string(subject), "metric": .string(metric),
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
