import Diagnostics
import Navigation
import RouteFiles
import SignalboxHost
import SwiftUITestSupport
import TestSupport
import Testing
import TraceChecking
import TraceFiles
import Traces

/// The log of an app on the stand-in is accepted by `conform`, unless SwiftUI does something that
/// the navigator does not hear of.
@MainActor
struct LogTests {
  private final class Log {
    var text = ""
  }

  private static let bundled = Result { try AppDefinition(routes: packageFolder + "/Routes") }

  private static let small: AppDefinition = {
    var app = PluginDraft("small")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/item", screen: "Item")
    app.route("/note", screen: "Note") { $0.presentation = .sheet }
    for screen in ["Home", "Item", "Note"] {
      app.screen(screen) { $0.taps = [("item", "/item"), ("note", "/note")] }
    }
    return .valid(app)
  }()

  /// What `conform` finds in a log; `nil` if it accepts it.
  private func finding(in log: Log, _ definition: AppDefinition) throws -> String? {
    let (map, errors) = TraceMapFile.parse(
      Array("trace: 1".utf8), file: "map", kinds: ObservedKind.allCases.map(\.rawValue))
    try #require(errors.isEmpty)
    let file = TraceFile(Array(log.text.utf8), path: "log", map)
    try #require(file.findings.isEmpty)
    let checker = TraceChecker(definition, LogRules(logged: Set(ObservedKind.allCases)))
    let divergence = file.sessions.lazy.compactMap { checker.verdict(on: $0).divergence }.first
    return divergence.map { "\($0.diagnostic.code.rawValue): \($0.diagnostic.message)" }
  }

  /// Leaves out links from inside, which apps open by taps.
  private func event(_ random: inout SplitMix64, in app: SwiftUIApp) -> Event {
    let definition = app.navigator.definition
    let taps = app.navigator.state.visibleEntry(in: definition)
      .flatMap { definition.screen(of: $0)?.taps.map(\.name) }
    if let tap = taps?.randomElement(using: &random), random.chance(40) { return .tap(tap) }
    while true {
      switch RandomApp.event(&random, in: definition) {
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
    let app = SwiftUIApp(definition) { log.text += $0 + "\n" }
    for _ in 0..<60 { app.step(&random) { event(&$0, in: app) } }
    #expect(app.faultsAtRest() == [], "seed \(seed)")
    let finding = try finding(in: log, definition)
    #expect(finding == nil, "seed \(seed)\n\(log.text)")
  }

  @Test func `conform refuses the log of an app whose SwiftUI does not write a swipe`() throws {
    for swallows in [false, true] {
      let log = Log()
      let app = SwiftUIApp(Self.small) { log.text += $0 + "\n" }
      app.navigator.tap("item")
      app.rest()
      if swallows { app.swallowWrites() }
      app.beginSwipe()
      app.endGesture()
      app.rest()
      app.navigator.tap("note")
      #expect(app.faultsAtRest() == [])
      let finding = try finding(in: log, Self.small)
      #expect((finding != nil) == swallows, "\(finding ?? "")\n\(log.text)")
    }
  }

  @Test func `a pulled sheet is noticed even if SwiftUI does not write it`() throws {
    let log = Log()
    let app = SwiftUIApp(Self.small) { log.text += $0 + "\n" }
    app.navigator.tap("note")
    app.rest()
    app.swallowWrites()
    app.beginPull()
    app.endGesture()
    #expect(app.faultsAtRest() == [])
    #expect(app.shown == "Home")
    #expect(try finding(in: log, Self.small) == nil)
  }
}
