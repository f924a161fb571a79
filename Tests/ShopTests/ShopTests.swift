import Diagnostics
import FileAccess
import Navigation
import RouteFiles
import ShopModels
import SignalboxHost
import TestSupport
import Testing
import TraceChecking
import TraceFiles
import Traces

/// `Examples/Shop`: one set of routes and view models, and two apps that show the same.
@MainActor
struct ShopTests {
  private static let folder = packageFolder + "/Examples/Shop"

  private final class Log {
    var text = ""
  }

  /// A step of a user and the stacks that follow it, as `stacks` describes them.
  struct Step: Sendable {
    let act: @MainActor (any RunningShop) -> Void
    let shown: String

    init(_ shown: String, _ act: @escaping @MainActor (any RunningShop) -> Void) {
      (self.act, self.shown) = (act, shown)
    }
  }

  /// A purchase: from a link to reviews, through the login, to the order.
  nonisolated static let purchase = [
    Step("Catalog > Item 2 > Reviews of item 2") { _ in },
    Step("Catalog > Item 2") { $0.swipeBack() },
    Step("Catalog > Item 2") { $0.tap("Add to cart") },
    Step("Catalog > Item 2 / Cart") { $0.tap("Cart") },
    Step("Catalog > Item 2 / Cart / Login") { $0.tap("Pay") },
    Step("Catalog > Item 2 / Cart") { $0.pullDown() },
    Step("Catalog > Item 2 / Cart / Login") { $0.tap("Pay") },
    Step("Catalog > Item 2 / Cart / Login") { $0.tap("Log in") },
    Step("Catalog > Item 2 / Cart > Payment") { app in
      app.type("ada")
      app.tap("Log in")
    },
    Step("Catalog > Item 2") { $0.tap("Confirm") },
    Step("Account") { $0.tapTab(1) },
    Step("Account > Order 1") { $0.tap("Order 1") },
    Step("Catalog > Item 1") { $0.open("https://shop.example/items/1") },
    Step("Account > Order 1") { $0.tapTab(1) },
    Step("Account") { $0.swipeBack() },
    Step("Catalog > Item 1") { $0.tap("Log out") },
    Step("Catalog > Item 1 / Login") { $0.open("shop://orders/1") },
    Step("Catalog > Item 1") { $0.tap("Close") },
    Step("Catalog") { $0.swipeBack() },
    Step("Catalog > Item 2") { $0.tap("Chair") },
  ]

  /// The titles of the stacks that the engine wants: `Catalog > Item 2 / Cart`.
  private func wanted(_ shop: Shop) -> [[String]] {
    let (tree, navigator) = (shop.navigator.tree, shop.navigator)
    let base = tree.stacks[tree.base(in: navigator.definition).index]
    return ([base] + tree.layers.map { $0.stack }).map { stack in
      stack.map { navigator.request(for: $0)?.title ?? "?" }
    }
  }

  /// What differs between the stacks of an app and of the engine. SwiftUI makes the screens below
  /// the visible one when they are needed, and shows nothing of what a cover hides.
  private func differences(_ app: any RunningShop) -> [String] {
    let (shown, wanted) = (app.stacks, wanted(app.shop))
    let areEqual = zip(shown, wanted).map { shown, wanted in
      if shown.isEmpty { return true }
      guard shown.count == wanted.count else { return false }
      return zip(shown, wanted).allSatisfy { one, other in one.map { $0 == other } ?? true }
    }
    let isSame =
      shown.count == wanted.count && shown.last?.last == wanted.last?.last
      && !areEqual.contains(false)
    return (isSame ? [] : ["\(shown) is shown, not \(wanted)"]) + app.refused
  }

  private func text(of stacks: [[String]]) -> String {
    stacks.map { $0.joined(separator: " > ") }.joined(separator: " / ")
  }

  @Test(arguments: Framework.allCases)
  func `a purchase shows the same stacks on both frameworks, and conform accepts its log`(
    framework: Framework
  ) throws {
    let log = Log()
    let shop = Shop(isReady: false) { log.text += $0 + "\n" }
    let app = framework.start(shop, opening: ["shop://items/2/reviews"])
    for (index, step) in Self.purchase.enumerated() {
      step.act(app)
      #expect(text(of: wanted(shop)) == step.shown, "step \(index)")
      #expect(differences(app) == [], "step \(index)")
    }
    #expect(app.texts.contains("Chair"))
    #expect(try finding(in: log.text) == nil, "\(log.text)")
    // A log in which a screen is missing is refused.
    let lines = log.text.split(separator: "\n").filter { !$0.contains("\"Payment\"") }
    #expect(try finding(in: lines.joined(separator: "\n")) != nil)
  }

  @Test(arguments: Framework.allCases)
  func `the stacks are the same, whoever triggers a transition`(framework: Framework) {
    var stacks: Set<[String]> = []
    for owner in TransitionOwner.allCases {
      let app = framework.start(Shop(owner: owner))
      var shown: [String] = []
      for act: @MainActor (any RunningShop) -> Void in [
        { $0.tap("Lamp") }, { $0.tap("Reviews") }, { $0.swipeBack() }, { $0.tap("Reviews") },
      ] {
        act(app)
        #expect(differences(app) == [], "\(owner)")
        shown.append(text(of: wanted(app.shop)))
      }
      stacks.insert(shown)
    }
    let item = "Catalog > Item 1"
    #expect(stacks == [[item, item + " > Reviews of item 1", item, item + " > Reviews of item 1"]])
  }

  @Test(arguments: Framework.allCases)
  func `a view draws again what its model has changed`(framework: Framework) async {
    let app = framework.start(Shop())
    app.tap("Chair")
    #expect(app.texts.contains("In your cart: 0"))
    app.tap("Add to cart")
    // UIKit's views draw in a later turn.
    var isDrawn = false
    for _ in 0..<1_000 where !isDrawn {
      await Task.yield()
      isDrawn = app.texts.contains("In your cart: 1")
    }
    #expect(isDrawn)
  }

  /// What `conform` finds in a log; `nil` if it accepts it.
  private func finding(in log: String) throws -> String? {
    let definition = try AppDefinition(routes: Self.folder + "/Routes")
    let (map, errors) = TraceMapFile.parse(
      try readFile(Self.folder + "/trace.yaml", bytesMax: 10_000), file: "trace.yaml",
      kinds: ObservedKind.allCases.map { $0.rawValue })
    try #require(errors.isEmpty)
    let file = TraceFile(Array(log.utf8), path: "log", map)
    try #require(file.findings.isEmpty)
    let checker = TraceChecker(definition, map.rules(seen: file.kinds))
    let divergence = file.sessions.lazy.compactMap { checker.verdict(on: $0).divergence }.first
    return divergence.map { "\($0.diagnostic.code.rawValue): \($0.diagnostic.message)" }
  }

  @Test func `view models know no framework, no navigator and no coordinator`() throws {
    let code = try CodeFile("Examples/Shop/Models/ViewModels.swift")
    #expect(
      code.lines.filter { $0.contains("import ") } == ["public import Observation"])
    #expect(code.types.contains("LoginViewModel"))
    for word in ["Navigator", "NavigationState", "ItemCoordinator"] {
      #expect(!code.mentions(word), "\(word)")
    }
  }

  /// The first block of docs/ios.md is compiled with the package of `init --ios`.
  @Test(arguments: [("docs/ios.md", 1, 4), ("docs/ios-swiftui.md", 0, 3)])
  func `the code of the pages is from the example`(path: String, first: Int, count: Int) throws {
    let folders = ["Models", "UIKit", "SwiftUI"].map { "Examples/Shop/" + $0 }
    let sources = try (folders + ["Tests/UIKitTestSupport"]).flatMap { folder in
      try filesInFolder(packageFolder + "/" + folder).map { try Page(folder + "/" + $0).text }
    }
    let blocks = try Page(path).blocks("swift").dropFirst(first)
    #expect(blocks.count == count)
    for block in blocks {
      #expect(sources.contains { $0.contains(block.text) }, "\(block.text)")
    }
  }
}
