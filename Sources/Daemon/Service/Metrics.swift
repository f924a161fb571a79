import Diagnostics
public import EventLoops
public import FileAccess

/// A metric with all its samples.
public struct MetricFamily: Sendable, Hashable {
  /// How a metric changes over time.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It only rises until the process restarts. Its name ends in `_total`.
    case counter
    case gauge
    case histogram
  }

  /// A number, or a histogram.
  public enum Value: Sendable, Hashable {
    case whole(Int64)
    /// Only in families of kind `histogram`.
    case histogram(MetricHistogram)
  }

  /// One value with its labels. A label never holds user text: it has one of a few values.
  public struct Sample: Sendable, Hashable {
    /// Names and values, such as `method` and `open`.
    public var labels: [Label]
    /// The measured value.
    public var value: Value

    /// A sample.
    public init(_ value: Value, _ labels: [Label] = []) {
      self.value = value
      self.labels = labels
    }
  }

  /// One label of a sample.
  public struct Label: Sendable, Hashable {
    /// Letters, digits and underscores.
    public var name: String
    /// Any text; it is escaped when it is written.
    public var value: String

    /// A label.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Such as `signalbox_requests_total`: letters, digits and underscores.
  public var name: String
  /// Its description: one sentence.
  public var help: String
  /// How it changes over time.
  public var kind: Kind
  /// No two have the same labels.
  public var samples: [Sample]

  /// A family.
  public init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    self.name = name
    self.kind = kind
    self.help = help
    self.samples = samples
  }

  /// A family with one number and no labels.
  public init(_ name: String, _ kind: Kind, _ help: String, _ value: Int64) {
    self.init(name, kind, help, [Sample(.whole(value))])
  }
}

/// A distribution of values, as in the Prometheus exposition format.
///
/// Values are integers of a small unit (nanoseconds, bytes), so that adding one takes only a few
/// comparisons and additions; they are exported in a larger unit.
public struct MetricHistogram: Sendable, Hashable {
  /// The largest value of each bucket, ascending; one more bucket without a bound follows.
  public let bounds: [UInt64]
  /// The small units in one exported unit: 1e9 for nanoseconds exported as seconds.
  public let unit: Double
  /// The number of values in each bucket; one more than there are bounds.
  public private(set) var counts: [UInt64]
  /// The sum of all values.
  public private(set) var sum: UInt64 = 0

  /// An empty histogram.
  /// - Precondition: The bounds ascend.
  public init(bounds: [UInt64], unit: Double = 1) {
    precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "the bounds must increase")
    self.bounds = bounds
    self.unit = unit
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// For latencies from 10 µs to 10 s: values in nanoseconds, exported in seconds.
  public static var latency: MetricHistogram {
    MetricHistogram(
      bounds: [
        10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
        10_000_000, 50_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
      ], unit: 1e9)
  }

  /// The number of values.
  public var count: UInt64 { counts.reduce(0, &+) }

  /// Adds a value one or more times.
  /// - Complexity: O(bounds below the value); no allocation.
  public mutating func add(_ value: UInt64, times: UInt64 = 1) {
    var index = 0
    while index < bounds.count, bounds[index] < value { index += 1 }
    counts[index] &+= times
    sum &+= value &* times
  }
}

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
    line("# HELP \(family.name) \(metricText(family.help))")
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
      return "\(label.name)=\"\(metricText(label.value, isLabel: true))\""
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

/// Escapes backslashes and line ends, and in the value of a label quotation marks.
private func metricText(_ text: String, isLabel: Bool = false) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\\": result += "\\\\"
    case "\"" where isLabel: result += "\\\""
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Whether a name matches `[a-zA-Z_][a-zA-Z0-9_]*`, which is valid for metrics and labels.
private func isMetricName(_ name: String) -> Bool {
  guard let first = name.utf8.first, !first.isDigit else { return false }
  return name.utf8.allSatisfy { byte in
    byte.isLetterOrDigit || byte == UInt8(ascii: "_")
  }
}

/// A metrics file for the textfile collector of Prometheus' node_exporter, replaced atomically
/// every `metricsEveryMilliseconds`.
@MainActor public final class MetricsFile {
  private let path: String
  private let families: () -> [MetricFamily]
  private let onFault: (FileError) -> Void
  private var timer: LoopTimer?

  /// Writes the file periodically until `end`.
  /// - Parameters:
  ///   - families: Called before each write.
  ///   - onFault: Called when a write fails; the next write is attempted anyway.
  public init(
    path: String, loop: EventLoop, everyMilliseconds: UInt64 = metricsEveryMilliseconds,
    families: @escaping () -> [MetricFamily], onFault: @escaping (FileError) -> Void
  ) throws(LoopFault) {
    self.path = path
    self.families = families
    self.onFault = onFault
    let timer = try loop.timer { [weak self] in self?.write() }
    self.timer = timer
    timer.start(afterMilliseconds: 0, everyMilliseconds: everyMilliseconds)
  }

  /// Writes it now.
  public func write() {
    do throws(FileError) {
      try writeFile(path, metricsText(families()), isSynced: false)
    } catch {
      onFault(error)
    }
  }

  /// Writes the file a last time. Call it before the loop is closed.
  public func end() {
    timer?.stop()
    timer = nil
    write()
  }
}
