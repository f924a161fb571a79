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

extension ReplayReport {
  /// The report as JUnit XML: one test case per script, which fails if any of its lines fails.
  /// Characters that XML 1.0 cannot represent become U+FFFD.
  public var junit: String {
    let failed = scripts.filter { $0.failureCount > 0 }.count
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let counts = "tests=\"\(scripts.count)\" failures=\"\(failed)\""
    text += "<testsuites \(counts)>\n"
    text += "  <testsuite name=\"signalbox replay\" \(counts) errors=\"0\" skipped=\"0\">\n"
    for script in scripts { text += testCase(script) }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private func testCase(_ script: Script) -> String {
    let name = xmlEscaped(script.file)
    let start =
      "    <testcase classname=\"signalbox.replay\" name=\"\(name)\""
      + " assertions=\"\(script.expectations)\""
    guard let first = script.failures.first else { return start + "/>\n" }
    let details = script.failures.map { xmlEscaped($0.summary) }.joined(separator: "\n")
    return start + ">\n"
      + "      <failure message=\"\(xmlEscaped(first.message))\" type=\"\(first.code.rawValue)\">"
      + "\(details)</failure>\n    </testcase>\n"
  }
}

/// Escapes a text for an attribute or element of XML 1.0; forbidden characters become U+FFFD.
/// - SeeAlso: XML 1.0 §2.2 (Char) and §3.3.3 (line ends in attributes).
func xmlEscaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\t", "\n", "\r": result += "&#\(scalar.value);"
    default:
      let isForbidden =
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || scalar.value == 0xFFFE || scalar.value == 0xFFFF
      result.unicodeScalars.append(isForbidden ? "\u{FFFD}" : scalar)
    }
  }
  return result
}
