import Diagnostics
import Screens

extension Benchmark {
  static let plugins = Benchmark(
    summary: "finding and calling a screen's factory in this process, excluding the factory itself",
    target: "at most 1,000 ns"
  ) { _, report throws(Diagnostic) in
    let factories = PluginSet([BenchedPlugin()]).loaded().factories
    let samples = Samples { () -> Double in
      let direct = nanoseconds { request in BenchedScreen(request) }
      let found = nanoseconds { request in
        factories[Array(request.screen.utf8)]?(request)
      }
      return max(0, found - direct)
    }
    report(Figure(metric: "time", unit: "ns", samples: samples))
  }
}

/// The average time of a call.
@MainActor private func nanoseconds(_ make: (ScreenRequest) -> (any Screen)?) -> Double {
  let request = ScreenRequest(instance: "1", screen: "Bench", values: [.init("number", "1")])
  let start = monotonicSeconds()
  var made = 0
  for _ in 0..<callsPerRun where make(request) != nil { made += 1 }
  precondition(made == callsPerRun, "a factory made no screen")
  return (monotonicSeconds() - start) * 1e9 / Double(callsPerRun)
}

private struct BenchedPlugin: Plugin {
  let name = "bench"

  func register(in registry: inout PluginRegistry) {
    registry.screen("Bench") { BenchedScreen($0) }
  }
}

private final class BenchedScreen: Screen {
  let content: ScreenContent

  init(_ request: ScreenRequest) {
    content = ScreenContent(title: request["number"] ?? "")
  }
}

private let callsPerRun = 100_000
