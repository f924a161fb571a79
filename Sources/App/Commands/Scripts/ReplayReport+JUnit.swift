import Diagnostics

extension ReplayReport {
  /// The report as JUnit XML: a suite per script, with a case per expectation and per line that
  /// failed; one case for the whole script if there is none. Characters that XML 1.0 cannot
  /// represent become U+FFFD.
  public var junit: String { junitReport(counts, suites: scripts.map(\.junit).joined()) }
}

/// The whole report around the suites of scripts.
func junitReport(_ counts: ReplayCounts, suites: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <testsuites name="signalbox replay" tests="\(counts.cases)" failures="\(counts.failures)" \
  time="\(seconds(counts.nanoseconds))">
  \(suites)</testsuites>

  """
}

extension ReplayReport.Script {
  var junit: String {
    let name = xmlEscaped(file)
    var text = "  <testsuite name=\"\(name)\" tests=\"\(max(1, cases.count))\""
    text += " failures=\"\(failureCount)\" errors=\"0\" skipped=\"0\""
    text += " time=\"\(seconds(nanoseconds ?? 0))\">\n"
    for item in cases {
      let place = item.position
      let isOwn = sameBytes(place.file, file)
      let line = (isOwn ? "" : place.file + ":") + "\(place.line): \(item.command)"
      text += testCase(
        line, file: place.file, line: place.line, nanoseconds: item.nanoseconds, item.failure)
    }
    if cases.isEmpty {
      text += testCase(
        "the whole script", file: file, line: 1, nanoseconds: nanoseconds ?? 0,
        failures.first?.diagnostic)
    }
    return text + "  </testsuite>\n"
  }

  private func testCase(
    _ name: String, file: String, line: Int, nanoseconds: UInt64, _ failure: Diagnostic?
  ) -> String {
    let start =
      "    <testcase classname=\"\(xmlEscaped(self.file))\" name=\"\(xmlEscaped(name))\""
      + " file=\"\(xmlEscaped(file))\" line=\"\(line)\" time=\"\(seconds(nanoseconds))\""
    guard let failure else { return start + "/>\n" }
    let message = xmlEscaped(failure.message)
    return start + ">\n"
      + "      <failure message=\"\(message)\" type=\"\(failure.code.rawValue)\">"
      + "\(xmlEscaped(failure.summary))</failure>\n    </testcase>\n"
  }
}

/// A time in seconds, with milliseconds as decimals.
private func seconds(_ nanoseconds: UInt64) -> String {
  let milliseconds = nanoseconds / 1_000_000
  return "\(milliseconds / 1_000).\(zeroPadded(milliseconds % 1_000, 3))"
}

/// Escapes a text for an attribute or element of XML 1.0; forbidden characters become U+FFFD.
/// - SeeAlso: XML 1.0 §2.2 (Char) and §3.3.3 (line ends in attributes).
package func xmlEscaped(_ text: String) -> String {
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
