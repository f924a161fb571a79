import Diagnostics
import Testing
import TraceChecking
import Traces

/// A log of the bundled app with a fault in it: the checker finds it at its line.
struct MutationTests {
  static let log = [
    "screen Home", "tap films", "screen Movies", "tap first", "screen MovieDetail id=42",  // 5
    "tap reviews", "screen Reviews id=42", "back", "screen MovieDetail id=42", "tap save",  // 10
    "screen Login", "login alice", "screen SavedFilm id=42", "tab profile", "screen Profile",  // 15
    "tab library", "screen SavedFilm id=42", "logout", "screen MovieDetail id=42",  // 19
    "tap buy", "screen Seats", "tap pay", "screen Pay", "tap done", "screen MovieDetail id=42",
  ]

  struct Mutation: CustomTestStringConvertible {
    let name: String
    let change: @Sendable (inout [String]) -> Void
    let line: Int
    let code: DiagnosticCode

    init(
      _ name: String, _ line: Int, _ code: DiagnosticCode,
      _ change: @escaping @Sendable (inout [String]) -> Void
    ) {
      (self.name, self.line, self.code, self.change) = (name, line, code, change)
    }

    var testDescription: String { name }
  }

  static let mutations = [
    Mutation("screen swapped", 5, .conformScreen) { $0[4] = "screen MovieCast id=42" },
    Mutation("value changed", 7, .conformValues) { $0[6] = "screen Reviews id=43" },
    Mutation("link lost behind the login", 13, .conformScreen) {
      $0[12] = "screen MovieDetail id=42"
    },
    Mutation("wrong tab", 15, .conformScreen) { $0[14] = "screen Library" },
    Mutation("missing screen", 3, .conformMissingScreen) { $0.remove(at: 2) },
    Mutation("extra screen", 4, .conformScreen) { $0.insert("screen Search term=IU", at: 3) },
    Mutation("wrong order", 6, .conformScreen) { $0.swapAt(5, 6) },
    Mutation("back ignored", 9, .conformScreen) { $0[8] = "screen Reviews id=42" },
    Mutation("gate skipped", 11, .conformScreen) { $0.removeSubrange(10...11) },
    Mutation("logout ignored", 19, .conformScreen) { $0[18] = "screen SavedFilm id=42" },
    Mutation("tap of another screen", 4, .conformRefused) { $0[3] = "tap write" },
    Mutation("unknown screen", 5, .conformUnknownScreen) { $0[4] = "screen MovieDetails id=42" },
    Mutation("flow not left", 25, .conformScreen) { $0[24] = "screen Seats" },
    Mutation("unknown tab", 14, .conformRefused) { $0[13] = "tab profiles" },
  ]

  @Test(arguments: [LogRules.complete, LogRules(logged: [.screen, .link, .login, .logout, .tap])])
  func `the log without a fault conforms`(rules: LogRules) throws {
    let verdict = TraceChecker(BundledApp.definition, rules).verdict(on: try trace(Self.log))
    #expect(verdict.divergence == nil, "\(verdict.divergence?.diagnostic.summary ?? "")")
    #expect(verdict.explained == Self.log.count)
  }

  @Test(arguments: mutations)
  func `a fault is found at its line`(mutation: Mutation) throws {
    var lines = Self.log
    mutation.change(&lines)
    let verdict = TraceChecker(BundledApp.definition, .complete).verdict(on: try trace(lines))
    #expect(
      verdict.divergence?.entry.line == mutation.line,
      "\(verdict.divergence?.diagnostic.summary ?? "")")
    #expect(verdict.divergence?.diagnostic.code == mutation.code)
    #expect(verdict.divergence?.diagnostic.summary.contains("?.") == false)
    #expect(verdict.explained == mutation.line - 1)
  }

  /// The link waits for the subscription of alice; bob's must not open it.
  @Test func `a link of another user is not resumed`() throws {
    let lines = [
      "screen Home", "login alice", "open /movies/42/play", "screen Subscribe plan=monthly",
      "login bob", "screen Home", "satisfy premium bob", "screen Player id=42",
    ]
    let verdict = TraceChecker(BundledApp.definition, .complete).verdict(on: try trace(lines))
    #expect(verdict.divergence?.entry.line == 8, "\(verdict.divergence?.diagnostic.summary ?? "")")
    #expect(verdict.divergence?.diagnostic.code == .conformScreen)
  }

  @Test func `a link that has waited too long is not resumed`() throws {
    let lines = [
      "at 1000", "screen Home", "login alice", "open /movies/42/play",
      "screen Subscribe plan=monthly", "satisfy premium alice", "screen Player id=42",
    ]
    let checker = TraceChecker(BundledApp.definition, .complete)
    #expect(checker.verdict(on: try trace(lines)).divergence == nil)
    // `keep: 30m`
    var late = lines
    late.insert("at 1801000", at: 5)
    #expect(checker.verdict(on: try trace(late)).divergence?.entry.line == 6)
    late[5] = "at 1800999"
    #expect(checker.verdict(on: try trace(late)).divergence == nil)
  }

  @Test func `a divergence says what was allowed`() throws {
    let checker = TraceChecker(BundledApp.definition, .complete)
    var lines = Self.log
    lines[12] = "screen MovieDetail id=42"
    let lost = try #require(checker.verdict(on: try trace(lines)).divergence)
    #expect(lost.allowed.map(\.text) == ["SavedFilm(id=42)"])
    #expect(
      lost.diagnostic.summary.contains("Allowed here: SavedFilm(id=42)."),
      "\(lost.diagnostic.summary)")
    lines = Self.log
    lines[3] = "tap write"
    let tap = try #require(checker.verdict(on: try trace(lines)).divergence)
    let expected = [
      "tap first", "tap today", "tap deals", "tap festival", "back", "tab home", "tab library",
      "tab music", "tab profile",
    ]
    #expect(tap.allowed.map(\.text) == expected)
  }
}
