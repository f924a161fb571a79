/// What is measured under one name, for all its labels.
public struct MetricFamily: Sendable, Hashable {
  /// What a number means over time.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It only rises, until the process starts again. Its name ends in `_total`.
    case counter
    /// It goes up and down.
    case gauge
    /// How often values were how large.
    case histogram
  }

  /// A number, or a histogram.
  public enum Value: Sendable, Hashable {
    /// A whole number.
    case whole(Int64)
    /// For families of that kind alone.
    case histogram(MetricHistogram)
  }

  /// One value and what it is of. Labels never hold text of users: each value is one of few.
  public struct Sample: Sendable, Hashable {
    /// Names and values, such as `method` and `open`.
    public var labels: [Label]
    /// What was measured.
    public var value: Value

    /// A value without labels, or with some.
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
  /// What it tells: one sentence.
  public var help: String
  /// What its numbers mean.
  public var kind: Kind
  /// All there are; no two have the same labels.
  public var samples: [Sample]

  /// Puts a family together.
  public init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    self.name = name
    self.kind = kind
    self.help = help
    self.samples = samples
  }

  /// A family of one number without labels.
  public init(_ name: String, _ kind: Kind, _ help: String, _ value: Int64) {
    self.init(name, kind, help, [Sample(.whole(value))])
  }
}
