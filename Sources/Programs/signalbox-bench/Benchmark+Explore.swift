import Exploration

extension Benchmark {
  static let explore = Benchmark(
    summary: "the proof of which screens can ever be shown, on one core",
    target: "at most 3,000 ms for the bundled app"
  ) { subject, report throws(BenchmarkError) in
    let alphabet = Alphabet(of: subject.definition)
    var steps: [Double] = []
    let samples = Samples { () -> Double in
      var proof = ElementProof(of: subject.definition, alphabet)
      let seconds = processorSeconds { proof.run(stepsMax: stepsMax) { false } }
      steps.append(seconds * 1e6 / Double(max(1, proof.steps)))
      return seconds * 1000
    }
    report(Figure(bench: "explore", of: "proof", metric: "time", unit: "ms", samples: samples))
    report(
      Figure(
        bench: "explore", of: "step", metric: "time", unit: "µs",
        samples: Samples(values: steps)))
  }
}

/// The events that the proof of a large app applies at most, so that it ends.
private let stepsMax = 3_000_000
