import Links
import Navigation
import Testing

extension CheckTests {
  /// Five segments of 1,990 letters each.
  static let longPath = "abcde".map { "/:\($0)([a-z]{1990})" }.joined()

  static let shadows = [
    Row("nothing wrong") { _ in },
    Row("one takes all of another", "route/shadowed /f/*: /f/a") { app in
      app.route("/f/:path+", screen: "A")
      app.route("/f/*", screen: "B")
    },
    Row(
      "two together take all of another", "route/shadowed /b/:flag: /b/false"
    ) { app in
      app.route("/b/:flag", screen: "A") { $0.params = [("flag", .bool)] }
      app.route("/b/true", screen: "B")
      app.route("/b/false", screen: "C")
    },
    Row(
      "one of two takes some", "route/partly-shadowed /b/:flag: /b/false"
    ) { app in
      app.route("/b/:flag", screen: "A") { $0.params = [("flag", .bool)] }
      app.route("/b/true", screen: "B")
    },
    Row(
      "types and expressions together", "route/shadowed /t/:x([0-9]|true): /t/0"
    ) { app in
      app.route("/t/:x([0-9]|true)", screen: "A")
      app.route("/t/true", screen: "B")
      app.route("/t/:x-", screen: "D")
      for digit in 0..<10 { app.route("/t/\(digit)", screen: "C") }
    },
    Row(
      "queries together", "route/shadowed /q/:flag: /q/false?v=true"
    ) { app in
      app.route("/q/:flag", screen: "A") {
        $0.params = [("flag", .bool)]
        $0.query = [("v", .bool, false)]
      }
      app.route("/q/false", screen: "B")
      for value in ["true", "false"] {
        app.route("/q/true", screen: "C") { $0.query = [("v", .oneOf([value]), false)] }
      }
    },
    Row(
      "an optional item that need not fit", "route/partly-shadowed /o/*: /o/a?q=true"
    ) { app in
      app.route("/o/*", screen: "A")
      app.route("/o/:x+", screen: "B") { $0.query = [("q", .int, true)] }
    },
    Row("a type before another", "route/partly-shadowed /t/:slug: /t/a") { app in
      app.route("/t/:id", screen: "A") { $0.params = [("id", .int)] }
      app.route("/t/:slug", screen: "B") { $0.params = [("slug", .slug)] }
    },
    Row("one includes another", "route/partly-shadowed /one/:p?: /one/a") { app in
      app.route("/one/:p?", screen: "A")
      app.route("/one", screen: "B")
    },
    Row(
      "one includes another that takes all it has left", "route/shadowed /o/:p?: /o/a"
    ) { app in
      app.route("/o/:p?", screen: "A")
      app.route("/o", screen: "B")
      app.route("/o/:x", screen: "C")
    },
    Row("an expression without a text", "route/impossible /x/:x([a&&b])") {
      $0.route("/x/:x([a&&b])", screen: "A")
    },
    Row("a segment that no link has", "route/impossible /x/:x(\\.\\.)") {
      $0.route("/x/:x(\\.\\.)", screen: "A")
    },
    Row(
      "more segments than a link has",
      "route/impossible " + String(repeating: "/a", count: 65)
    ) {
      $0.route(String(repeating: "/a", count: 65), screen: "A")
    },
    Row("a path longer than a link", "route/impossible " + CheckTests.longPath) {
      $0.route(CheckTests.longPath, screen: "A")
    },
    Row("as many segments as a link has") {
      $0.route(String(repeating: "/a", count: 64), screen: "A")
    },
    Row("a redirect that no link matches", "route/impossible /x/:x([a&&b])") {
      $0.redirect("/x/:x([a&&b])", to: "/")
    },
    Row("a redirect that nothing reaches", "redirect/dead /r/*: /r/a") { app in
      app.route("/r/:path+", screen: "A")
      app.redirect("/r/*", to: "/")
    },
    Row("a parameter that can be empty", "route/empty-parameter /v-:x(\\d*): /v-") {
      $0.route("/v-:x(\\d*)", screen: "A")
    },
    Row(
      "a parameter that is empty only next to another route",
      "route/empty-parameter /p-:n(\\d*)/:id: /p-/b",
      "route/partly-shadowed /p-:n(\\d*)/:id: /p-/b"
    ) { app in
      app.route("/p-:n(\\d*)/:id", screen: "A")
      app.route("/p-/a", screen: "B")
    },
    Row(
      "an expression of too many states",
      "route/slow /f/:x([ab]*a[ab]{60}): /f/" + String(repeating: "a", count: 61)
    ) {
      $0.route("/f/:x([ab]*a[ab]{60})", screen: "A")
    },
    Row(
      "letters that no table folds", "route/case-twin /É: /%C3%89"
    ) { app in
      app.isCaseSensitive = false
      app.route("/é", screen: "A")
      app.route("/É", screen: "B")
    },
    Row("an optional parameter is not empty") { $0.route("/v{/:x}?", screen: "A") },
    Row("a wildcard after text", "route/empty-parameter /v*: /v") {
      $0.route("/v*", screen: "A")
    },
  ]
}
