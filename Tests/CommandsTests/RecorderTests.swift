import Analysis
import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import Screens
import TestSupport
import Testing

@testable import Commands

/// What is recorded of the coverage while scripts run.
@MainActor
struct RecorderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The declared parts that a script uses; gates as `login opened`.
  private func used(
    _ script: String, of app: LoadedApp = LoadedApp(TestApp.definition),
    reloading: LoadedApp? = nil, onStep: (ScriptStep) -> Void = { _ in }
  ) -> [String] {
    let recorder = CoverageRecorder(app.definition)
    let next = reloading ?? app
    var runner = ScriptRunner(app, appSource: { .success(next) })
    runner.recorder = recorder
    runner.run(Array(script.utf8), path: folder.path + "/main.nav", onStep: onStep)
    #expect(runner.report.failures == 0, "\(runner.report.text)")
    return recorder.coverage.names(of: Coverage.Kind.declared, in: app.definition)
  }

  private let start = ["coordinator home", "coordinator main"]
  private let movies = ["route /movies", "screen Home", "screen Movies"]

  @Test func `a script without events shows the first screen and coordinators`() {
    #expect(used("stack") == ["screen Home"] + start)
  }

  @Test func `a link, a tap and their gates are counted`() {
    let script = """
      /movies/1
      tap reviews
      open /library
      login alice
      logout
      """
    #expect(
      used(script) == [
        "route /library", "route /movies/:id", "route /movies/:id/reviews", "screen Home",
        "screen Library", "screen Login", "screen Movie", "screen Reviews 2", "tap Movie.reviews",
        "gate login", "coordinator home 2", "coordinator library", "coordinator main",
      ])
  }

  @Test(arguments: ["source", "load"])
  func `the lines that another script runs count`(command: String) throws {
    try folder.file("other.nav", "open /movies\n")
    #expect(used("\(command) other.nav\nexpect screen Movies\n") == movies + start)
  }

  @Test func `what is undone was covered`() {
    #expect(used("open /movies\nundo\n") == movies + start)
  }

  @Test func `events after a reload count only if the app behaves as before`() {
    let script = "open /movies\nreload\nopen /search/x\n"
    #expect(
      used(script, reloading: LoadedApp(TestApp.make()))
        == [
          "route /movies", "route /search/:term", "screen Home", "screen Movies", "screen Search",
        ] + start)
    let changed = TestApp.make { $0.route("/a", screen: "Home") { $0.coordinator = "home" } }
    #expect(used(script, reloading: LoadedApp(changed)) == movies + start)
  }

  /// A tap of the content of `Search`, which describes taps of the same names, and whether the
  /// described one was performed.
  nonisolated static let taps: [(tap: String, target: String?, isUsed: Bool)] = [
    ("close", "back", true), ("close", nil, true), ("close", "/nowhere", false),
    ("own", "back", false), ("own", nil, false),
  ]

  @Test(arguments: taps)
  func `a tap that content decides is the described one of its name`(
    row: (tap: String, target: String?, isUsed: Bool)
  ) throws {
    let app = MusicApp()
    let script =
      "/search/IU\ntap \(row.tap)\n"
      + (row.target == "/nowhere" ? "expect outcome refused(not-found)\n" : "")
    let used = try used(script, of: app.loaded()) { step in
      guard step.command == "/search/IU" else { return }
      app.made[0].content = ScreenContent(
        title: "", taps: [ScreenTap(row.tap, row.target)])
      app.made[0].onTap = { _, answer in answer(nil) }
    }
    #expect(used.contains("tap Search.close") == row.isUsed, "\(used)")
  }

  @Test func `a described tap that content lacks is performed`() throws {
    #expect(
      try used("/search/IU\ntap close", of: MusicApp().loaded())
        == [
          "route /search/:term", "route /tracks/:id", "screen Home", "screen Search",
          "screen Track", "tap Search.close", "coordinator home",
        ])
  }

  @Test func `a tap that neither has is a refusal`() throws {
    let app = try MusicApp().loaded()
    let recorder = CoverageRecorder(app.definition)
    var runner = ScriptRunner(app)
    runner.recorder = recorder
    runner.run(Array("/search/IU\ntap none\nexpect outcome refused(unknown-tap)".utf8), path: "a")
    #expect(
      recorder.coverage.names(of: [.refusal], in: app.definition) == ["refusal unknown-tap"])
  }

  @Test func `a worker sends the coverage that it recorded`() throws {
    let recorder = CoverageRecorder(TestApp.definition)
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    runner.recorder = recorder
    runner.run(Array("/movies/1\ntap close\nlogin\n/nowhere".utf8), path: "a.nav")
    let script = ReplayedScript(runner.report.scripts[0], Paint(), coverage: recorder.coverage)
    #expect(recorder.coverage.counts.count > 8)
    #expect(ReplayedScript(script.json)?.coverage == recorder.coverage)
  }

  @Test(arguments: [
    #"{}"#, #"[1]"#, #"[["route",1,0]]"#, #"[["way",1,0,1]]"#, #"[["route","1",0,1]]"#,
    #"[["route",1,0,0]]"#, #"[["route",1,0,-1]]"#, #"[["route",1,0,9223372036854775807]]"#,
    #"[["route",1,0,1.5]]"#, #"[["route",1,0,1,1]]"#,
  ])
  func `other JSON is no coverage`(text: String) throws {
    #expect(Coverage(try JSON(parsing: Array(text.utf8), file: "test")) == nil)
  }
}

extension Coverage {
  /// The parts of these kinds that were used, with their counts unless these are 1.
  fileprivate func names(of kinds: [Kind], in definition: AppDefinition) -> [String] {
    let used = CoverageReport(self, of: definition).rows.filter {
      kinds.contains($0.kind) && $0.count > 0
    }
    return used.map { row -> String in
      let name = row.screen.map { "\($0).\(row.name)" } ?? row.name
      return "\(row.kind) \(name)" + (row.count == 1 ? "" : " \(row.count)")
    }
  }
}
