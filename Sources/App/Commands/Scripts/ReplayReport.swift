public import Diagnostics

/// The results of replayed scripts, as printed by `signalbox replay`.
public struct ReplayReport: Sendable {
  /// A line of a script that failed.
  public struct Failure: Sendable {
    /// What is wrong, and where.
    public let diagnostic: Diagnostic
    /// The line as written; empty if the file could not be read.
    public let command: String
    /// The expectation that does not hold; `nil` if the line failed in another way.
    var unmet: (expected: String, actual: String)?
  }

  /// An expectation, or a line that failed.
  public struct Case: Sendable {
    /// The line's position.
    public let position: SourcePosition
    /// The line as written.
    public let command: String
    /// Its duration, from the end of the previous step; 0 without a clock.
    public let nanoseconds: UInt64
    /// What is wrong; `nil` if the expectation holds.
    public let failure: Diagnostic?
  }

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
    public internal(set) var failures: [Failure] = []
    /// The expectations and failures, in order.
    public internal(set) var cases: [Case] = []
    /// Whether the file could not be read; `failures` has the reason.
    public internal(set) var isUnreadable = false
    /// The number of command lines after the one that ended the script: a failure, `quit`, or a
    /// bound.
    public internal(set) var linesNotRun = 0
    /// How long the script took; `nil` without a clock.
    public internal(set) var nanoseconds: UInt64?
  }

  /// The scripts, in the order they ran.
  public internal(set) var scripts: [Script] = []

  /// Creates an empty report.
  public init() {}

  /// What was run, and how much of it failed.
  public var counts: ReplayCounts { scripts.reduce(into: ReplayCounts()) { $0 += $1.counts } }
  /// The number of failures of all scripts.
  public var failures: Int { counts.failures }

  /// The text of every script, then `3 scripts, 42 steps, 12 expectations, 0 failures`. Lines end
  /// in `\n`.
  public var text: String { scripts.map { $0.text() }.joined() + counts.summary }
}

extension ReplayReport.Script {
  var counts: ReplayCounts {
    ReplayCounts(
      scripts: 1, steps: steps, expectations: expectations, failures: failureCount,
      unreadable: isUnreadable ? 1 : 0, cases: max(1, cases.count), nanoseconds: nanoseconds ?? 0)
  }

  /// A line such as `ok    login.nav: 12 steps, 4 expectations, 3 ms`, then the failures, each with
  /// what was expected and found. Lines end in `\n`.
  /// - Parameter paint: The colours; none by default.
  public func text(_ paint: Paint = Paint()) -> String {
    var counts = [counted(steps, "step"), counted(expectations, "expectation")]
    if let nanoseconds { counts.append("\(nanoseconds / 1_000_000) ms") }
    if linesNotRun > 0 { counts.append("\(counted(linesNotRun, "line")) not run") }
    var text = failureCount == 0 ? paint("ok", .added) + "    " : paint("FAIL", .removed) + "  "
    text += "\(escaped(file)): \(counts.joined(separator: ", "))\n"
    for failure in failures { text += failure.text(paint) }
    let left = failureCount - failures.count
    if left > 0 { text += "\(escaped(file)): and \(counted(left, "more failure"))\n" }
    return text
  }
}

extension ReplayReport.Failure {
  /// The diagnostic; for an expectation, the line, what was expected and what was found, one below
  /// the other, with the difference marked.
  func text(_ paint: Paint) -> String {
    guard let comparison = unmet else {
      return DiagnosticReport(isColored: paint.isColored).summary(of: diagnostic) + "\n"
    }
    let place = diagnostic.position.map { paint("\($0):", .place) + " " } ?? ""
    // Without the kind, which is in the line itself.
    let expected = escaped(textAfterFirstWord(of: comparison.expected))
    let found = escaped(comparison.actual)
    var text = place + paint("error[\(diagnostic.code.rawValue)]:", .error) + " "
    text += clipped(escaped(command), columns: Limits.quotedColumnsMax) + "\n"
    text += "  expected  \(paint(expected, .added))\n  found     \(paint(found, .removed))\n"
    if let mark = differenceMark(under: found, comparedWith: expected) {
      text += "            \(mark)\n"
    }
    return text
  }
}

/// Blanks and `^` that mark the part of a text that differs from another; `nil` if they have
/// neither beginning nor end in common, or if the text is the beginning of the other.
func differenceMark(under text: String, comparedWith other: String) -> String? {
  let (scalars, others) = (Array(text.unicodeScalars), Array(other.unicodeScalars))
  let shorter = min(scalars.count, others.count)
  let start = (0..<shorter).first { scalars[$0] != others[$0] } ?? shorter
  let end =
    (0..<(shorter - start)).first {
      scalars[scalars.count - 1 - $0] != others[others.count - 1 - $0]
    } ?? shorter - start
  let differing = scalars[start..<(scalars.count - end)]
  guard start + end > 0, !differing.isEmpty else { return nil }
  func width(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + terminalWidth($1) }
  }
  return String(repeating: " ", count: width(scalars[..<start]))
    + String(repeating: "^", count: max(1, width(differing)))
}
