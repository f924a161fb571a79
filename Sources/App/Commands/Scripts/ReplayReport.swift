public import Diagnostics
public import JSONCodec
import Navigation

/// What became of a number of scripts: the result of `signalbox replay` (design §7).
public struct ReplayReport: Sendable {
  /// What became of one script.
  public struct Script: Sendable {
    /// The file as it was named.
    public let file: String
    /// Command lines that were run.
    public internal(set) var steps = 0
    /// How many of them were expectations.
    public internal(set) var expectations = 0
    /// How many failed.
    public internal(set) var failureCount = 0
    /// Why, in order: the first `Limits.failuresListedMax`.
    public internal(set) var failures: [any Diagnostic] = []
    /// Whether it could not be read; the failure says why.
    public internal(set) var isUnreadable = false
  }

  /// The scripts in the order in which they were run.
  public internal(set) var scripts: [Script] = []

  /// A report of no scripts.
  public init() {}

  /// Command lines of all scripts.
  public var steps: Int { scripts.reduce(0) { $0 + $1.steps } }
  /// Expectations of all scripts.
  public var expectations: Int { scripts.reduce(0) { $0 + $1.expectations } }
  /// Failures of all scripts.
  public var failures: Int { scripts.reduce(0) { $0 + $1.failureCount } }
  /// Whether a script could not be read.
  public var isUnreadable: Bool { scripts.contains(where: \.isUnreadable) }

  /// Every failure on a line, then `3 scripts, 42 steps, 12 expectations, 0 failures`. Lines end in
  /// `\n`.
  public var text: String {
    var text = ""
    for script in scripts {
      for failure in script.failures { text += failure.summary + "\n" }
      let left = script.failureCount - script.failures.count
      if left > 0 { text += "\(escaped(script.file)): and \(counted(left, "more failure"))\n" }
    }
    let counts = [
      counted(scripts.count, "script"), counted(steps, "step"),
      counted(expectations, "expectation"), counted(failures, "failure"),
    ]
    return text + counts.joined(separator: ", ") + "\n"
  }

  /// `{"scripts":3,"steps":42,"expectations":12,"failures":0}`, the last line of `replay --json`.
  public var json: JSON {
    [
      "scripts": JSON(scripts.count), "steps": JSON(steps), "expectations": JSON(expectations),
      "failures": JSON(failures),
    ]
  }
}
