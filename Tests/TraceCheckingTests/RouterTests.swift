import Diagnostics
import FileAccess
import Navigation
import RouteFiles
import TestSupport
import Testing

@testable import TraceChecking
import Traces

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

    /// A link, and what the definition opens for it.
    private struct Asked {
      let right: RouterAnswer
      let path: Substring
      let query: Substring
      let start: String
      let segments: [String]

      init(_ link: String, _ right: RouterAnswer) {
        self.right = right
        path = link.prefix { $0 != "?" }
        query = link.dropFirst(path.count)
        start = path.hasPrefix("https") ? "https://shop.example" : "shop:/"
        segments = path.dropFirst(start.count).split(separator: "/").map(String.init)
      }

      func changed(_ change: (ObservedScreen.Value) -> ObservedScreen.Value?) -> RouterAnswer {
        RouterAnswer(screen: right.screen, values: right.values?.compactMap(change))
      }
    }

    func answer(_ link: String) -> RouterAnswer {
      let asked = Asked(link, opened(link))
      return isMine(asked.right) ? mine(asked) : other(asked)
    }

    private func isMine(_ answer: RouterAnswer) -> Bool {
      answer.screen?.hasPrefix(name.capitalized) ?? false
    }

    /// The answer to a link of the subject.
    private func mine(_ asked: Asked) -> RouterAnswer {
      let (right, path, query) = (asked.right, asked.path, asked.query)
      let values = right.values ?? []
      let isRefused: Bool
      switch fault {
      case .keepsEscapes:
        return path.contains("%") ? asked.changed { .init($0.name, ($0.text ?? "") + "%") } : right
      case .prefersWrongRoute:
        guard right.screen == name.capitalized + "New" else { return right }
        return RouterAnswer(screen: name.capitalized + "Detail", values: [.init("key", "new")])
      case .losesValue: return asked.changed { $0.name == "note" ? nil : $0 }
      case .ignoresItem: return asked.changed { $0.name == "page" ? nil : $0 }
      case .swapsValues:
        guard values.count == 2, !query.contains("=") else { return right }
        return RouterAnswer(
          screen: right.screen,
          values: zip(values, values.reversed()).map { .init($0.name, $1.text) })
      case .takesLastItem:
        let items = query.dropFirst().split(separator: "&").reversed()
        return opened(path + "?" + items.joined(separator: "&"))
      case .readsLiteralsRaw:
        isRefused = asked.segments.contains { $0.hasPrefix("%") && !$0.hasPrefix("%3") }
      case .refusesSlashAtEnd: isRefused = path.hasSuffix("/")
      case .refusesEmptySegment: isRefused = path.dropFirst(8).contains("//")
      case .cutsNumbers: isRefused = values.contains { ($0.text ?? "").count > 12 }
      case .refusesUnknownItem: isRefused = query.contains("zz")
      case .followsNoRedirect: isRefused = path.contains("old-\(name)")
      default: isRefused = false
      }
      return isRefused ? RouterAnswer(screen: nil) : right
    }

    /// The answer to a link that opens nothing, or a screen of another subject.
    private func other(_ asked: Asked) -> RouterAnswer {
      let (right, path, segments) = (asked.right, asked.path, asked.segments)
      func tried(_ link: String) -> RouterAnswer {
        let other = opened(link + asked.query)
        return isMine(other) ? other : right
      }
      func tried(_ segments: some Sequence<String>) -> RouterAnswer {
        tried(asked.start + "/" + segments.joined(separator: "/"))
      }
      guard right.screen == nil else { return right }
      switch fault {
      case .ignoresCase: return tried(segments.map { $0.lowercased() })
      case .takesLonger: return tried(segments.dropLast())
      case .takesEnd: return tried(segments.dropFirst())
      case .splitsEncodedSlash: return tried(segments.map { $0.replacing("%2F", with: "/") })
      case .ignoresType: return opened(path + asked.query, untyped)
      case .containsText where path.contains(name): return RouterAnswer(screen: name.capitalized)
      case .beginsWithText where segments.first?.hasPrefix(name) ?? false:
        return RouterAnswer(screen: name.capitalized)
      case .ignoresHost:
        guard let slash = path.dropFirst(8).firstIndex(of: "/"), path.hasPrefix("https") else {
          return right
        }
        return tried("https://shop.example" + path[slash...])
      default: return right
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

  @Test(arguments: Fault.allCases, seeds(10))
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
    #expect(few.probes.count == 100 && Set(few.probes.map(\.route)).count == 100)
    #expect(few.probes.allSatisfy { $0.expected != nil })
    #expect(few.probes.count + few.leftOutCount == all.probes.count)
  }

  @Test func `a route that opens only from inside is asked for from outside`() throws {
    let folder = try TemporaryFolder()
    let yaml = """
      signalbox: 1
      plugin: app
      links: [https://shop.example]
      coordinators: { root: { kind: stack, start: / } }
      routes: [{ path: /, screen: A }, { path: "/b/:id", screen: B, links: [] }]
      screens: { A: {}, B: {} }

      """
    let definition = try AppDefinition(routes: folder.file("app.yaml", yaml))
    let probes = RouterProbes(of: definition, countMax: 100, seed: 1)
    let inside = probes.probes.filter { $0.rule == .inside }
    #expect(inside.map(\.link) == ["https://shop.example/b/a"])
    let findings = comparison(probes, definition) { link in
      RouterAnswer(screen: link.contains("/b/") ? "B" : "A")
    }.findings
    let found = try #require(findings.first { $0.witness == inside.first?.link })
    #expect(found.advice?.contains("with 'links: []' it opens only from inside") == true)
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
