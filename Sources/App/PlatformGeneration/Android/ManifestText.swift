enum ManifestText {
  static func text(of filters: [ManifestFilter], activity: String) -> String {
    var lines = [
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
      "<!-- Written by 'signalbox generate manifest'.",
      "     Advanced patterns need Android 12 (API level 31). -->",
      "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\">",
      "  <application>",
      "    <activity android:name=\(attribute(activity)) android:exported=\"true\">",
    ]
    for filter in filters { lines += self.lines(of: filter).map { "      " + $0 } }
    lines += ["    </activity>", "  </application>", "</manifest>", ""]
    return lines.joined(separator: "\n")
  }

  private static func lines(of filter: ManifestFilter) -> [String] {
    var lines = [
      filter.isVerifiable
        ? "<intent-filter android:autoVerify=\"true\">" : "<intent-filter>",
      "  <action android:name=\"android.intent.action.VIEW\" />",
      "  <category android:name=\"android.intent.category.DEFAULT\" />",
      "  <category android:name=\"android.intent.category.BROWSABLE\" />",
    ]
    lines += filter.schemes.map { "  <data android:scheme=\(attribute($0)) />" }
    lines += filter.authorities.map { authority in
      let port = authority.port.map { " android:port=\"\($0)\"" } ?? ""
      return "  <data android:host=\(attribute(authority.host))\(port) />"
    }
    let name = filter.authorities.isEmpty ? "sspAdvancedPattern" : "pathAdvancedPattern"
    lines += filter.patterns.map { "  <data android:\(name)=\(attribute($0)) />" }
    lines.append("</intent-filter>")
    return lines
  }

  /// A value in quotes. The resource compiler reads `\` as an escape, and `@` or `?` at
  /// the start as a reference.
  private static func attribute(_ text: String) -> String {
    var result = "\""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      switch scalar {
      case "\\": result += "\\\\"
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "@" where index == 0, "?" where index == 0:
        result += "\\"
        result.unicodeScalars.append(scalar)
      default:
        if scalar.value < 0x20 {
          result += "&#\(scalar.value);"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
