import Diagnostics
import Navigation
import RouteFiles

extension Benchmark {
  static let load = Benchmark(
    summary: "a route file of 10,000 routes, from its text to a checked app",
    target: "at most 300 ms"
  ) { _, report throws(Diagnostic) in
    let bytes = Array((generatedRouteFiles(routes: routesPerFile).first ?? "").utf8)
    var fault: String?
    let samples = Samples { () -> Double in
      // Kept, so that its deallocation is not measured.
      var loaded: AppDefinition?
      let seconds = processorSeconds {
        let (plugin, errors) = RouteFolder.parse(bytes, file: "generated.yaml")
        fault = errors.first?.message
        do throws(DiagnosticList) {
          loaded = try AppDefinition(plugins: plugin.map { [$0] } ?? [])
        } catch {
          fault = error.diagnostics.first?.message
        }
      }
      precondition(loaded?.routes.count == routesPerFile || fault != nil, "routes are missing")
      return seconds * 1000
    }
    precondition(fault == nil, "the generated file is refused: \(fault ?? "")")
    report(Figure(of: "g10k", metric: "time", unit: "ms", samples: samples))
  }
}

private let routesPerFile = 10_000
