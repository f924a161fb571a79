import Diagnostics
import Navigation
import Testing

@testable import signalbox_bench

@MainActor
struct SkippingTests {
  @Test func `a benchmark whose program is not installed is skipped with a warning`() throws {
    var app = PluginDraft("app")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.screen("Home") { _ in }
    let definition = try AppDefinition(plugins: [app])
    for executable in ["/nonexistent/signalbox", "signalbox-without-folder", nil] {
      let subject = BenchmarkSubject(
        definition: definition, routes: [], executable: executable)
      let error = try #require(throws: Diagnostic.self) {
        try Benchmark.processes.measure(subject) { _ in }
      }
      #expect(
        error.summary
          == "warning[bench/failed]: the benchmark 'processes' is skipped: 'BenchPlugin' is not "
          + "next to signalbox. Run 'make bench' where signalbox was built; it is not installed."
      )
    }
  }
}
