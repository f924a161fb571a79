/// Writes metrics in the text format of Prometheus, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
public func metricsText(_ families: [MetricFamily]) -> [UInt8] {
  var writer = MetricsWriter()
  for family in families { writer.write(family) }
  return writer.bytes
}

private struct MetricsWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ family: MetricFamily) {
    precondition(isMetricName(family.name), "'\(family.name)' is not a metric name")
    line("# HELP \(family.name) \(escapedHelp(family.help))")
    line("# TYPE \(family.name) \(family.kind.rawValue)")
    for sample in family.samples {
      switch sample.value {
      case .whole(let value): self.sample(family.name, sample.labels, String(value))
      case .histogram(let histogram): self.histogram(family.name, sample.labels, histogram)
      }
    }
  }

  private mutating func histogram(
    _ name: String, _ labels: [MetricFamily.Label], _ histogram: MetricHistogram
  ) {
    var total: UInt64 = 0
    for (index, count) in histogram.counts.enumerated() {
      total &+= count
      let bound =
        index < histogram.bounds.count
        ? number(Double(histogram.bounds[index]) / histogram.unit) : "+Inf"
      sample(name + "_bucket", labels + [.init("le", bound)], String(total))
    }
    sample(name + "_sum", labels, number(Double(histogram.sum) / histogram.unit))
    sample(name + "_count", labels, String(total))
  }

  private mutating func sample(_ name: String, _ labels: [MetricFamily.Label], _ value: String) {
    let pairs = labels.map { label in
      precondition(isMetricName(label.name), "'\(label.name)' is not a label name")
      return "\(label.name)=\"\(escapedLabel(label.value))\""
    }
    line(name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " " + value)
  }

  private mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// A finite number in the syntax of Go.
private func number(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : value.description
}

private func escapedHelp(_ text: String) -> String {
  replaced(text) { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : nil }
}

private func escapedLabel(_ text: String) -> String {
  replaced(text) { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : $0 == "\"" ? "\\\"" : nil }
}

private func replaced(
  _ text: String, _ replacement: (Unicode.Scalar) -> String?
) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if let other = replacement(scalar) {
      result += other
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Whether a name matches `[a-zA-Z_][a-zA-Z0-9_]*`, which is valid for metrics and labels.
private func isMetricName(_ name: String) -> Bool {
  guard let first = name.utf8.first, !isDigit(first) else { return false }
  return name.utf8.allSatisfy { byte in
    isDigit(byte) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
