import Diagnostics
import Navigation
import Testing
import TestSupport

@testable import TraceChecking
import Traces

/// Events that happened without a line in the log.
struct SearchTests {
  private func verdict(_ lines: [String], _ rules: LogRules = LogRules()) throws -> TraceVerdict {
    TraceChecker(BundledApp.definition, rules).verdict(on: try trace(lines))
  }

  /// A log, the kinds of lines that it holds apart from the usual ones, and the events that explain
  /// it.
  static let logs: [(lines: [String], logged: Set<ObservedKind>, events: [String])] = [
    // A tap, and `back`.
    (
      ["screen Home", "screen Movies", "screen Home"], [], ["tap films", "back"]
    ),
    // Two screens back, past one of the same kind.
    (
      [
        "open /movies/1", "screen MovieDetail id=1", "open /movies/2 inside",
        "screen MovieDetail id=2", "tap cast", "screen MovieCast id=2", "screen MovieDetail id=1",
      ], [.tap],
      ["open /movies/1", "open /movies/2 inside", "tap cast", "pop 2"]
    ),
    // A gate, which shows only two lines later that it opened.
    (
      [
        "screen Home", "login alice", "open /movies/42", "screen MovieDetail id=42", "tap play",
        "screen Player id=42",
      ], [.tap],
      ["login alice", "open /movies/42", "satisfy premium", "tap play"]
    ),
    // Unsaved work, which keeps `back` from leaving the screen.
    (
      ["login alice", "open /me/edit", "screen ProfileEditor", "back", "screen ProfileEditor"],
      [.back], ["login alice", "open /me/edit", "dirty on", "back"]
    ),
    // A link that arrived before the app was ready.
    (
      ["open /movies/42", "screen Home", "screen MovieDetail id=42"], [],
      ["open /movies/42", "ready"]
    ),
    // A row of a screen that no file describes, also if a gate defers its link.
    (
      ["open /cinema", "screen Cinema", "tap poster-film-8", "screen MovieDetail id=8"], [.tap],
      ["open /cinema", "open /movies/8 inside"]
    ),
    (
      [
        "open /cinema", "screen Cinema", "tap poster-saved-8", "screen Login", "login alice",
        "screen SavedFilm id=8",
      ], [.tap],
      ["open /cinema", "open /library/saved/8 inside", "login alice"]
    ),
    // A link that opens nothing, and `back` on the first screen, leave the app as it is.
    (
      ["screen Home", "open /nowhere", "back", "screen Home"], [.back], ["open /nowhere", "back"]
    ),
  ]

  @Test(arguments: logs.indices)
  func `events without a line are found`(index: Int) throws {
    let (lines, logged, events) = Self.logs[index]
    let verdict = try verdict(lines, LogRules(logged: LogRules.always.union(logged)))
    #expect(verdict.divergence == nil, "\(verdict.divergence?.diagnostic.summary ?? "")")
    #expect(verdict.events.map { $0.command(nowMilliseconds: 0) } == events)
  }

  @Test func `an event without a line cannot show a screen that the log lacks`() throws {
    // Home, Movies, MovieDetail.
    let lines = ["screen Home", "screen MovieDetail id=42"]
    let strict = try verdict(lines)
    #expect(strict.divergence?.diagnostic.code == .conformScreen)
    #expect(strict.explained == 1)
    #expect(try verdict(lines, LogRules(isSampled: true)).divergence == nil)
  }

  @Test func `a login, a logout and a link never happen without a line`() throws {
    let rules = LogRules()
    #expect(try verdict(["screen Home", "screen Library"], rules).explained == 1)
    #expect(try verdict(["screen Home", "screen Seat row=1 seat=2"], rules).explained == 1)
    let silent = LogRules(logged: [.screen])
    #expect(try verdict(["screen Home", "screen Library"], silent).divergence == nil)
    #expect(try verdict(["screen Home", "screen Seat row=1 seat=2"], silent).divergence == nil)
  }

  @Test func `a tap that logs in does not explain a missing login`() throws {
    let lines = ["open /movies/42/play", "screen Login", "screen Subscribe"]
    #expect(try verdict(lines).explained == 2)
    let silent = ["open /library", "screen Library"]
    #expect(try verdict(silent, LogRules(isSampled: true)).explained == 1)
    // With a line for the tap, the definition says what it does.
    var tapped = lines
    tapped.insert("tap alice", at: 2)
    let rules = LogRules(logged: LogRules.always.union([.tap]))
    #expect(try verdict(tapped, rules).divergence == nil)
  }

  // An app of which `back` selects the tab before: with and without a line for it.
  @Test func `back follows the history of tabs where the app's does`() throws {
    func definition(_ back: BackPolicy) -> AppDefinition {
      var app = PluginDraft("app")
      app.tabs("root", ["a", "b", "c"], back: back)
      for tab in ["a", "b", "c"] {
        app.stack(tab, start: "/" + tab)
        app.route("/" + tab, screen: tab)
        // Without content, it could open anything.
        app.screen(tab) { $0.title = "Tab" }
      }
      return .valid(app)
    }
    let lines = ["screen a", "tab b", "screen b", "tab c", "screen c", "back", "screen b"]
    let logged = LogRules(logged: LogRules.always.union([.tab, .back]))
    let unseen = LogRules(logged: LogRules.always.union([.tab]))
    for (lines, rules) in [(lines, logged), (lines.filter { $0 != "back" }, unseen)] {
      let trace = try trace(lines)
      #expect(
        TraceChecker(definition(.history), rules).verdict(on: trace).divergence == nil, "\(lines)")
      #expect(TraceChecker(definition(.stay), rules).verdict(on: trace).divergence != nil)
    }
  }

  /// A link waits for ten minutes. The time of a line that has an earlier one is that before it.
  @Test func `a clock that is set back does not let a link expire`() throws {
    func lines(resumedAt time: Int) -> [String] {
      [
        "at 1000000", "open /library/saved/8", "screen Login", "at 10", "screen Login",
        "at \(time)", "login alice", "screen SavedFilm id=8",
      ]
    }
    #expect(try verdict(lines(resumedAt: 1_000_001)).divergence == nil)
    #expect(try verdict(lines(resumedAt: 1_700_000)).explained == 4)
  }

  /// Logs of an app whose lock closes after twenty seconds in the background, and how many lines are
  /// explained.
  static let lapses: [(lines: [String], explained: Int)] = [
    (
      [
        "satisfy lock", "open /keys", "screen Keys", "at 0", "background", "at 20000",
        "foreground", "screen Unlock", "satisfy lock", "screen Keys",
      ], 8
    ),
    // The app reports that the gate has closed, and the place stays all the same.
    (
      [
        "satisfy lock", "open /keys", "screen Keys", "at 0", "background", "at 20000",
        "foreground", "revoke lock", "screen Unlock", "satisfy lock", "screen Keys",
      ], 9
    ),
    // The screen is still shown, one millisecond too late.
    (
      [
        "satisfy lock", "open /keys", "screen Keys", "at 0", "background", "at 20000",
        "foreground", "screen Keys",
      ], 5
    ),
    (
      [
        "satisfy lock", "open /keys", "screen Keys", "at 0", "background", "at 19999",
        "foreground", "screen Keys",
      ], 6
    ),
  ]

  @Test(arguments: lapses.indices)
  func `the times of the lines say that a gate lapses`(index: Int) throws {
    var app = PluginDraft("app")
    app.gate("lock", challenge: "/unlock") {
      $0.lapses = Gate.Lapses(backgroundMilliseconds: 20_000, keepsPlace: true)
    }
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/keys", screen: "Keys") { $0.gates = ["lock"] }
    app.route("/unlock", screen: "Unlock") { $0.presentation = .cover }
    let (lines, explained) = Self.lapses[index]
    let definition = AppDefinition.valid(app)
    let verdict = TraceChecker(definition, .complete).verdict(on: try trace(lines))
    #expect(verdict.explained == explained, "\(verdict)")
    #expect((verdict.divergence == nil) == (explained == lines.count - 2))
  }

  @Test func `numbers are compared as numbers, texts as texts`() throws {
    #expect(try verdict(["open /deals/9.50", "screen Deals price=9.5"]).divergence == nil)
    #expect(try verdict(["open /movies/42", "screen MovieDetail id=42.0"]).divergence == nil)
    #expect(try verdict(["open /movies/42", "screen MovieDetail id=43"]).explained == 1)
    #expect(try verdict(["open /search/1", "screen Search term=1.0"]).explained == 1)
  }

  @Test func `only screens of which it is known have other taps`() throws {
    let lines = ["screen Home", "screen Movies", "tap row-8", "screen MovieDetail id=8"]
    let rules = LogRules(logged: LogRules.always.union([.tap]))
    var tapped = lines
    tapped.insert("tap films", at: 1)
    #expect(try verdict(tapped, rules).divergence?.diagnostic.code == .conformRefused)
    let listed = LogRules(logged: rules.logged, contentScreens: ["Movies"])
    #expect(try verdict(tapped, listed).divergence == nil)
  }

  /// Each round has to be explained again, from a state that is near.
  @Test func `a long session is explained`() throws {
    let round = [
      "login alice", "tap play", "screen Player id=42", "logout", "screen MovieDetail id=42",
    ]
    let start = ["open /movies/42", "screen MovieDetail id=42"]
    let rules = LogRules(logged: LogRules.always.union([.tap]))
    let lines = start + Array(repeating: round, count: 1_000).joined()
    let verdict = try verdict(lines, rules)
    #expect(verdict.divergence == nil, "\(verdict.divergence?.diagnostic.summary ?? "")")
    #expect(verdict.events.count { $0 == .satisfy(gate: "premium", subject: nil) } == 1_000)
  }

  @Test func `only some of many links to a screen are tried`() throws {
    var app = PluginDraft("app")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    for number in 0..<300 { app.route("/a\(number)/:x", screen: "A") }
    let definition = AppDefinition.valid(app)
    let lines = ["screen Home", "screen A x=1", "screen A x=2"]
    let log = try trace(lines)
    let rules = LogRules(logged: [])
    let unobserved = UnobservedEvents(of: definition, under: rules)
    let links = unobserved.links(to: log.entries[1].observation)
    #expect(links.links.count == SearchLimits.linksPerLine)
    #expect(!links.areAll)
    #expect(TraceChecker(definition, rules).verdict(on: log).divergence == nil)
    let other = try trace(lines + ["screen A y=3"])
    let divergence = TraceChecker(definition, rules).verdict(on: other).divergence
    #expect(divergence?.diagnostic.code == .conformUndecided)
  }

  @Test func `a session tries as many events as it may`() throws {
    let lines = ["screen Home", "screen Ticket code=none"]
    let checker = TraceChecker(
      BundledApp.definition, LogRules(logged: [.screen], isSampled: true))
    for triesMax in [0, 100, 1_000] {
      let verdict = checker.verdict(on: try trace(lines), triesMax: triesMax)
      #expect(verdict.divergence?.diagnostic.code == .conformUndecided)
      #expect(verdict.furtherTries == triesMax)
    }
  }

  @Test func `a search that ends at a limit says so`() throws {
    // No ticket has this code, and with everything missing the search has too many states.
    let lines = ["screen Home", "screen Ticket code=none"]
    let verdict = try verdict(lines, LogRules(logged: [.screen], isSampled: true))
    let divergence = try #require(verdict.divergence)
    #expect(divergence.isCut)
    #expect(divergence.diagnostic.code == .conformUndecided)
    #expect(divergence.diagnostic.advice?.contains("ended at a limit") == true)
  }
}
