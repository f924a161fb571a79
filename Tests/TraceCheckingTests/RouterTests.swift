import Diagnostics
import FileAccess
import Navigation
import RouteFiles
import TestSupport
import Testing

@testable import TraceChecking

/// The links for an app's router, and what its answers reveal.
struct RouterTests {
  /// An app of 100 routes: lists with query items, details, forms, notes with two values, and
  /// redirects of twenty subjects.
  private struct App {
    static let names = "abcdefghijklmnopqrst".map { "topic\($0)" }
    static let right = loaded(untyped: nil)

    static func loaded(untyped: String?) -> AppDefinition {
      var yaml = "signalbox: 1\nplugin: app\nlinks: [https://shop.example, shop://]\n"
      yaml += "coordinators:\n  root: { kind: stack, start: /\(names[0]) }\nroutes:\n"
      for name in names {
        let screen = name.capitalized
        let note = name == untyped ? "" : ", params: { id: int, note: int }"
        yaml += """
            - { path: /\(name), screen: \(screen), query: { page: uint?, sort: "[up, down]?" } }
            - { path: /\(name)/:key, screen: \(screen)Detail, params: { key: slug } }
            - { path: /\(name)/new, screen: \(screen)New }
            - { path: /\(name)/:id/notes/:note, screen: \(screen)Note\(note) }
            - { path: /old-\(name)/:key, params: { key: slug }, redirect: /\(name)/:key }

          """
      }
      yaml += "screens:\n"
      for name in names {
        for kind in ["", "Detail", "New", "Note"] {
          yaml += "  \(name.capitalized)\(kind): { title: a\(kind) }\n"
        }
      }
      do {
        let folder = try TemporaryFolder()
        return try AppDefinition(routes: folder.file("app.yaml", yaml))
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  /// A router with a fault: the rest of it is the definition.
  private struct FaultyRouter {
    let fault: Fault
    /// The subject that has the fault.
    let name: String
    let untyped: AppDefinition

    func answer(_ link: String) -> RouterAnswer {
      let right = opened(link)
      let mine = right.screen?.hasPrefix(name.capitalized) ?? false
      let path = link.prefix { $0 != "?" }
      let query = link.dropFirst(path.count)
      let start = path.hasPrefix("https") ? "https://shop.example" : "shop:/"
      let segments = path.dropFirst(start.count).split(separator: "/").map(String.init)
      func tried(_ segments: some Sequence<String>) -> RouterAnswer {
        let other = opened(start + "/" + segments.joined(separator: "/") + query)
        return other.screen?.hasPrefix(name.capitalized) ?? false ? other : right
      }
      func changed(_ change: (ObservedScreen.Value) -> ObservedScreen.Value?) -> RouterAnswer {
        RouterAnswer(screen: right.screen, values: right.values?.compactMap(change))
      }
      switch fault {
      case .ignoresCase: return right.screen == nil ? tried(segments.map { $0.lowercased() }) : right
      case .takesLonger: return right.screen == nil ? tried(segments.dropLast()) : right
      case .takesEnd: return right.screen == nil ? tried(segments.dropFirst()) : right
      case .containsText:
        guard right.screen == nil, path.contains(name) else { return right }
        return RouterAnswer(screen: name.capitalized)
      case .beginsWithText:
        guard right.screen == nil, segments.first?.hasPrefix(name) ?? false else { return right }
        return RouterAnswer(screen: name.capitalized)
      case .keepsEscapes:
        return mine && path.contains("%")
          ? changed { .init($0.name, ($0.text ?? "") + "%") } : right
      case .readsLiteralsRaw:
        let isEscaped = segments.contains { $0.hasPrefix("%") && !$0.hasPrefix("%3") }
        return mine && isEscaped ? RouterAnswer(screen: nil) : right
      case .splitsEncodedSlash:
        return tried(
          segments.flatMap { $0.replacing("%2F", with: "/").split(separator: "/") }.map(String.init))
      case .refusesSlashAtEnd: return mine && path.hasSuffix("/") ? .init(screen: nil) : right
      case .refusesEmptySegment:
        return mine && path.dropFirst(8).contains("//") ? .init(screen: nil) : right
      case .prefersWrongRoute:
        guard right.screen == name.capitalized + "New" else { return right }
        return RouterAnswer(screen: name.capitalized + "Detail", values: [.init("key", "new")])
      case .ignoresType: return right.screen == nil ? opened(link, untyped) : right
      case .cutsNumbers:
        return mine && (right.values ?? []).contains { ($0.text ?? "").count > 12 }
          ? .init(screen: nil) : right
      case .losesValue: return mine ? changed { $0.name == "note" ? nil : $0 } : right
      case .swapsValues:
        let texts = (right.values ?? []).map(\.text)
        return mine && texts.count == 2 && !query.contains("=")
          ? RouterAnswer(
            screen: right.screen,
            values: zip(right.values ?? [], texts.reversed()).map { .init($0.name, $1) }) : right
      case .ignoresItem: return mine ? changed { $0.name == "page" ? nil : $0 } : right
      case .takesLastItem:
        let items = query.dropFirst().split(separator: "&").reversed()
        return mine ? opened(path + "?" + items.joined(separator: "&")) : right
      case .refusesUnknownItem: return mine && query.contains("zz") ? .init(screen: nil) : right
      case .followsNoRedirect: return path.contains("old-\(name)") ? .init(screen: nil) : right
      case .ignoresHost:
        guard right.screen == nil, let slash = path.dropFirst(8).firstIndex(of: "/"),
          path.hasPrefix("https")
        else { return right }
        let other = opened("https://shop.example" + path[slash...] + query)
        return other.screen?.hasPrefix(name.capitalized) ?? false ? other : right
      }
    }

    private func opened(
      _ link: some StringProtocol, _ definition: AppDefinition = App.right
    ) -> RouterAnswer {
      definition.answer(definition.screenResolution(of: String(link)))
    }
  }

  enum Fault: CaseIterable, Sendable {
    case ignoresCase, takesLonger, takesEnd, containsText, beginsWithText, keepsEscapes
    case readsLiteralsRaw, splitsEncodedSlash, refusesSlashAtEnd, refusesEmptySegment
    case prefersWrongRoute, ignoresType, cutsNumbers, losesValue, swapsValues, ignoresItem
    case takesLastItem, refusesUnknownItem, followsNoRedirect, ignoresHost

    /// What the finding says of topicd.
    var finding: (code: DiagnosticCode, text: String) {
      switch self {
      case .ignoresCase: (.routerOpens, "for a literal in another case, on ")
      case .takesLonger: (.routerOpens, "for a segment more at the end, on ")
      case .takesEnd: (.routerOpens, "for a segment more at the start, on ")
      case .containsText: (.routerOpens, "for any other path that contains 'TOPIC'")
      case .beginsWithText: (.routerOpens, "for any other path that begins with '/TOPIC'")
      case .keepsEscapes: (.routerValues, "other values for a value with encoded characters")
      case .readsLiteralsRaw: (.routerNothing, "opens nothing for a literal with an encoded letter")
      case .splitsEncodedSlash: (.routerOpens, "for an encoded slash, on ")
      case .refusesSlashAtEnd: (.routerNothing, "opens nothing for a slash at the end, on ")
      case .refusesEmptySegment: (.routerNothing, "opens nothing for an empty segment, on ")
      case .prefersWrongRoute: (.routerScreen, "not the right screen, for a link of a route, on 1 ")
      case .ignoresType: (.routerOpens, "for a value that does not fit its type, on 1 ")
      case .cutsNumbers: (.routerNothing, "opens nothing for a value at an edge of its type, on ")
      case .losesValue: (.routerValues, "other values for a link of a route, on 1 ")
      case .swapsValues: (.routerValues, "other values for a link of a route, on 1 ")
      case .ignoresItem: (.routerValues, "other values for a query item with a value, on 1 ")
      case .takesLastItem: (.routerValues, "other values for a query item that is repeated")
      case .refusesUnknownItem: (.routerNothing, "opens nothing for a query item that no route")
      case .followsNoRedirect: (.routerNothing, "opens nothing for a link that is redirected")
      case .ignoresHost: (.routerOpens, "for another host or scheme, on ")
      }
    }
  }

  private func comparison(
    _ probes: RouterProbes, _ definition: AppDefinition, _ answer: (String) -> RouterAnswer
  ) -> RouterComparison {
    RouterComparison(probes.probes, probes.probes.map { answer($0.link) }, of: definition)
  }

  @Test(arguments: Fault.allCases, seeds(20))
  func `a fault of one of twenty subjects is found by 2,000 links`(
    fault: Fault, seed: UInt64
  ) throws {
    try #require(App.right.routes.count == 100)
    var random = SplitMix64(seed: seed)
    let name = random.pick(App.names)
    let router = FaultyRouter(
      fault: fault, name: name,
      untyped: fault == .ignoresType ? App.loaded(untyped: name) : App.right)
    let probes = RouterProbes(of: App.right, countMax: 2_000, seed: seed)
    #expect(probes.probes.count <= 2_000)
    let findings = comparison(probes, App.right, router.answer).findings
    let text = fault.finding.text.replacing("TOPIC", with: name)
    let found = findings.first { $0.code == fault.finding.code && $0.message.contains(text) }
    #expect(found != nil, "\(name): \(findings.prefix(8).map(\.summary))")
    #expect(findings.count < 8, "\(findings.map(\.summary))")
  }

  @Test(arguments: seeds(100))
  func `a router that does as the definition does has no difference`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition =
      seed.isMultiple(of: 3) ? BundledApp.definition : RandomApp.definition(&random)
    let probes = RouterProbes(of: definition, countMax: 3_000, seed: seed)
    let found = comparison(probes, definition) {
      definition.answer(definition.screenResolution(of: $0))
    }
    #expect(found.differences.isEmpty)
  }

  @Test func `the links depend on the seed alone, and differ`() {
    func links(_ count: Int, _ seed: UInt64) -> [String] {
      RouterProbes(of: App.right, countMax: count, seed: seed).probes.map(\.link)
    }
    #expect(links(500, 1) == links(500, 1))
    #expect(links(500, 1) != links(500, 2))
    #expect(Set(links(5_000, 1)).count == links(5_000, 1).count)
  }

  @Test func `every route has a link before one has a second`() {
    let all = RouterProbes(of: App.right, countMax: 10_000, seed: 1)
    #expect(all.leftOutCount == 0)
    #expect(all.probes.count > 2_000)
    let few = RouterProbes(of: App.right, countMax: 100, seed: 1)
    #expect(Set(few.probes.map(\.route)).count == 100)
    #expect(few.probes.allSatisfy { $0.expected != nil })
    #expect(few.probes.count + few.leftOutCount == all.probes.count)
  }

  @Test func `a screen that the definition lacks, and a router without values`() {
    let probes = RouterProbes(of: App.right, countMax: 2_000, seed: 1)
    let unknown = comparison(probes, App.right) { _ in RouterAnswer(screen: "NotFound") }
    #expect(Set(unknown.findings.map(\.code)) == [.routerUnknownScreen])
    let silent = comparison(probes, App.right) { link in
      RouterAnswer(screen: App.right.answer(App.right.screenResolution(of: link)).screen)
    }
    #expect(silent.differences.isEmpty)
  }
}

extension String {
  /// With a large first letter.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
