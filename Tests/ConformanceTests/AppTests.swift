import Diagnostics
import Exploration
import FileAccess
import JSONCodec
import Navigation
import SignalboxTesting
import TestSupport
import Testing

/// Walks through two real apps loaded as route files, beyond what their tests of single links
/// cover.
@Suite(.enabled(if: hasCorpora, "the corpora are not present"))
struct AppTests {
  @Test func `a link to Artsy waits for the login`() throws {
    var app = AppWalk(try ArtsyEigenApp.definition(folder: corporaFolder + "/artsy-eigen"))
    #expect(app.stack == "Onboarding")
    #expect(app.open("https://www.artsy.net/artist/banksy/auction-results") == "deferred(login)")
    #expect(try app.run("login ada") == "moved")
    #expect(app.stack == "Home > Artist(artistID=banksy, initialTab=Insights)")
    #expect(app.open("https://live.artsy.net/nice-auction") == "moved")
    #expect(app.stack == "LiveAuction(slug=nice-auction)")
    #expect(app.open("artsy://conversation/7") == "moved")
    #expect(app.stack == "Inbox > Conversation(conversationID=7)")
    // The screen gets the rest of the path as written.
    #expect(app.open("https://artsy.net/the//mighty%2Fboosh/x?a=b") == "moved")
    #expect(app.stack.contains("url=/the//mighty/boosh/x"))
    #expect(app.violations == [])
  }

  @Test func `a query item selects the screen, the gate or the browser in Kickstarter`() throws {
    let folder = corporaFolder + "/kickstarter-ios"
    var app = AppWalk(try KickstarterIOSApp.definition(folder: folder))
    let project = "https://www.kickstarter.com/projects/ada/engine"
    #expect(app.open(project + "/pledge") == "moved")
    let failed = project + "/pledge?ref=ksr_email_backer_failed_transaction"
    #expect(app.open(failed) == "deferred(login)")
    #expect(try app.run("login ada") == "moved")
    #expect(app.stack.hasPrefix("tab_discovery > project_pledge_manage("))
    #expect(app.open(project + "?token=4") == "outside")
    #expect(app.open(project + "/comments?comment=dead") == "moved")
    #expect(app.stack.contains("project_commentThread("))
    #expect(app.open("https://emails.kickstarter.com/x//y?qs=1") == "moved")
    #expect(app.stack == "tab_discovery > emailClick(0=x//y)")
    #expect(app.open("https://notemailhost.kickstarter.com/x") == "refused(foreign)")
    #expect(app.violations == [])
  }

  /// Screens behind the login of each app, and one that is not.
  static let gated: [(app: String, hidden: [String], open: String, findings: [String])] = [
    ("artsy-eigen", ["Home", "Artist", "Inbox", "LiveAuction"], "Onboarding", []),
    ("kickstarter-ios", ["project_pledge_manage"], "tab_discovery", []),
  ]

  @Test(arguments: gated)
  func `the login of a real app is proved`(
    _ row: (app: String, hidden: [String], open: String, findings: [String])
  ) throws {
    let folder = corporaFolder + "/" + row.app
    let app =
      try row.app == "artsy-eigen"
      ? ArtsyEigenApp.definition(folder: folder) : KickstarterIOSApp.definition(folder: folder)
    let rules = try (row.hidden + [row.open]).map { screen in
      try PolicyRule(Located("never screen \(screen) without gate login", at: nil), in: app)
    }
    let exploration = AppExploration(of: app, rules: rules)
    #expect(exploration.proof.isComplete)
    #expect(exploration.verdicts.dropLast().allSatisfy { $0 == .proved })
    #expect(exploration.verdicts.last == .broken([], isShortest: true))
    let findings = exploration.findings.map {
      "\($0.diagnostic.code.rawValue) \($0.diagnostic.message)"
    }
    #expect(findings == row.findings)
    var random = SplitMix64(seed: 1)
    let exclusion = exploration.proof.exclusion(
      in: app, Alphabet(of: app), walks: seeds(100).count, eventsPerWalk: 100, &random)
    #expect(exclusion == nil)
  }
}
