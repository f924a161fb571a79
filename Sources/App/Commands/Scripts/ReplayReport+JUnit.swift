import Diagnostics

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
