import Navigation

extension Benchmark {
  static let resolve = Benchmark(
    name: "resolve", summary: "varied links resolved on one core, from text to route",
    target: "at least 1,000,000 links/s"
  ) { subject throws(BenchmarkError) in
    let definition = subject.definition
    var links = sampleLinks(of: definition)
    // Neighbours open different routes, as links do that come in.
    var random = SplitMix64(seed: 3)
    random.shuffle(&links)
    guard !links.isEmpty else {
      throw .nothingToMeasure(benchmark: "resolve", wanted: "a route")
    }
    let rounds = max(1, resolutionsPerRun / links.count)
    let samples = Samples(ratePerSecondOf: rounds * links.count) {
      var sum = 0
      for _ in 0..<rounds {
        for link in links {
          guard let found = try? definition.resolve(link) else { continue }
          sum &+= found.route.index &+ found.values.count &+ found.query.count
        }
      }
      return sum
    }
    return Figure(bench: "resolve", metric: "rate", unit: "links/s", samples: samples)
  }
}

/// Long enough that a run takes a good part of a second.
private let resolutionsPerRun = 200_000
