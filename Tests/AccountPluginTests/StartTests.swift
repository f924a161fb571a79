import Commands
import Navigation
import PluginTestSupport
import Screens
import Testing

@testable import AccountPlugin

/// Commands, and the effect that the tap `go` must have after them.
struct StartRow: Sendable, CustomTestStringConvertible {
  /// Commands before the start screen is opened.
  let before: [String]
  /// Commands while the start screen is shown.
  let shown: [String]
  /// The expected transitions: kind, coordinator, and destination.
  let transitions: [String]

  var testDescription: String { (before + ["open /start/…"] + shown).joined(separator: ", ") }

  /// The library tab is selected; the first time, its root is set too.
  static let first = ["select root/", "setRoot library/Library"]
  static let login = ["present home/Login"]

  static let rows = [
    StartRow([], [], login),
    StartRow(["login"], [], first),
    StartRow(["login alice"], [], first),
    StartRow(["login alice", "satisfy premium"], [], first),
    StartRow(["login alice", "logout"], [], login),
    StartRow([], ["login alice"], first),
    StartRow(["login alice"], ["logout"], login),
    StartRow(["login alice"], ["login bob"], first),
    StartRow([], ["tap go", "tap close"], login),
    StartRow([], ["tap go", "tap alice"], first),
    StartRow(["login"], ["tap go", "tab home"], ["select root/"]),
  ]

  init(_ before: [String], _ shown: [String], _ transitions: [String]) {
    self.before = before
    self.shown = shown
    self.transitions = transitions
  }
}

@MainActor
struct StartTests {
  @Test(arguments: Way.all, StartRow.rows)
  func `the same tap with the same facts has the same effect`(way: Way, row: StartRow) throws {
    let app = try BundledApp([Account()])
    for line in row.before { try app.run(line) }
    try app.run("open /start/\(way.key)")
    for line in row.shown { try app.run(line) }
    #expect(app.content?.title == way.title)
    let applied = try #require(try app.run("tap go"))
    #expect(applied.outcome == .moved)
    let definition = app.definition
    let found = applied.transitions.map { transition in
      let coordinator = transition.coordinator.map { definition[$0].name } ?? ""
      return "\(transition.word) \(coordinator)/\(transition.to.map(definition.name) ?? "")"
    }
    #expect(found == row.transitions)
    #expect(app.screen == (row.transitions == StartRow.login ? "Login" : "Library"))
  }

  @Test func `the plugin's script passes`() throws {
    let report = try BundledApp.replayed(["account.nav"], with: [Account()])
    #expect(report.failures == 0, "\(report.text)")
    #expect(report.counts.expectations > 10)
  }

  @Test func `the view model decides without a screen`() {
    final class Recorder: StartDelegate {
      var asked: [String] = []
      func showLogin() { asked.append("login") }
      func showMain() { asked.append("main") }
    }
    let recorder = Recorder()
    let viewModel = DecidingViewModel()
    viewModel.delegate = recorder
    viewModel.go()
    viewModel.learned(SessionFacts([.init("login", subject: "alice")]))
    viewModel.go()
    #expect(recorder.asked == ["login", "main"])
  }
}
