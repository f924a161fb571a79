import Diagnostics
import FileAccess
import PlatformFiles
import PlatformLinks
import TestSupport
import Testing

/// What an iOS app says of itself: its entitlements, and its `Info.plist`.
struct PropertyListTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func entitlements(_ items: String) throws -> (AppleApp, [Diagnostic]) {
    let path = try folder.file(
      "app.entitlements",
      """
      <!DOCTYPE plist PUBLIC "a" "b">
      <plist><dict><key>other</key><true/><key>com.apple.developer.associated-domains</key>
      <array>\(items)</array></dict></plist>
      """)
    var app = AppleApp()
    let findings = app.readEntitlements(path: path)
    return (app, findings)
  }

  /// The items of the list, and for which of these hosts the app may have links.
  static let rows: [(items: String, hosts: [String])] = [
    ("", []),
    ("<string>applinks:shop.example</string>", ["shop.example"]),
    ("<string>applinks:Shop.Example</string>", ["shop.example"]),
    ("<string>applinks:*.shop.example</string>", ["m.shop.example", "a.m.shop.example"]),
    ("<string>applinks:shop.example:8080</string>", ["shop.example"]),
    ("<string>applinks:shop.example?mode=developer</string>", []),
    ("<string>webcredentials:shop.example</string>", []),
    (
      "<string>applinks:shop.example</string><string>applinks:m.shop.example</string>",
      ["shop.example", "m.shop.example"]
    ),
  ]

  @Test(arguments: rows)
  func `an app may have the links of the hosts that its entitlements name`(
    row: (items: String, hosts: [String])
  ) throws {
    let (app, findings) = try entitlements(row.items)
    #expect(findings.isEmpty)
    let all = ["shop.example", "m.shop.example", "a.m.shop.example", "xshop.example"]
    #expect(all.filter { app.isEntitled(to: Array($0.utf8)) == true } == row.hosts)
    #expect(all.allSatisfy { app.isEntitled(to: Array($0.utf8)) != nil })
  }

  /// The items of the list, the severity of the finding, and a part of its message.
  static let faults: [(items: String, severity: Severity, message: String)] = [
    ("<string>shop.example</string>", .error, "does not take 'shop.example'"),
    ("<string>applinks:</string>", .error, "does not take 'applinks:'"),
    ("<string>applinks:https://shop.example</string>", .error, "does not take 'applinks:https://s"),
    (
      "<string>applinks:shop.example?x=y</string>", .error,
      "does not take 'applinks:shop.example?x=y'"
    ),
    ("<string>applinks:$(HOST)</string>", .note, "'applinks:$(HOST)' of com.apple"),
    ("<true/>", .error, "takes strings"),
  ]

  @Test(arguments: faults)
  func `what is no host is reported`(
    row: (items: String, severity: Severity, message: String)
  ) throws {
    let (app, findings) = try entitlements(
      row.items + "<string>applinks:shop.example</string>")
    #expect(findings.map(\.code) == [.platformPropertyList])
    #expect(findings.first?.severity == row.severity)
    #expect(findings.first?.message.contains(row.message) == true, "\(findings)")
    #expect(app.domains?.list.count == 1)
    // What an entry names that depends on the build is not known.
    let isOther = app.isEntitled(to: Array("outlet.example".utf8))
    #expect(isOther == (row.severity == .note ? nil : false))
  }

  @Test func `the schemes of all types are registered`() throws {
    let path = try folder.file(
      "Info.plist",
      """
      <plist><dict><key>CFBundleURLTypes</key><array>
      <dict><key>CFBundleURLSchemes</key><array><string>Shop</string><string>a</string></array></dict>
      <dict><key>CFBundleURLName</key><string>CFBundleURLSchemes</string></dict>
      <dict><key>CFBundleURLSchemes</key><array><string>b</string></array></dict>
      </array></dict></plist>
      """)
    var app = AppleApp()
    #expect(app.readInfo(path: path).isEmpty)
    #expect(
      app.schemes?.list.map { String(decoding: $0.text, as: UTF8.self) } == ["shop", "a", "b"])
    #expect(app.schemes?.list.map(\.position.line) == [2, 2, 4])
    var claims = LinkClaims(hosts: [])
    claims.appleApp = app
    #expect(claims.verdict(on: .ios, Array("SHOP://x".utf8)) == .app)
    #expect(claims.verdict(on: .ios, Array("shopp://x".utf8)) == .nothing)
    // A website's file decides about web links.
    #expect(claims.verdict(on: .ios, Array("https://shop.example/".utf8)) == nil)
  }

  /// Files of which nothing is read, and the code.
  static let refused: [(bytes: [UInt8], code: DiagnosticCode)] = [
    (Array("bplist00".utf8), .platformPropertyList),
    (Array("<manifest/>".utf8), .platformPropertyList),
    (Array("<plist><array/></plist>".utf8), .platformPropertyList),
    (Array("{}".utf8), .platformXMLSyntax),
    (Array("<plist><dict><key>CFBundleURLTypes</key><array/></dict>".utf8), .platformXMLSyntax),
    (
      Array("<!DOCTYPE p [<!ENTITY a 'b'>]><plist><dict/></plist>".utf8), .platformXMLDocumentType
    ),
    (
      Array("<!DOCTYPE p PUBLIC 'a' 'b'><plist><dict><key>&c;</key></dict></plist>".utf8),
      .platformXMLSyntax
    ),
  ]

  @Test(arguments: refused)
  func `a file that is no property list is not used`(
    row: (bytes: [UInt8], code: DiagnosticCode)
  ) throws {
    let path = try folder.file("Info.plist", String(decoding: row.bytes, as: UTF8.self))
    var app = AppleApp()
    #expect(app.readInfo(path: path).map(\.code) == [row.code])
    #expect(app.schemes == nil)
    #expect(app.readEntitlements(path: path).map(\.code) == [row.code])
    #expect(app.domains == nil)
  }

  @Test func `a file without the key names nothing`() throws {
    let path = try folder.file("Info.plist", "<plist><dict/></plist>")
    var app = AppleApp()
    #expect(app.readInfo(path: path).isEmpty && app.schemes?.list.isEmpty == true)
    #expect(app.readEntitlements(path: path).map(\.severity) == [.warning])
    #expect(app.isEntitled(to: Array("shop.example".utf8)) == false)
  }

  /// The hosts of the routes, the entries, and the findings.
  static let compared: [(hosts: [String], items: [String], findings: [String])] = [
    (["shop.example"], ["shop.example"], []),
    (["*.shop.example"], ["*.shop.example"], []),
    (["*.m.shop.example"], ["*.shop.example"], []),
    (["m.shop.example"], ["*.shop.example"], []),
    (
      ["*.shop.example"], ["shop.example"],
      ["error no entitlement", "warning the entitlement names"]
    ),
    (
      ["shop.example"], ["*.shop.example"],
      ["error no entitlement", "warning the entitlement names"]
    ),
    (["shop.example"], ["shop.example?mode=managed"], ["warning the entitlement for"]),
    (["shop.example"], ["shop.example", "shop.example?mode=developer"], []),
    (["*."], ["shop.example"], []),
  ]

  @Test(arguments: compared)
  func `hosts that only one side has are found`(
    row: (hosts: [String], items: [String], findings: [String])
  ) throws {
    let items = row.items.map { "<string>applinks:\($0)</string>" }.joined()
    var claims = LinkClaims(hosts: [])
    claims.appleApp = try entitlements(items).0
    let findings = claims.appleFindings(
      hosts: row.hosts.map { AssociatedHost($0) }, areAll: true, schemes: [])
    let texts = findings.map { "\($0.severity.rawValue) \($0.message)" }
    #expect(texts.count == row.findings.count, "\(texts)")
    for (text, start) in zip(texts, row.findings) { #expect(text.hasPrefix(start), "\(texts)") }
  }
}
