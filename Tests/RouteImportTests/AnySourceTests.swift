import Diagnostics
import JSONCodec
import RouteImport
import Testing

/// Sources with anything in them.
struct AnySourceTests {
  private static let keys = [
    "screens", "path", "exact", "alias", "initialRouteName", "prefixes", "config", "children",
    "name",
    "component", "redirect", "meta", "requiresAuth", "routes", "screen", "links", "coordinators",
    "kind", "start", "gates", "challenge", "in", "as", "params", "query", "id", "Home", "a",
    "parents",
    "values", "index", "redirectTo", "canActivate", "element", "linking", "groups", "if", "enabled",
    "$function", "$negated", "$navigator", "$tree", "$paths", "$unknown", "$component", "$to",
    "$at",
    "$keys",
  ]
  private static let texts = [
    "", "/", "a", "/a", ":id", "a/:id?", "*", "/:x(.*)*", "Home", "stack", "tabs", "flow", "sheet",
    "outside", "https://x.example", "x", "{id}", "/(", "/a#b", "login", "int", "a\nb", "root", "//",
    "/:a/:a", "\\", "日本", "useIsSignedIn", "useIsSignedOut", "auto", "Stack", "BottomTab", "$",
    "{-$a}", "x{$a}y", "**", "b?", "\u{e000}p.X\u{e001}", "\u{e000}", "authGuard",
  ]

  private static func json(_ random: inout SplitMix64, depth: Int) -> JSON {
    func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    switch depth == 0 ? pick(3) : pick(9) {
    case 0, 1: return .string(texts[pick(texts.count)])
    case 2: return pick(2) == 0 ? .null : .bool(pick(2) == 0)
    case 3, 4, 5: return .array((0..<pick(4)).map { _ in json(&random, depth: depth - 1) })
    default:
      var seen: Set<String> = []
      let names = (0..<pick(7)).map { _ in keys[pick(keys.count)] }.filter {
        seen.insert($0).inserted
      }
      return .object(names.map { .init($0, json(&random, depth: depth - 1)) })
    }
  }

  /// JSON that is likely to be accepted: the list or object that a kind reads, with anything in it.
  private static func source(of kind: ImportKind, _ random: inout SplitMix64) -> JSON {
    let anything = { (random: inout SplitMix64) in
      JSON.object((0..<4).map { .init("k\($0)", json(&random, depth: 5)) })
    }
    func list(_ random: inout SplitMix64) -> JSON {
      .array(
        (0..<6).map { _ in
          guard case .object(let members) = json(&random, depth: 4) else {
            return [
              "path": .string(texts[Int(random.next() % 27)]), "screen": "S", "component": "C",
            ]
          }
          return .object(
            [.init("path", .string(texts[Int(random.next() % 27)]))]
              + members.filter { $0.key != "path" })
        })
    }
    switch kind {
    case .reactNavigation:
      guard random.next() % 2 == 0 else {
        return ["prefixes": ["a://", "b"], "screens": ["N": ["screens": anything(&random)]]]
      }
      return [
        "enabled": "auto",
        "$tree": [
          "$navigator": "Stack", "screens": anything(&random),
          "groups": [
            "G": ["if": ["$function": "useIsSignedIn"], "screens": anything(&random)],
            "H": ["if": ["$function": "useIsSignedOut"], "screens": anything(&random)],
          ],
        ],
      ]
    case .vueRouter, .reactRouter, .angular, .tanstack: return list(&random)
    default:
      return [
        "routes": list(&random), "coordinators": anything(&random), "gates": anything(&random),
      ]
    }
  }

  private static let uris = [
    "", "/", "shop://", "shop://a/{id}", "{id}", "a?b", "?=", "?&&=1", "#", "{", "}", "{}", ".*",
    "https://x.example/{a}/{a}", "https://{host}/a", "http://x.example:80/%zz?q={q}#f", "://",
    "x:/",
    "shop://a b", "shop://{a-b}{c}.html", "*", "/a/.*/b", "..", "\\", "?q=$(x)", "/$(lang)?*", "é",
  ]

  // Method: graphs, manifests and association files with any text where links are described.
  @Test(
    arguments: [ImportKind.androidNavigation, .manifest, .aasa], 0..<60 as Range<UInt64>)
  func `the written file of any file of a platform has no errors`(
    kind: ImportKind, seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    func any() -> String { Self.uris[Int(random.next() % UInt64(Self.uris.count))] }
    func attribute() -> String { any().replacing("&", with: "&amp;") }
    let xml = "xmlns:android=\"http://schemas.android.com/apk/res/android\""
    let source: String
    switch kind {
    case .androidNavigation:
      let fragments = (0..<5).map { number in
        """
        <fragment id="@id/f\(number)"><argument name="id" argType="integer" />
        <deepLink uri="\(attribute())" /><deepLink uri="\(attribute())" /></fragment>
        <navigation startDestination="@id/f"><dialog id="@id/f">
        <deepLink uri="\(attribute())" /></dialog></navigation>
        """
      }
      source = "<navigation startDestination=\"@id/f1\">\(fragments.joined())</navigation>"
    case .manifest:
      let names = ["path", "pathPrefix", "pathPattern", "pathSuffix", "host", "scheme"]
      let data = (0..<8).map { number in
        "<data android:\(names[Int(random.next() % 6)])=\"\(attribute())\" />"
      }
      source = """
        <manifest \(xml)><application><activity android:name="A" android:exported="true">
        <intent-filter><action android:name="android.intent.action.VIEW" />
        <category android:name="android.intent.category.DEFAULT" />
        <category android:name="android.intent.category.BROWSABLE" />
        <data android:scheme="https" android:host="x.example" />\(data.joined())
        </intent-filter></activity></application></manifest>
        """
    default:
      let rules = (0..<6).map { number -> JSON in
        ["/": .string(any()), "?": [any(): .string(any())], "exclude": .bool(number == 4)]
      }
      source =
        (["applinks": ["details": [["appIDs": ["A.b"], "components": .array(rules)]]]]
        as JSON).text
    }
    #expect(throws: Never.self, "\(source)") { try Imported(kind, source) }
  }

  // Goal: whatever a source contains, the written file has no errors, and nothing traps.
  @Test(
    arguments: [
      ImportKind.json, .reactNavigation, .vueRouter, .reactRouter, .angular, .tanstack,
    ], 0..<60 as Range<UInt64>)
  func `the written file of any JSON has no errors`(kind: ImportKind, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = Self.source(of: kind, &random).text
    #expect(throws: Never.self, "\(text)") { try Imported(kind, text) }
    #expect(throws: Never.self, "\(text)") {
      try Imported(kind.table(module: "m", evaluated: Array("{\"value\":\(text)}".utf8)))
    }
  }
}
