public import Diagnostics
public import JSONCodec
import Navigation

/// The results of replayed scripts, as printed by `signalbox replay`.
public struct ReplayReport: Sendable {
  /// The result of one script.
  public struct Script: Sendable {
    /// The file, as the user named it.
    public let file: String
    /// The number of command lines that ran.
    public internal(set) var steps = 0
    /// The number of expectations among them.
    public internal(set) var expectations = 0
    /// The number of failures.
    public internal(set) var failureCount = 0
    /// The first `Limits.failuresListedMax` failures, in order.
    public internal(set) var failures: [any Diagnostic] = []
    /// Whether the file could not be read; `failures` has the reason.
    public internal(set) var isUnreadable = false
  }

  /// The scripts, in the order in which they ran.
  public internal(set) var scripts: [Script] = []

  /// Creates an empty report.
  public init() {}

  /// The number of command lines of all scripts.
  public var steps: Int { scripts.reduce(0) { $0 + $1.steps } }
  /// The number of expectations of all scripts.
  public var expectations: Int { scripts.reduce(0) { $0 + $1.expectations } }
  /// The number of failures of all scripts.
  public var failures: Int { scripts.reduce(0) { $0 + $1.failureCount } }
  /// Whether any script could not be read.
  public var isUnreadable: Bool { scripts.contains(where: \.isUnreadable) }

  /// One line per failure, then `3 scripts, 42 steps, 12 expectations, 0 failures`. Lines end in
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
