import Commands
import Diagnostics
import JSONCodec
import Navigation
import ProgramSupport

/// The result of `check`, `compare` or `links`.
struct CheckReport {
  /// How many of something were looked at.
  struct Count {
    /// In JSON.
    let key: String
    /// For one.
    let noun: String
    /// `nil` if the files cannot be loaded.
    let number: Int?
  }

  /// The subcommand that made it.
  var command = "check"
  /// The findings, in the order of the files.
  let findings: [Diagnostic]
  /// In the order of the last line.
  let counts: [Count]
  /// Whether warnings count as errors.
  let isStrict: Bool

  func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

  /// Whether a finding makes the check fail.
  func isFailure(_ finding: Diagnostic) -> Bool {
    finding.severity == .error || isStrict && finding.severity == .warning
  }

  /// The exit code: 2 if a file cannot be read, 1 if a finding makes the check fail.
  var status: ExitStatus {
    let unreadable: [DiagnosticCode] = [.fileUnreadable, .fileNoneFound, .fileTooLarge]
    if findings.contains(where: { unreadable.contains($0.code) }) { return .usage }
    return findings.contains(where: isFailure) ? .negative : .done
  }

  /// The last line of the text, such as `2 plugins, 49 routes: 0 errors, 1 warning`; notes only if
  /// there are any.
  var summary: String {
    var parts = [counted(count(.error), "error"), counted(count(.warning), "warning")]
    if count(.note) > 0 { parts.append(counted(count(.note), "note")) }
    let subject = counts.compactMap { count in count.number.map { counted($0, count.noun) } }
    return (subject.isEmpty ? "" : subject.joined(separator: ", ") + ": ")
      + parts.joined(separator: ", ") + "\n"
  }

  /// Ahead of many findings, the number of each code, the most frequent first; otherwise empty.
  var overview: String {
    guard findings.count > Self.findingsWithoutOverviewMax else { return "" }
    let counts = Dictionary(grouping: findings, by: \.code).mapValues(\.count)
    let order = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
    let rows = order.map { (left: "\($0.value) \($0.key.rawValue)", right: $0.key.summary) }
    return summary + columns(rows) + "\n"
  }

  /// The last line of `--json`.
  var json: JSON {
    let severities = [
      ("errors", Severity.error), ("warnings", Severity.warning), ("notes", Severity.note),
    ]
    return .object(
      counts.map { .init($0.key, $0.number.map { JSON($0) } ?? .null) }
        + severities.map { key, severity in .init(key, JSON(count(severity))) })
  }

  /// Findings that fit on a screen.
  private static let findingsWithoutOverviewMax = 20
}

extension CheckReport.Count {
  /// What `check` and `compare` look at; `nil` if it cannot be loaded.
  static func all(of definition: AppDefinition?) -> [Self] {
    [
      Self(key: "plugins", noun: "plugin", number: definition?.plugins.count),
      Self(key: "routes", noun: "route", number: definition?.routes.count),
    ]
  }
}

extension CheckReport {
  /// Workflow commands of GitHub Actions, one per finding.
  /// - SeeAlso: docs.github.com, Workflow commands for GitHub Actions.
  var github: String {
    findings.map { finding in
      let command =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .note: "notice"
        }
      var properties = ["title=" + escapedForGitHub(finding.code.rawValue, isProperty: true)]
      if let place = finding.position {
        properties.append("file=" + escapedForGitHub(place.file, isProperty: true))
        properties += ["line=\(place.line)", "col=\(place.column)"]
      }
      let text = escapedForGitHub(finding.sentences, isProperty: false)
      return "::\(command) \(properties.joined(separator: ","))::\(text)\n"
    }.joined() + summary
  }

  private func escapedForGitHub(_ text: String, isProperty: Bool) -> String {
    text.unicodeScalars.map { scalar in
      let isSpecial =
        scalar == "%" || scalar.value < 0x20 || isProperty && (scalar == ":" || scalar == ",")
      return isSpecial
        ? "%" + zeroPadded(scalar.value, 2, radix: 16).uppercased() : String(scalar)
    }.joined()
  }

  /// JUnit XML: a case per finding, which fails if the finding makes the check fail; one case if
  /// there is none.
  var junit: String {
    let failures = findings.filter(isFailure).count
    let counts = "tests=\"\(max(1, findings.count))\" failures=\"\(failures)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
    text += "  <testsuite name=\"signalbox \(command)\" \(counts) errors=\"0\" skipped=\"0\">\n"
    if findings.isEmpty {
      text += "    <testcase classname=\"\(command)\" name=\"no findings\"/>\n"
    }
    for finding in findings {
      let name = xmlEscaped("\(finding.code.rawValue): \(finding.message)")
      let file = xmlEscaped(finding.position?.file ?? command)
      let line = finding.position.map { " file=\"\(file)\" line=\"\($0.line)\"" } ?? ""
      text += "    <testcase classname=\"\(file)\" name=\"\(name)\"\(line)>\n"
      let summary = xmlEscaped(finding.summary)
      text +=
        isFailure(finding)
        ? "      <failure message=\"\(xmlEscaped(finding.message))\""
          + " type=\"\(finding.code.rawValue)\">\(summary)</failure>\n"
        : "      <system-out>\(summary)</system-out>\n"
      text += "    </testcase>\n"
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }
}

extension Diagnostic {
  /// The message as a sentence, the advice, and the example link.
  var sentences: String {
    [punctuatedMessage, advice, witness.map { "Example: \($0)" }].compactMap { $0 }
      .joined(separator: " ")
  }
}
