import Diagnostics
import Navigation
import RouteFiles
import SignalboxHost
import TestSupport
import Testing
import TraceChecking
import TraceFiles
import Traces
import UIKitTestSupport

/// The log of an app is accepted by `conform` if UIKit shows what it should, and only then.
@MainActor
struct LogTests {
  private static let kinds = ObservedKind.allCases.map(\.rawValue)
  /// Every kind of event has its line.
  private static let rules = LogRules(logged: Set(ObservedKind.allCases))

  private static let bundled = Result { try AppDefinition(routes: packageFolder + "/Routes") }

  /// Two tabs, and screens of which all taps are known.
  private static let tabs: AppDefinition = {
    var app = PluginDraft("tabs")
    app.tabs("main", ["one", "two"])
    app.stack("one", start: "/")
    app.stack("two", start: "/two")
    app.route("/", screen: "Home")
    app.route("/two", screen: "Two")
    app.route("/item", screen: "Item") { $0.coordinator = "one" }
    for screen in ["Home", "Two", "Item"] {
      app.screen(screen) { $0.taps = [("item", "/item")] }
    }
    return .valid(app)
  }()

  private final class Log {
    var text = ""
  }

  /// What `conform` finds in a log; `nil` if it accepts it.
  private func finding(in log: Log, _ definition: AppDefinition) throws -> String? {
    let (map, errors) = TraceMapFile.parse(
      Array("trace: 1".utf8), file: "map", kinds: Self.kinds)
    try #require(errors.isEmpty)
    let file = TraceFile(Array(log.text.utf8), path: "log", map)
    try #require(file.findings.isEmpty)
    let checker = TraceChecker(definition, Self.rules)
    let divergence = file.sessions.lazy.compactMap { checker.verdict(on: $0).divergence }.first
    return divergence.map { "\($0.diagnostic.code.rawValue): \($0.diagnostic.message)" }
  }

  private func app(_ definition: AppDefinition, _ log: Log) -> UIKitApp {
    UIKitApp(definition) { log.text += $0 + "\n" }
  }

  /// Leaves out links from inside, which apps open by taps.
  private static func event(
    _ random: inout SplitMix64, in app: UIKitApp
  ) -> Event {
    let navigator = app.navigator
    let taps = navigator.state.visibleEntry(in: navigator.definition)
      .flatMap { navigator.definition.screen(of: $0)?.taps.map(\.name) }
    if let tap = taps?.randomElement(using: &random), random.chance(40) { return .tap(tap) }
    while true {
      switch RandomApp.event(&random, in: navigator.definition) {
      case .open(_, .inside), .tick: continue
      case let event: return event
      }
    }
  }

  @Test(arguments: seeds(300))
  func `conform accepts the log of a walk`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let definition = try Self.bundled.get()
    let log = Log()
    let app = app(definition, log)
    for _ in 0..<60 { app.step(&random) { Self.event(&$0, in: app) } }
    #expect(app.faultsAtRest() == [], "seed \(seed)")
    let finding = try finding(in: log, definition)
    #expect(finding == nil, "seed \(seed)\n\(log.text)")
  }

  @Test func `conform refuses the log of a host that swallows a swipe`() throws {
    for swallows in [false, true] {
      let log = Log()
      let app = app(Self.tabs, log)
      app.navigator.tap("item")
      app.rest()
      if swallows { app.swallowGestures() }
      app.beginSwipe()
      app.endGesture()
      app.navigator.select(tab: "two")
      app.rest()
      let finding = try finding(in: log, Self.tabs)
      #expect((finding != nil) == swallows, "\(finding ?? "")\n\(log.text)")
    }
  }

  @Test func `conform refuses the log of a host that does not select a tab`() throws {
    for ignores in [false, true] {
      let log = Log()
      let app = app(Self.tabs, log)
      if ignores { app.ignoreSelections() }
      app.navigator.select(tab: "two")
      app.rest()
      let finding = try finding(in: log, Self.tabs)
      #expect((finding != nil) == ignores, "\(finding ?? "")\n\(log.text)")
    }
  }
}
