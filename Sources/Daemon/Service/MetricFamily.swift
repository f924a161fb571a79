/// A metric with all its samples.
public struct MetricFamily: Sendable, Hashable {
  /// How a metric changes over time.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It only rises until the process restarts. Its name ends in `_total`.
    case counter
    /// It rises and falls.
    case gauge
    /// The distribution of values.
    case histogram
  }

  /// A number, or a histogram.
  public enum Value: Sendable, Hashable {
    /// A whole number.
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
