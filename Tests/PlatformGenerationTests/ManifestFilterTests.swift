import Navigation
import PlatformGeneration
import TestSupport
import Testing

/// The filters of generated manifests.
struct ManifestFilterTests {
  /// Routes, as in `AssociationRuleTests`, and the patterns of their paths.
  static let rows: [(routes: [String], patterns: [String])] = [
    (["/a", "/"], ["/*", "/a/*"]), (["/a/:x"], ["/a/[^/]+/*"]), (["/a/*"], ["/a/.+"]),
    (["/a/:i"], ["/a/-{0,1}[0-9]+/*"]), (["/a/:e"], ["/a/x/*", "/a/y/*"]),
    (["/a/:x", "/a/*"], ["/a/.+"]), (["/a{/b}?"], ["/a/*", "/a/b/*"]),
    (["/a.b/c+d"], [#"/a\\.b/c\\+d/*"#]), (["/:x-:y"], ["/[^/][^\\\\-/]*-[^/]+/*"]),
    (["/:x.png"], ["/[^/]+/*"]), (["/:n(\\d+).png"], [#"/[0-9]+\\.png/*"#]),
    (["/a\"<&>b"], ["/a&quot;&lt;&amp;&gt;b/*"]), (["/é"], ["/é/*"]), (["/x*"], ["/x.*"]),
    (["/:x([a-f0-9]{8})"], ["/[0-9a-f]{8}/*"]),
  ]

  @Test(arguments: rows.indices)
  func `a path is an advanced pattern that also takes slashes at its end`(index: Int) throws {
    let row = Self.rows[index]
    let definition = try AssociationRuleTests.definition(
      row.routes.map { $0.replacing("+d", with: "\\+d") })
    let file = ManifestGenerator(definition).file(activity: ".MainActivity")
    let patterns = file.text.split(separator: "\n")
      .filter { $0.contains("pathAdvancedPattern") && !$0.contains("<!--") }
      .compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
    // The last is that of start://start.
    #expect(Array(patterns.dropLast()) == row.patterns, "\(file.text)")
  }

  @Test func `hosts with the same paths share a filter, and others do not`() throws {
    let routes = ["/", "/a", "/b", "/c/x", "/c", "/row-:n(\\d+)"]
    let definition = try AssociationRuleTests.definition(routes, base: "shop://")
    let file = ManifestGenerator(definition).file(activity: "x.y.Links")
    let filters = file.text.components(separator: "</intent-filter>").map { filter in
      filter.components(separator: "<data android:").dropFirst().map {
        String($0.prefix { $0 != "/" || true }.split(separator: " />")[0])
      }
    }
    #expect(
      filters.contains([
        #"scheme="shop""#, #"host="""#, #"host="a""#, #"host="b""#, #"pathAdvancedPattern="/*""#,
      ]))
    #expect(
      filters.contains([
        #"scheme="shop""#, #"host="c""#, #"pathAdvancedPattern="/*""#,
        #"pathAdvancedPattern="/x/*""#,
      ]))
    #expect(
      filters.contains([
        #"scheme="shop""#, #"sspAdvancedPattern="//row-[0-9]+/*""#,
        #"sspAdvancedPattern="//row-[0-9]+/*[?].*""#,
      ]))
    #expect(file.text.contains(#"android:name="x.y.Links""#))
  }

  @Test func `what a filter cannot exclude is noted, also under another base`() throws {
    let one = ManifestGenerator(try AssociationRuleTests.definition(["/:x", "-/help"]))
    #expect(one.file(activity: ".A").notes.map(\.pattern) == ["/help"])
    var app = PluginDraft("app")
    app.links("https://x.example/app")
    app.stack("home", start: "/home")
    app.route("/home", screen: "Home")
    var refused = RouteDraft(path: "/secret")
    refused.presentation = .refuse
    app.routes.append(refused)
    var other = PluginDraft("other")
    other.links("https://x.example")
    other.route("/:x/:y", screen: "Any")
    let two = ManifestGenerator(try AppDefinition(plugins: [app, other]))
    #expect(two.file(activity: ".A").notes.map(\.pattern) == ["/secret"])
  }

  @Test func `asset links name each certificate`() {
    let text = AssetLinksText.text(package: "x.app", fingerprints: ["AA", "BB"])
    #expect(text.contains("\"package_name\": \"x.app\""))
    #expect(text.contains("        \"AA\",\n        \"BB\"\n"))
  }
}

extension String {
  fileprivate func components(separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
