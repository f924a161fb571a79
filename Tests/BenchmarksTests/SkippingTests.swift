import Diagnostics
import Navigation
import Testing

@testable import Benchmarks

@MainActor
struct SkippingTests {
  @Test func `what is not installed is skipped, and that is said`() throws {
    var app = PluginDraft("app")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.screen("Home") { _ in }
    let definition = try AppDefinition(plugins: [app])
    for executable in ["/nonexistent/signalbox", "signalbox-without-folder", nil] {
      let subject = BenchmarkSubject(
        definition: definition, routes: [], executable: executable)
      let error = try #require(throws: BenchmarkError.self) {
        try Benchmark.processes.figures(of: subject)
      }
      #expect(
        error.summary
          == "warning[bench/failed]: the benchmark 'processes' is skipped: 'BenchPlugin' does not "
          + "stand beside signalbox. It is not installed: run 'make bench' where signalbox was built."
      )
    }
  }
}
