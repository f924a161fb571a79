import Diagnostics
import HostTestSupport
import Navigation
import RouteFiles
import SignalboxHost
import TestSupport
import Testing
import TraceChecking
import TraceFiles
import Traces

/// The log of an app is accepted by `conform` if the host shows what it should, and only then.
@MainActor
struct LogTests {
  private final class Log {
    var text = ""
    /// The time of the next lines.
    var milliseconds: Int64 = 0
    func add(_ line: String) { text += line + "\n" }
  }

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
  private func event(_ random: inout SplitMix64, on navigator: Navigator) -> Event {
    let definition = navigator.definition
    let taps = navigator.state.visibleEntry(in: definition)
      .flatMap { definition.screen(of: $0)?.taps.map(\.name) }
    if let tap = taps?.randomElement(using: &random), random.chance(40) { return .tap(tap) }
    while true {
      switch RandomApp.event(&random, in: definition) {
      case .open(_, .inside), .tick: continue
      case let event: return event
      }
    }
  }

  @Test(arguments: HostKind.allCases, seeds(100))
  func `conform accepts the log of a walk`(kind: HostKind, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let definition = try RealApp.bundled.definition
    let log = Log()
    let host = kind.host.init(definition, isReady: true, log: { log.add($0) })
    for _ in 0..<60 { host.performRandomStep(&random) { event(&$0, on: host.navigator) } }
    #expect(host.faultsAtRest() == [], "seed \(seed)")
    let finding = try finding(in: log, definition)
    #expect(finding == nil, "seed \(seed)\n\(log.text)")
  }

  /// The session continues with its name, and by a clock that runs on.
  @Test func `conform accepts the log of a session whose link expires while it is saved`() throws {
    let log = Log()
    let first = Navigator(
      SmallWorld.lasting, session: "s", clock: { log.milliseconds }, log: { log.add($0) })
    first.open("/two")
    let saved = first.save()
    log.milliseconds += 24 * 3_600_000
    let second = try Navigator(
      restoring: saved, in: SmallWorld.lasting, session: "s", clock: { log.milliseconds },
      log: { log.add($0) }, isStillOpen: { _, _ in true })
    second.satisfy("login", subject: "a")
    #expect(second.visibleScreen?.screen == "Home")
    let finding = try finding(in: log, SmallWorld.lasting)
    #expect(finding == nil, "\(log.text)")
  }

  @Test(arguments: [true, false])
  func `conform accepts the log of a session whose gate lapses when it is restored`(
    isInBackground: Bool
  ) throws {
    let log = Log()
    let first = Navigator(
      SmallWorld.definition, session: "s", clock: { log.milliseconds }, log: { log.add($0) })
    first.satisfy("login", subject: "a")
    first.open("/two")
    if isInBackground { first.enterBackground() }
    let second = try Navigator(
      restoring: first.save(), in: SmallWorld.definition, session: "s",
      clock: { log.milliseconds }, log: { log.add($0) }, isStillOpen: { _, _ in true })
    second.satisfy("login", subject: "a")
    #expect(second.visibleScreen?.screen == "Two")
    let finding = try finding(in: log, SmallWorld.definition)
    #expect(finding == nil, "\(log.text)")
  }

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

  @Test(arguments: HostKind.allCases, [nil] + PlantedFault.allCases)
  func `conform refuses the log of a host with a fault`(kind: HostKind, fault: PlantedFault?) throws
  {
    let log = Log()
    let host = kind.host.init(Self.tabs, isReady: true, log: { log.add($0) })
    if let fault { host.plant(fault) }
    host.navigator.tap("item")
    host.rest()
    host.perform(.swipe)
    host.perform(.finish)
    host.rest()
    host.navigator.select(tab: "two")
    host.rest()
    host.navigator.tap("item")
    host.rest()
    let finding = try finding(in: log, Self.tabs)
    #expect((finding != nil) == (fault != nil), "\(finding ?? "")\n\(log.text)")
  }
}
