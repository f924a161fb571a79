import Diagnostics
import PlatformFiles
import PlatformLinks
import TestSupport
import Testing

/// Files that are no XML, or attack its readers.
struct XMLTests {
  /// A file, and the place and code of the error that ends its reading.
  static let faults: [(text: String, place: String, code: DiagnosticCode)] = [
    ("", "1:1", .platformXMLSyntax),
    ("  ", "1:3", .platformXMLSyntax),
    ("{}", "1:1", .platformXMLSyntax),
    ("<manifest>", "1:11", .platformXMLSyntax),
    ("<manifest>\n<a></b></manifest>", "2:6", .platformXMLSyntax),
    ("<manifest a='1' a='2'/>", "1:17", .platformXMLSyntax),
    ("<manifest android:a='1'/>", "1:1", .platformXMLSyntax),
    ("<manifest>&undefined;</manifest>", "1:11", .platformXMLSyntax),
    ("<manifest/><manifest/>", "1:12", .platformXMLSyntax),
    ("<a/>", "1:1", .platformManifestRoot),
    ("<manifest xmlns='urn:a'/>", "1:1", .platformManifestRoot),
    ("<manifest xmlns:a='urn:&#10;'/>", "1:1", .platformXMLSyntax),
    ("<!DOCTYPE manifest><manifest/>", "1:1", .platformXMLDocumentType),
    ("<!DOCTYPE m SYSTEM 'file:///etc/passwd'><m>&a;</m>", "1:1", .platformXMLDocumentType),
    ("<manifest a='é🚂'></b>", "1:20", .platformXMLSyntax),
    ("<!-- <!DOCTYPE é -->\r\n<?a?> <!DOCTYPE m><m/>", "2:7", .platformXMLDocumentType),
    (
      "\n <!DOCTYPE m [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><m>&a;</m>", "2:2",
      .platformXMLDocumentType
    ),
  ]

  @Test(arguments: faults)
  func `a fault has its place`(row: (text: String, place: String, code: DiagnosticCode)) {
    let file = ManifestFile(Array(row.text.utf8), file: "m.xml")
    #expect(file.findings.map(\.code) == [row.code])
    #expect(file.findings.first?.position?.description == "m.xml:\(row.place)")
    #expect(file.findings.first?.severity == .error)
    for finding in file.findings { #expect(finding.advice?.isEmpty == false) }
  }

  @Test func `what precedes a fault is read`() {
    let text = """
      <manifest xmlns:android='http://schemas.android.com/apk/res/android'><application>
      <activity android:name='.A'/>
      <activity android:name='.B'><intent-filter><data android:scheme='S'/>
      </wrong>
      """
    let file = ManifestFile(Array(text.utf8), file: "m.xml")
    #expect(file.manifest?.activities.count == 2)
    #expect(file.findings.map(\.code) == [.platformManifestCase, .platformXMLSyntax])
  }

  @Test func `other encodings than UTF-8 are refused`() {
    for bytes: [UInt8] in [[0xFE, 0xFF, 0, 60], [0xFF, 0xFE, 60, 0], [60, 0], [0, 60]] {
      #expect(ManifestFile(bytes, file: "m.xml").findings.map(\.code) == [.platformXMLSyntax])
    }
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><manifest a='".utf8) + [0xE9]
    let file = ManifestFile(latin + Array("'/>".utf8), file: "m.xml")
    #expect(file.findings.map(\.code) == [.platformXMLSyntax])
  }

  @Test func `a byte order mark is skipped`() {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("<manifest/>".utf8)
    let file = ManifestFile(bytes, file: "m.xml")
    #expect(file.findings == [])
    #expect(file.manifest?.activities == [])
  }

  @Test func `entities that expand a billion times are refused`() {
    var text = "<!DOCTYPE m [<!ENTITY a0 'ha'>"
    for level in 1...30 { text += "<!ENTITY a\(level) '&a\(level - 1);&a\(level - 1);'>" }
    let file = ManifestFile(Array("\(text)]><m>&a30;</m>".utf8), file: "m.xml")
    #expect(file.findings.map(\.code) == [.platformXMLDocumentType])
  }

  @Test(arguments: [64, 65, 100_000])
  func `nesting is limited`(depth: Int) {
    let text =
      "<manifest>" + String(repeating: "<a>", count: depth - 1)
      + String(repeating: "</a>", count: depth - 1) + "</manifest>"
    let file = ManifestFile(Array(text.utf8), file: "m.xml")
    #expect(file.findings.map(\.code) == (depth > 64 ? [.platformXMLLimit] : []))
    if depth > 64 { #expect(file.findings.first?.position?.column == 11 + 63 * 3) }
  }

  @Test(arguments: [100_000, 100_001])
  func `the number of elements is limited`(count: Int) {
    let text = "<manifest>" + String(repeating: "<a/>", count: count - 1) + "</manifest>"
    let file = ManifestFile(Array(text.utf8), file: "m.xml")
    #expect(file.findings.map(\.code) == (count > 100_000 ? [.platformXMLLimit] : []))
  }

  @Test(arguments: [65_536, 65_537])
  func `the size of an attribute is limited`(count: Int) {
    let text = "<manifest a='\(String(repeating: "a", count: count))'/>"
    let file = ManifestFile(Array(text.utf8), file: "m.xml")
    #expect(file.findings.map(\.code) == (count > 65_536 ? [.platformXMLLimit] : []))
    if count > 65_536 { #expect(file.findings.first?.position?.column == 11) }
  }

  @Test func `a file of 10 MB is refused`() {
    let bytes = Array("<manifest>".utf8) + Array(repeating: 32, count: 10_000_000)
    let file = ManifestFile(bytes, file: "m.xml")
    #expect(file.findings.map(\.code) == [.platformXMLLimit])
  }

  @Test func `a large file is read in linear time`() {
    var text = "<manifest xmlns:android='http://schemas.android.com/apk/res/android'>"
    text += "<application><activity><intent-filter><data android:scheme='s' android:host='h'/>"
    for number in 0..<50_000 { text += "<data android:pathPattern='/a\(number)/.*'/>\n" }
    text += "</intent-filter></activity></application></manifest>"
    let file = ManifestFile(Array(text.utf8), file: "m.xml")
    #expect(file.findings == [])
    #expect(file.manifest?.activities.first?.filters.first?.paths.last?.position.line == 50_000)
  }

  @Test func `many attributes and placeholders are read in linear time`() {
    var text = "<manifest xmlns:android='http://schemas.android.com/apk/res/android'>"
    text += "<application><activity><intent-filter><data"
    for number in 0..<50_000 { text += " a\(number)='\(number)'" }
    text += "/><data android:scheme='\(String(repeating: "${", count: 32_000))'/>"
    text += "</intent-filter></activity></application></manifest>"
    let file = ManifestFile(Array(text.utf8), file: "m.xml")
    #expect(file.findings.count == 101)
  }

  @Test(arguments: seeds(40))
  func `a changed manifest is read or refused`(seed: UInt64) {
    let text = Array(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <manifest xmlns:android="http://schemas.android.com/apk/res/android"
          xmlns:tools="http://schemas.android.com/tools"><!-- é -->
        <application android:enabled="true"><activity android:name=".A" tools:node="merge">
          <intent-filter android:autoVerify="true"><action android:name="\(AndroidName.view.rawValue)"/>
            <data android:scheme="https" android:host="*.${h}" android:port="8080"
              android:pathPattern="/.*\\\\.x" android:pathAdvancedPattern="/[a-z]{2,3}"/>
            <uri-relative-filter-group><data android:query='a&amp;&#233;'/></uri-relative-filter-group>
          </intent-filter></activity></application>
      </manifest>
      """.utf8)
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        let end = min(bytes.count, index + Int.random(in: 0...20, using: &random))
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(index..<end)
        case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
        default: bytes[index] = "<>&'\"/=[]{}\\*.-!".utf8.randomElement(using: &random) ?? 0
        }
        if bytes.isEmpty { bytes = [60] }
      }
      let file = ManifestFile(bytes, file: "m.xml")
      #expect(file.manifest != nil || file.findings.contains { $0.severity == .error })
      for finding in file.findings {
        #expect(!finding.message.isEmpty && finding.position != nil)
      }
      _ = file.manifest?.decision(on: "https://a.b:8080/ab?a#f".utf8)
    }
  }
}
