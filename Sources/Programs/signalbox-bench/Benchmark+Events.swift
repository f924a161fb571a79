import Navigation

extension Benchmark {
  static let events = Benchmark(
    summary: "events applied on one core: links, taps, tabs, back, login",
    target: "at least 2,000,000 events/s"
  ) { subject throws(BenchmarkError) in
    let definition = subject.definition
    let events = EventMixture(of: definition).events(count: eventsPerSequence)
    guard !events.isEmpty else {
      throw .nothingToMeasure(benchmark: "events", wanted: "an event that is accepted")
    }
    let samples = Samples(ratePerSecondOf: sequencesPerRun * events.count) {
      var sum = 0
      for _ in 0..<sequencesPerRun {
        var state = NavigationState(of: definition)
        for event in events { sum &+= state.apply(event, in: definition).transitions.count }
      }
      return sum
    }
    return [Figure(bench: "events", metric: "rate", unit: "events/s", samples: samples)]
  }
}

private let eventsPerSequence = 10_000
private let sequencesPerRun = 20
