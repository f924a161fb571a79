import Diagnostics
import Exploration
import Navigation
import TestSupport
import Testing

struct FindingTests {
  /// An app whose second child of a switch may be shown, and whose tap may work.
  private static func app(isHidden: Bool, tap: String) -> AppDefinition {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.oneOf("root", isHidden ? ["guest", "member"] : ["member", "guest"])
    app.stack("member", start: "/me", gates: ["login"])
    app.stack("guest", start: "/")
    app.route("/", screen: "Home")
    app.route("/me", screen: "Me")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.screen("Login") { $0.taps = [("close", "dismiss"), ("leave", Located(tap, at: nil))] }
    return .valid(app)
  }

  /// Whether the switch hides the member, what the tap does, and the codes found.
  static let rows: [(isHidden: Bool, tap: String, codes: [DiagnosticCode])] = [
    (false, "dismiss", []), (false, "/me", []), (false, "/nowhere", [.tapRefused]),
    (false, "finish", [.tapRefused]), (true, "dismiss", [.screenNeverShown]),
    // It asks for the login first.
    (true, "/me", [.screenNeverShown]),
  ]

  @Test(arguments: rows)
  func `screens and taps that never work are found`(
    _ row: (isHidden: Bool, tap: String, codes: [DiagnosticCode])
  ) {
    let check = PolicyCheck(of: Self.app(isHidden: row.isHidden, tap: row.tap), rules: [])
    #expect(check.findings.map(\.code) == row.codes)
    #expect(check.verdicts == [])
  }

  @Test func `an incomplete proof finds nothing`() {
    var bounds = PolicyCheck.Bounds()
    bounds.stepsMax = 10
    let check = PolicyCheck(
      of: Self.app(isHidden: true, tap: "/nowhere"), rules: [], bounds: bounds)
    #expect(check.findings == [])
    #expect(!check.proof.isComplete)
  }
}
