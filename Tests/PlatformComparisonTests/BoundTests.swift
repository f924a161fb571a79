import Diagnostics
import Navigation
import PlatformComparison
import PlatformLinks
import Testing

// Goal: no file makes `compare` take more than its bounds. Method: rules whose automata have
// exponentially many states, alone and together; without the bounds the test does not end.
struct BoundTests {
  @Test(arguments: [8, 30])
  func `a rule with too many states is undecided, and named`(count: Int) throws {
    let pattern = "*a" + String(repeating: "?", count: count)
    let app = try ClaimedApp(components: #"{"/":"/b/*"},{"/":"\#(pattern)"}"#) { app in
      app.route("/b/:x", screen: "B")
    }
    let comparison = PlatformComparison(app.definition, app.claims, workMax: 4_000_000)
    let findings = comparison.findings.filter { $0.code == .compareUndecided }
    guard count > 8 else {
      #expect(findings.isEmpty)
      return
    }
    #expect(
      findings.map { $0.position } == [app.claims.apple?.association.details[0].rules[1].position])
  }

  @Test(arguments: [20, 200])
  func `many rules that are small alone are undecided together`(count: Int) throws {
    let letters = (0...count).map { String(UnicodeScalar(UInt8(97 + $0 % 26))) + "\($0)" }
    let rules = zip(letters, letters.dropFirst()).map { #"{"/":"*\#($0)*\#($1)*"}"# }
    let app = try ClaimedApp(components: rules.joined(separator: ",")) { app in
      app.route("/b/:x", screen: "B")
    }
    let comparison = PlatformComparison(app.definition, app.claims, workMax: 4_000_000)
    #expect(comparison.findings.contains { $0.code == .compareUndecided && $0.position != nil })
  }

  // Goal: the sites of one filter share the work. Method: the machines of a host read the paths of
  // all hosts.
  @Test func `hosts after the limit are undecided`() throws {
    let hosts = (0..<3).map { number in
      #"<data android:scheme="https" android:host="h\#(number).example""#
        + #" android:pathPrefix="/p\#(number)"/>"#
    }
    let app = try ClaimedApp(filters: [hosts.joined()]) { app in
      app.route("/b/:x", screen: "B")
    }
    func comparison(_ workMax: Int) -> PlatformComparison {
      PlatformComparison(app.definition, app.claims, workMax: workMax)
    }
    func undecided(_ comparison: PlatformComparison) -> Int {
      comparison.findings.count { $0.code == .compareUndecided }
    }
    let all = comparison(10_000_000)
    #expect(undecided(all) == 0)
    let work = 10_000_000 - all.workLeft
    #expect(work > 10_000)
    let some = comparison(work / 2)
    #expect(some.workLeft == 0)
    #expect((1...2).contains(undecided(some)))
    #expect(undecided(comparison(0)) >= 3)
  }

  @Test(arguments: [60])
  func `many paths of a manifest are compared or undecided`(count: Int) throws {
    let paths = (0..<count).map { number in
      #"<data android:pathPattern=".*a\#(number).*b\#(number).*"/>"#
    }
    let data = #"<data android:scheme="https" android:host="x.example"/>"#
    let app = try ClaimedApp(filters: [data + paths.joined()]) { app in
      app.route("/b/:x", screen: "B")
    }
    #expect(!app.comparison.findings.isEmpty)
  }
}
