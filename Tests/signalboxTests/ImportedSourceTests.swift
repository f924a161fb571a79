import FileAccess
import TestSupport
import Testing

/// Whether the links of an imported source open what they open in the source.
struct ImportedSourceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func output(of line: String) throws -> String {
    try ShellSession.output(of: line, in: folder)
  }

  /// The text of a manifest with a filter for each list of `<data>` attributes.
  private static func manifest(_ filters: [[String]]) -> String {
    let names = [
      "<action android:name=\"android.intent.action.VIEW\" />",
      "<category android:name=\"android.intent.category.DEFAULT\" />",
      "<category android:name=\"android.intent.category.BROWSABLE\" />",
    ].joined()
    let texts = filters.map { data in
      "<intent-filter android:autoVerify=\"true\">" + names
        + data.map { "<data " + $0 + " />" }.joined() + "</intent-filter>"
    }
    return "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\" package=\"x.y\">"
      + "<application><activity android:name=\".Main\" android:exported=\"true\">"
      + texts.joined() + "</activity></application></manifest>"
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: String
    let file: String
    let text: String
    /// Links, and the beginning of what `resolve` prints after each.
    let links: [(link: String, answer: String)]
  }

  static let rows = [
    Row(
      testDescription: "a route is under the hosts of its own filter only", kind: "manifest",
      file: "AndroidManifest.xml",
      text: manifest([
        [#"android:scheme="https" android:host="shop.example" android:path="/orders""#],
        [#"android:scheme="shopauth" android:host="callback""#],
      ]),
      links: [
        ("https://shop.example/blog", "not-found"),
        ("shopauth://callback/orders", "Page(0=orders)"),
        ("https://shop.example/orders", "Orders"),
      ]),
    Row(
      testDescription: "an added screen takes no link of the source", kind: "csv", file: "site.csv",
      text: "path,screen,gate\nhttps://site.example/:page,Page\n"
        + "https://site.example/vault/:id,Vault,login\n",
      links: [
        ("https://site.example/start", "Page(page=start)"),
        ("https://site.example/login", "Page(page=login)"),
        ("/login", "forbidden: route '/login' opens only from inside"),
      ]),
    Row(
      testDescription: "a host with a wildcard and a custom scheme", kind: "manifest",
      file: "AndroidManifest.xml",
      text: manifest([
        [
          #"android:scheme="shop" android:host="*.shop.example" android:pathPrefix="/a/""#,
          #"android:scheme="https" android:host="*.shop.example" android:pathPrefix="/a/""#,
        ],
        [#"android:scheme="open" android:pathPrefix="/b""#],
      ]),
      links: [
        ("shop://www.shop.example/a/b", "A(0=www, 1=b)"),
        ("https://www.shop.example/a/b", "A(0=b)"),
        ("shop://other.example/a/b", "not-found"), ("shop://www.shop.example/b", "not-found"),
        ("open://x/c", "Page(0=x/c)"),
      ]),
  ]

  @Test(arguments: rows)
  func `links open what they open in the source`(_ row: Row) throws {
    try folder.file(row.file, row.text)
    let imported = try output(of: "signalbox import \(row.kind) \(row.file) >app.yaml")
    #expect(imported.contains(" 0 changed, 0 dropped"), "\(imported)")
    for (link, answer) in row.links {
      let found = try output(of: "signalbox resolve --routes app.yaml '\(link)'")
      #expect(found.hasPrefix("\(link): \(answer)"), "\(found)")
    }
    if row.kind == "manifest" { try compare("--manifest \(row.file)") }
  }

  /// Compares the imported app with its own source. Only the source itself can be at fault.
  private func compare(_ option: String) throws {
    let text = try output(of: "signalbox compare \(option) app.yaml")
    let findings = text.split(separator: "\n").filter {
      ($0.contains(": warning[") || $0.contains(": error["))
        && ![
          "[platform/", "[compare/pooled-data]", "[compare/never-decides]",
          "[compare/never-verified]",
        ].contains(where: $0.contains)
    }
    #expect(findings.isEmpty && text.contains(" routes: 0 errors"), "\(text)")
  }

  static let files: [String] =
    hasCorpora
    ? ((try? namesInFolder(corporaFolder + "/platform-files")) ?? []).filter {
      $0.hasSuffix(".xml") || $0.hasSuffix(".net.json") || $0.hasSuffix(".com.json")
        || $0.hasSuffix(".app.json")
    } : []

  @Test(.enabled(if: hasCorpora, "the corpora are not present"), arguments: files)
  func `a real file compared with its import has no finding`(file: String) throws {
    let bytes = try readFile(corporaFolder + "/platform-files/" + file, bytesMax: 10_000_000)
    try folder.file("source", String(decoding: bytes, as: UTF8.self))
    guard file.hasSuffix(".json") else {
      _ = try output(of: "signalbox import manifest source >app.yaml")
      return try compare("--manifest source")
    }
    _ = try output(of: "signalbox import aasa source >imported.yaml")
    let host = String(file.dropLast(".json".count))
    // The file does not name the host that it is on.
    _ = try output(
      of: "sed 's|^plugin: .*|plugin: app\\nlinks: [https://\(host)]|' imported.yaml >app.yaml")
    try compare("--aasa source --host \(host)")
  }

  @Test func `real files are there`() {
    #expect(!hasCorpora || Self.files.count >= 7)
  }
}
