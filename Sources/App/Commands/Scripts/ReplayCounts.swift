package import Analysis
package import Diagnostics
public import JSONCodec

/// What a replay ran, and how much of it failed.
public struct ReplayCounts: Sendable, Equatable {
  /// The number of scripts.
  public internal(set) var scripts = 0
  /// The number of command lines.
  public internal(set) var steps = 0
  /// The number of expectations.
  public internal(set) var expectations = 0
  /// The number of failures.
  public internal(set) var failures = 0
  /// The number of scripts that could not be read; each is a failure too.
  public internal(set) var unreadable = 0
  /// The number of scripts that were not run because an earlier one failed.
  public internal(set) var scriptsNotRun = 0
  /// The number of cases in JUnit's report.
  var cases = 0
  /// How long the scripts took, one after the other.
  var nanoseconds: UInt64 = 0

  /// `3 scripts, 42 steps, 12 expectations, 0 failures`, and the number of scripts that were not
  /// run, if any; ends in `\n`.
  public var summary: String {
    var counts = [
      counted(scripts, "script"), counted(steps, "step"), counted(expectations, "expectation"),
      counted(failures, "failure"),
    ]
    if scriptsNotRun > 0 { counts.append("\(counted(scriptsNotRun, "script")) not run") }
    return counts.joined(separator: ", ") + "\n"
  }

  /// `{"scripts":3,"steps":42,"expectations":12,"failures":0}`, the last line of `replay --json`;
  /// `scriptsNotRun` is present only if it is not 0.
  public var json: JSON {
    let members: [JSON.Member] = [
      .init("scripts", JSON(scripts)), .init("steps", JSON(steps)),
      .init("expectations", JSON(expectations)), .init("failures", JSON(failures)),
    ]
    return .object(
      members + (scriptsNotRun > 0 ? [.init("scriptsNotRun", JSON(scriptsNotRun))] : []))
  }

  static func += (counts: inout ReplayCounts, others: ReplayCounts) {
    for count in Self.all { counts[keyPath: count.path] += others[keyPath: count.path] }
    let (sum, isTooLong) = counts.nanoseconds.addingReportingOverflow(others.nanoseconds)
    counts.nanoseconds = isTooLong ? .max : sum
  }

  /// The names of the counts in a worker's answer.
  fileprivate static var all: [(name: String, path: WritableKeyPath<ReplayCounts, Int>)] {
    [
      ("scripts", \.scripts), ("steps", \.steps), ("expectations", \.expectations),
      ("failures", \.failures), ("unreadable", \.unreadable), ("cases", \.cases),
      ("scriptsNotRun", \.scriptsNotRun),
    ]
  }
}

/// The result of one script as `signalbox replay` prints it. With `--jobs` a worker sends it as
/// JSON to the process that prints, and `--result` writes it as JSON to a file.
package struct ReplayedScript: Sendable {
  package let counts: ReplayCounts
  /// As `ReplayReport.Script.text`.
  package private(set) var text: String
  /// Its suite in JUnit's report.
  package let junit: String
  /// What its events used; empty unless that was recorded.
  package let coverage: Coverage

  package init(_ script: ReplayReport.Script, _ paint: Paint, coverage: Coverage = Coverage()) {
    (counts, text, junit) = (script.counts, script.text(paint), script.junit)
    self.coverage = coverage
  }

  /// The same without colours, and without anything else that a terminal would execute.
  package var unpainted: ReplayedScript {
    var script = self
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var plain = ""
      forEachPart(ofPainted: String(line)) { part, isSequence in if !isSequence { plain += part } }
      return escaped(plain)
    }
    script.text = lines.joined(separator: "\n")
    return script
  }
}

/// The results of scripts, for the end of what `signalbox replay` prints.
package struct ReplayResults: Sendable {
  package private(set) var counts = ReplayCounts()
  /// What the events of all scripts used.
  package private(set) var coverage = Coverage()
  private var suites = ""

  package init() {}

  package mutating func add(_ script: ReplayedScript) {
    counts += script.counts
    coverage.merge(script.coverage)
    suites += script.junit
  }

  /// Notes that scripts are not run because an earlier one failed.
  package mutating func leaveOut(_ count: Int) { counts.scriptsNotRun += count }

  package var junit: String { junitReport(counts, suites: suites) }
}

extension ReplayedScript {
  package var json: JSON {
    var members = ReplayCounts.all.map { JSON.Member($0.name, JSON(counts[keyPath: $0.path])) }
    members.append(.init("nanoseconds", .int(Int64(clamping: counts.nanoseconds))))
    members += [.init("text", .string(text)), .init("junit", .string(junit))]
    return .object(members + [.init("coverage", coverage.json)])
  }

  /// `nil` if the JSON is not what `json` writes.
  package init?(_ json: JSON) {
    var counts = ReplayCounts()
    for (name, path) in ReplayCounts.all {
      guard let count = json[name]?.intValue, (0...Int64(UInt32.max)).contains(count)
      else { return nil }
      counts[keyPath: path] = Int(count)
    }
    guard let nanoseconds = json["nanoseconds"]?.intValue, nanoseconds >= 0,
      let text = json["text"]?.stringValue, let junit = json["junit"]?.stringValue,
      let coverage = json["coverage"].flatMap({ Coverage($0) })
    else { return nil }
    counts.nanoseconds = UInt64(nanoseconds)
    (self.counts, self.text, self.junit) = (counts, text, junit)
    self.coverage = coverage
  }
}
