import Navigation

extension Benchmark {
  static let resolve = Benchmark(
    name: "resolve", summary: "links resolved on one core, from text to route",
    target: "at least 1,000,000 links/s"
  ) { subject throws(BenchmarkError) in
    let definition = subject.definition
    let links = sampleLinks(of: definition)
    guard !links.isEmpty else {
      throw .nothingToMeasure(benchmark: "resolve", wanted: "a route")
    }
    let rounds = max(1, resolutionsPerRun / links.count)
    let samples = Samples(ratePerSecondOf: rounds * links.count) {
      var found = 0
      for _ in 0..<rounds {
        for link in links {
          // The result is used, so that nothing of the work can be left out.
          if let resolution = try? definition.resolve(link) { found &+= resolution.route.index }
        }
      }
      consume(found)
    }
    return Figure(bench: "resolve", metric: "rate", unit: "links/s", samples: samples)
  }
}

/// Takes a value so that the compiler must compute it.
@inline(never) func consume(_ value: Int) {}

/// Long enough that a run takes a good part of a second.
private let resolutionsPerRun = 200_000
