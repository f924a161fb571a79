import JSONCodec

/// One measured figure.
struct Figure: Sendable {
  /// The benchmark.
  let bench: String
  /// What it was run on.
  let subject: String
  /// What was measured, such as `rate`.
  let metric: String
  /// The unit of the three values, such as `links/s`.
  let unit: String
  /// The median of all runs.
  let value: Double
  /// The runs behind the figure, the warm-up not counted.
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

  /// One object with the keys of design §7: bench, case, metric, value, unit, runs, min, max.
  var json: JSON {
    [
      "bench": .string(bench), "case": .string(subject), "metric": .string(metric),
      "value": JSON(value), "unit": .string(unit), "runs": .int(Int64(runs)), "min": JSON(min),
      "max": JSON(max),
    ]
  }

  /// A row for a person: the figure and its span.
  var text: String {
    let span = runs == 1 ? "1 run" : "\(grouped(min)) to \(grouped(max)), \(runs) runs"
    return "\(grouped(value)) \(unit) (\(span))"
  }
}

/// To one digit behind the point; more would be noise.
private func rounded(_ value: Double) -> Double {
  (value * 10).rounded() / 10
}

/// A number with a comma between groups of three digits; its fraction only below a thousand.
func grouped(_ value: Double) -> String {
  guard value >= 1000, let whole = Int(exactly: value.rounded()) else { return value.description }
  var groups: [String] = []
  var rest = whole
  while rest >= 1000 {
    let group = String(rest % 1000)
    groups.append(String(repeating: "0", count: 3 - group.count) + group)
    rest /= 1000
  }
  groups.append(String(rest))
  return groups.reversed().joined(separator: ",")
}
