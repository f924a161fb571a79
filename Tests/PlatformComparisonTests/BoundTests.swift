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
    let findings = app.comparison.findings.filter { $0.code == .compareUndecided }
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
    let findings = app.comparison.findings
    #expect(findings.contains { $0.code == .compareUndecided && $0.position != nil })
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
