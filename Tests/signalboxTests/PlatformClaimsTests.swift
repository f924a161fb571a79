import Diagnostics
import FileAccess
import Navigation
import PlatformGeneration
import PlatformLinks
import ProgramSupport
import TestSupport
import Testing

@testable import signalbox

/// The options that name the files of the platforms.
@MainActor
struct PlatformClaimsTests {
  private let folder: TemporaryFolder
  private let definition: AppDefinition

  init() throws {
    folder = try TemporaryFolder()
    definition = try App([packageFolder + "/Routes"]).definition
  }

  private func association(_ details: (apps: [String], path: String)...) throws -> String {
    let entries = details.map { detail in
      let apps = detail.apps.map { "\"\($0)\"" }.joined(separator: ", ")
      return #"{ "appIDs": [\#(apps)], "components": [{ "/": "\#(detail.path)" }] }"#
    }
    return try folder.file(
      "aasa", #"{ "applinks": { "details": [\#(entries.joined(separator: ", "))] } }"#)
  }

  private func assetLinks(_ packages: (name: String, path: String)...) throws -> String {
    let relation = "delegate_permission/common.handle_all_urls"
    let statements = packages.map { package in
      let rules = #"{ "dynamic_app_link_components": [{ "/": "\#(package.path)" }] }"#
      return """
        { "relation": ["\(relation)"], "relation_extensions": { "\(relation)": \(rules) },
          "target": { "namespace": "android_app", "package_name": "\(package.name)",
            "sha256_cert_fingerprints": [] } }
        """
    }
    return try folder.file("assetlinks", "[\(statements.joined(separator: ", "))]")
  }

  private func claims(_ words: [String]) throws -> LinkClaims {
    try Arguments(["signalbox", "why", "/"] + words).claims(for: definition).claims
  }

  /// The message and the advice of the usage error that these words give.
  private func error(_ words: [String]) throws -> [String?] {
    let error = #expect(throws: ExitError.self) { try claims(words) }
    let finding = try #require(error?.findings.last)
    #expect(finding.code == .usage && error?.status == .usage)
    return [finding.message.replacing(folder.path + "/", with: ""), finding.advice]
  }

  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `without options nothing is claimed`() throws {
    #expect(try claims([]).platforms.isEmpty)
  }

  @Test func `an option needs the file that it is about`() throws {
    #expect(
      try error(["--assetlinks", "x"]) == [
        "--assetlinks needs --manifest", "Add --manifest FILE: the app's AndroidManifest.xml.",
      ])
    #expect(try error(["--app", "x"]).first == "--app needs --aasa")
    #expect(try error(["--package", "x"]).first == "--package needs --assetlinks")
  }

  @Test func `the app is the only one, any with the same rules, or the one named`() throws {
    let one = try association((["A"], "/x"))
    #expect(try text(claims(["--aasa", one]).apple?.app) == "A")
    let same = try association((["A", "B"], "/x"), (["C"], "/x"))
    #expect(try text(claims(["--aasa", same]).apple?.app) == "A")
    #expect(try text(claims(["--aasa", same, "--app", "C"]).apple?.app) == "C")
    let none = try folder.file("none", #"{ "applinks": { "details": [] } }"#)
    #expect(try text(claims(["--aasa", none]).apple?.app) == "")
  }

  @Test func `the app must be clear`() throws {
    let file = try association((["A.com.shop", "B"], "/x"), (["A.com.shop.beta"], "/y"))
    #expect(
      try error(["--aasa", file]) == [
        "'aasa' has 3 apps with different rules: A.com.shop, B, A.com.shop.beta",
        "Choose one with --app ID.",
      ])
    #expect(
      try error(["--aasa", file, "--app", "A.com.shpo"]) == [
        "'aasa' has no app 'A.com.shpo'", "Did you mean 'A.com.shop'?",
      ])
    #expect(
      try error(["--aasa", file, "--app", "Z"]).last
        == "Use one of A.com.shop, B, A.com.shop.beta.")
    let none = try folder.file("none", #"{ "applinks": { "details": [] } }"#)
    #expect(
      try error(["--aasa", none, "--app", "Z"]) == ["'none' has no app 'Z'", "It names none."])
  }

  @Test func `the package is chosen as the app is`() throws {
    let manifest = ["--manifest", try folder.file("manifest", "<manifest/>")]
    let one = try assetLinks(("com.shop", "/x"))
    let claims = try claims(manifest + ["--assetlinks", one])
    #expect(text(claims.android?.package) == "com.shop" && claims.android?.assetLinks != nil)
    let two = try assetLinks(("com.shop", "/x"), ("com.beta", "/y"), ("com.beta", "/z"))
    #expect(
      try error(manifest + ["--assetlinks", two]) == [
        "'assetlinks' has 2 packages with different rules: com.shop, com.beta",
        "Choose one with --package NAME.",
      ])
    let named = manifest + ["--assetlinks", two, "--package", "com.beta"]
    #expect(try text(self.claims(named).android?.package) == "com.beta")
    // A package that the file lacks is a fault of the files.
    let other = manifest + ["--assetlinks", two, "--package", "com.x"]
    #expect(try text(self.claims(other).android?.package) == "com.x")
  }

  @Test func `a level and a fingerprint are read, or refused`() throws {
    let manifest = ["--manifest", try folder.file("manifest", "<manifest/>")]
    #expect(try claims(manifest).android?.level == 36)
    #expect(try claims(manifest + ["--api", "30"]).android?.level == 30)
    for level in ["0", "37", "x"] {
      #expect(try error(manifest + ["--api", level]).first == "--api does not take '\(level)'")
    }
    #expect(try error(["--api", "30"]).first == "--api needs --manifest")
    #expect(try error(["--fingerprint", "AA"]).first == "--fingerprint needs --assetlinks")
    let links = manifest + ["--assetlinks", try assetLinks(("p", "/x"))]
    #expect(try error(links + ["--fingerprint", "AA"]).first == "--fingerprint does not take 'AA'")
    let pairs = ["ab", "cd"]
    let several = pairs.flatMap { ["--fingerprint", String(repeating: $0, count: 32)] }
    #expect(
      try claims(links + several).android?.fingerprints.map { text($0) }
        == ["AB", "CD"].map { Array(repeating: $0, count: 32).joined(separator: ":") })
    #expect(
      try error(links + several + ["--fingerprint", "AA"]).first
        == "--fingerprint does not take 'AA'")
  }

  @Test func `resolve needs a platform and its file`() throws {
    for (line, message) in [
      ("--aasa x", "--aasa needs --on"), ("--package x", "--package needs --on"),
      ("--on ios", "--on needs --aasa"), ("--on android --aasa x", "--on needs --manifest"),
      ("--on windows", "--on does not take 'windows'"),
    ] {
      let text = try ShellSession.output(of: "signalbox resolve -r $R /movies \(line)", in: folder)
      #expect(text.contains(message) && text.hasSuffix("exit 2\n"), "\(text)")
    }
  }

  @Test func `the hosts of web links serve the files`() throws {
    let routes = try folder.file(
      "app.yaml",
      """
      signalbox: 1
      plugin: shop
      links: [shop://, https://Shop.example, http://shop.example/app, "https://*.shop.example", "https://*"]
      coordinators: { main: { kind: stack, start: / } }
      routes:
        - { path: /, screen: Home }
      screens: { Home: {} }
      """)
    let hosts = try App([routes]).definition.associatedHosts
    #expect(
      Set(hosts) == [
        AssociatedHost(Array("shop.example".utf8)),
        AssociatedHost(Array("shop.example".utf8), isWildcard: true),
        AssociatedHost([], isWildcard: true),
      ])
    #expect(hosts.count == 3)
    #expect(definition.associatedHosts.map(\.host).contains(Array("cinema.example".utf8)))
  }
}
