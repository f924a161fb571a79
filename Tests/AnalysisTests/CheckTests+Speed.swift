import Analysis
import Diagnostics
import Links
import Navigation
import TestSupport
import Testing

/// Tables that are slow to check, or to match.
extension CheckTests {
  // Takes minutes if every pair of expressions is compared.
  @Test(arguments: ["n@|m@", "[a-z]+@", "[a-f]{2}-@-[0-9]+", "a*b@"])
  func `200 sibling expressions are checked within 15 seconds`(_ expression: String) throws {
    var app = PluginDraft("app")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    for number in 0..<200 {
      app.route("/:x(\(expression.replacing("@", with: "\(number)")))", screen: "A")
    }
    let seconds = try threadSeconds {
      let definition = try AppDefinition(plugins: [app])
      #expect(Check.findings(in: [app], of: definition) == [])
    }
    #expect(seconds < 15)
  }

  // Only one expression matches, but all are tried.
  @Test(arguments: [(600, 0), (700, 1)])
  func `too many sibling expressions are reported as slow`(count: Int, findings: Int) throws {
    var app = PluginDraft("app")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    for number in 0..<count { app.route("/:x(\(number)[a-f])", screen: "A") }
    let definition = try AppDefinition(plugins: [app])
    let slow = Check.findings(in: [app], of: definition).filter { $0.code == .routeSlow }
    #expect(slow.count == findings)
    #expect(slow.allSatisfy { $0.isConfirmed(by: definition) })
  }

  @Test func `too many branches are reported as slow`() throws {
    var app = PluginDraft("app")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    for number in 0..<800 {
      app.route("/:x(a|n\(number))/n\(number)", screen: "A")
    }
    let definition = try AppDefinition(plugins: [app])
    let slow = Check.findings(in: [app], of: definition).filter { $0.code == .routeSlow }
    #expect(slow.count == 1)
    #expect(slow.allSatisfy { $0.isConfirmed(by: definition) })
  }
}
