import Diagnostics
import Analysis
import Navigation

extension Benchmark {
  static let check = Benchmark(
    summary: "checking a loaded app of 1,000 and of 10,000 routes",
    target: "at most 200 ms, and 5,000 ms"
  ) { _, report throws(Diagnostic) in
    report(figure(routes: 1_000, of: "g1k"))
    report(figure(routes: 10_000, of: "g10k"))
  }

  @MainActor private static func figure(routes: Int, of subject: String) -> Figure {
    let plugin = generatedPlugin(routes: routes)
    guard let definition = try? AppDefinition(plugins: [plugin]) else {
      preconditionFailure("the generated app cannot be loaded")
    }
    let samples = Samples { () -> Double in
      processorSeconds { _ = Check.findings(in: [plugin], of: definition) } * 1000
    }
    return Figure(of: subject, metric: "time", unit: "ms", samples: samples)
  }
}
