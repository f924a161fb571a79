import Diagnostics
import PlatformFiles
import PlatformLinks
import Testing

/// What is read from a manifest, and what is reported about it.
struct ManifestFileTests {
  /// The lines of a filter, and the findings as `line:column severity code`.
  static let filters: [(filter: String, findings: [String])] = [
    ("\(link)<data android:scheme=\"s\"/>", []),
    ("<data android:host=\"h\"/>", ["4:7 warning ignored"]),
    ("<data android:scheme=\"s\" android:path=\"/p\"/>", ["4:26 warning ignored"]),
    ("<data android:scheme=\"s\" android:port=\"8\"/>", ["4:26 warning ignored"]),
    // Another element of the filter has the scheme, or the host.
    ("<data android:scheme=\"s\"/><data android:host=\"h\"/><data android:path=\"/p\"/>", []),
    ("<data android:scheme=\"S\"/>", ["4:7 warning case"]),
    ("<data android:scheme=\"s\" android:host=\"H\"/>", ["4:26 warning case"]),
    ("<data android:scheme=\"https\"/>", ["3:1 warning incomplete"]),
    ("\(link)<data android:scheme=\"https\" android:host=\"h\"/>", []),
    (
      "\(link)<data android:scheme=\"http\" android:mimeType=\"*/*\"/>", ["4:198 warning mime-type"]
    ),
    ("<data\n  android:scheme=\"s\"\n  android:hots=\"h\"/>", ["6:3 warning attribute"]),
    ("<data android:scheme=\"s\" host=\"h\"/>", ["4:26 warning attribute"]),
    ("<data android:scheme=\"s\" android:queryPrefix=\"h\"/>", ["4:26 warning attribute"]),
    ("<data android:scheme=\"s\" tools:host=\"h\"/>", []),
    ("<data android:scheme=\"s\" android:host=\"h\" android:port=\"x\"/>", ["4:43 error value"]),
    ("<data android:scheme=\"@string/s\"/>", ["4:7 warning unresolved"]),
    ("<data android:scheme=\"${s}\"/>", ["4:7 warning unresolved"]),
    ("<data android:scheme=\"?attr/s\"/>", ["4:7 warning unresolved"]),
    ("<data android:scheme=\"s\" android:ssp=\"a\"/>", ["4:26 note scheme-specific"]),
    ("\(host)<data android:path=\"p\"/>", ["4:50 warning path"]),
    ("\(host)<data android:pathPrefix=\"\"/>", []),
    ("\(host)<data android:pathPattern=\".*\"/>", []),
    ("\(host)<data android:pathPattern=\"/.*\\.x\"/>", ["4:50 warning backslash"]),
    ("\(host)<data android:pathPattern=\"/.*\\\\.x\"/>", []),
    ("\(host)<data android:pathPattern=\"/\\u004\"/>", ["4:50 warning backslash"]),
    ("\(host)<data android:pathPattern=\"/\\\"/>", ["4:50 warning backslash"]),
    ("\(host)<data android:pathAdvancedPattern=\"/[a\"/>", ["4:50 error pattern"]),
    ("\(host)<data/>", ["4:44 warning ignored"]),
    ("\(host)<uri-relative-filter-group/>", ["4:44 warning ignored"]),
    (
      "\(host)<uri-relative-filter-group><data android:queryPrefix=\"a\"/></uri-relative-filter-group>",
      []
    ),
    (
      "\(host)<uri-relative-filter-group android:allow=\"no\"><data android:path=\"a\"/></uri-relative-filter-group>",
      ["4:71 warning value", "4:96 warning path"]
    ),
    (
      "\(host)<uri-relative-filter-group><data android:host=\"a\"/></uri-relative-filter-group>",
      ["4:44 warning ignored", "4:77 warning attribute"]
    ),
    ("<action/>", ["4:1 warning ignored"]),
    ("<action android:name=\"@string/a\"/>", ["4:9 warning unresolved"]),
    // Columns count scalars, and blanks around the equals sign are possible.
    ("<data tools:é='🚂'  android:host = 'h'\r\n android:port='7'/>", ["4:20 warning ignored"]),
    ("<data tools:a='>'\r android:host = 'h'/>", ["5:2 warning ignored"]),
  ]

  @Test(arguments: filters)
  func `a filter is checked`(row: (filter: String, findings: [String])) {
    let file = read(
      "<activity>\n<intent-filter>\n\(row.filter)\n</intent-filter></activity>", line: 2)
    #expect(file.findings.map(described) == row.findings)
    #expect(file.manifest?.activities.first?.filters.count == 1)
    for finding in file.findings {
      #expect(finding.message.last != ".")
      #expect(finding.advice?.last == ".")
    }
  }

  /// What follows `<manifest>` in line 1.
  static let files: [(text: String, findings: [String])] = [
    (
      "<application><activity android:exported='false'>\(filter)</activity></application>",
      ["1:130 warning unavailable"]
    ),
    (
      "<application><activity android:enabled='false'>\(filter)</activity></application>",
      ["1:130 warning unavailable"]
    ),
    (
      "<application><activity android:enabled='@bool/b'>\(filter)</activity></application>",
      ["1:140 warning unresolved"]
    ),
    (
      "<application android:enabled='false'><activity>\(filter)</activity></application>",
      ["1:154 warning unavailable"]
    ),
    ("<application><activity android:exported='false'/></application>", []),
    ("<application><receiver><intent-filter><data/></intent-filter></receiver></application>", []),
    (
      "<application><activity tools:node='remove'><intent-filter><data/></intent-filter></activity></application>",
      []
    ),
    ("<queries><intent><data/></intent></queries>", []),
  ]

  @Test(arguments: files)
  func `a manifest is checked`(row: (text: String, findings: [String])) {
    let file = ManifestFile(
      Array("<manifest \(Self.namespaces)>\(row.text)</manifest>".utf8), file: "m.xml")
    #expect(file.findings.map(described) == row.findings)
  }

  @Test func `a finding names the file, the line and the column`() {
    let file = read("<activity>\n<intent-filter>\n<data android:scheme='S'/>", line: 2)
    #expect(
      file.findings.first?.summary
        == "m.xml:4:7: warning[platform/manifest-case]: the scheme 'S' has upper-case letters, "
        + "and the schemes of links have none. Write it in lower case.")
  }

  @Test func `all parts of a manifest are read`() throws {
    let file = read(
      """
      <activity android:name='.A' android:enabled='true'>
        <intent-filter android:autoVerify='true'>
          \(Self.link)
          <data android:scheme='https' android:host='*.example.com' android:port='8080'/>
          <data android:path='/a' android:pathPrefix='/b' android:pathSuffix='c'
            android:pathPattern='/d.*' android:pathAdvancedPattern='/e+'/>
          <uri-relative-filter-group android:allow='false'>
            <data android:query='q' android:fragmentSuffix='f'/>
          </uri-relative-filter-group>
        </intent-filter>
      </activity>
      <activity-alias android:name='.B' android:targetActivity='.A' android:exported='false'/>
      """, line: 1)
    #expect(file.findings == [])
    let activities = try #require(file.manifest).activities
    #expect(activities.map { String(decoding: $0.name, as: UTF8.self) } == [".A", ".B"])
    #expect(activities.map(\.isExported) == [true, false])
    #expect(activities[1].aliasTarget == Array(".A".utf8))
    let filter = try #require(activities[0].filters.first)
    #expect(filter.isAutoVerified)
    #expect(filter.authorities.map(\.port) == [8_080])
    #expect(
      filter.paths.map(\.matcher.kind) == [.literal, .prefix, .suffix, .simpleGlob, .advancedGlob])
    #expect(filter.groups.map(\.allows) == [false])
    #expect(filter.groups.first?.matchers.map(\.part) == [.query, .fragment])
    #expect(filter.position.line == 2)
    #expect(filter.paths.map(\.position.line) == [5, 5, 5, 6, 6])
  }

  @Test func `texts that the manifest only names can be given`() throws {
    let text = """
      <activity><intent-filter>\(Self.link)<data android:scheme='@string/scheme'
        android:host='${sub}.example.${top}' android:path='@com.example:string/path'/>
      </intent-filter></activity>
      """
    let substitutions = ManifestSubstitutions(
      strings: [TextBytes("scheme"): Array("s".utf8), TextBytes("path"): Array(#"/\p"#.utf8)],
      placeholders: [TextBytes("sub"): Array("a".utf8), TextBytes("top"): Array("org".utf8)])
    let file = read(text, line: 1, substitutions)
    #expect(file.findings == [])
    #expect(file.manifest?.decision(on: #"s://a.example.org/\p"#.utf8)?.taking == [0])
    // Without a value, the filter takes nothing rather than everything.
    let unresolved = read(text, line: 1)
    #expect(
      unresolved.findings.map(\.code.rawValue)
        == Array(repeating: "platform/manifest-unresolved", count: 3))
    #expect(unresolved.manifest?.decision(on: #"s://a.example.org/\p"#.utf8)?.taking == [])
  }

  static let escapes: [(path: String, url: String)] = [
    (#"/a\\.b"#, #"s://h/a\.b"#), (#"/\u0061"#, "s://h/a"), (#"/\n"#, "s://h/%0A"),
    (#"/\t"#, "s://h/%09"), ("/\\'\\@\\?\\#", "s://h/'@%3F%23"), ("/&amp;&#x61;", "s://h/&a"),
    ("/$a$", "s://h/$a$"), ("/${a", "s://h/${a"), ("@a", "s:@a"),
  ]

  @Test(arguments: escapes)
  func `escape sequences are those of the resource compiler`(row: (path: String, url: String)) {
    let attribute = row.path.hasPrefix("/") ? "host='h' android:path" : "ssp"
    let file = read(
      "<activity><intent-filter>\(Self.link)<data android:scheme='s' android:\(attribute)=\"\(row.path)\"/>"
        + "</intent-filter></activity>", line: 1)
    #expect(file.manifest?.decision(on: row.url.utf8)?.taking == [0])
    #expect(!file.findings.contains { $0.code == .platformManifestBackslash })
  }

  @Test func `findings are limited in number`() {
    let data = String(repeating: "<data/>\n", count: 150)
    let file = read("<activity><intent-filter>\(data)</intent-filter></activity>", line: 1)
    #expect(file.findings.count == 101)
    #expect(file.findings.last?.code == .platformManifestTooMany)
  }

  @Test func `a file that cannot be read is an error`() {
    let file = ManifestFile(path: "/nonexistent/AndroidManifest.xml")
    #expect(file.manifest == nil)
    #expect(file.findings.map(\.code) == [.fileUnreadable])
    #expect(file.findings.map(\.severity) == [.error])
  }

  // MARK: Texts

  private static let namespaces =
    "xmlns:android='http://schemas.android.com/apk/res/android' "
    + "xmlns:tools='http://schemas.android.com/tools'"
  private static let link =
    "<action android:name='\(AndroidName.view.rawValue)'/>"
    + "<category android:name='\(AndroidName.defaultCategory.rawValue)'/>"
    + "<category android:name='\(AndroidName.browsable.rawValue)'/>"
  private static let host = "<data android:scheme=\"s\" android:host=\"h\"/>"
  private static let filter = "<intent-filter>\(link)<data android:scheme='s'/></intent-filter>"

  /// Reads the elements of an application that begin in a line.
  private func read(
    _ elements: String, line: Int, _ substitutions: ManifestSubstitutions = ManifestSubstitutions()
  ) -> ManifestFile {
    let start = "<manifest \(Self.namespaces)><application>"
    let text =
      start + (line > 1 ? "\n" : "") + elements
      + (elements.hasSuffix("/>") && line > 1 ? "</intent-filter></activity>" : "")
      + "</application></manifest>"
    return ManifestFile(Array(text.utf8), file: "m.xml", substitutions)
  }

  /// `line:column severity code`, with the code's part after `manifest-`.
  private func described(_ finding: Diagnostic) -> String {
    let place = finding.position.map { "\($0.line):\($0.column)" } ?? "nowhere"
    let code = finding.code.rawValue.split(separator: "-", maxSplits: 1).last ?? ""
    return "\(place) \(finding.severity.rawValue) \(code)"
  }
}
