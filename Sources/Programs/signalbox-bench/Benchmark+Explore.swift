import Diagnostics
import Exploration
import ProgramSupport

extension Benchmark {
  static let explore = Benchmark(
    summary:
      "the proof of which screens can ever be shown, all of 'explore', and a search among states",
    target: "at most 3,000 ms for the bundled app's proof, 10,000 ms for all, and 64 bytes a state"
  ) { subject, report throws(Diagnostic) in
    let alphabet = Alphabet(of: subject.definition)
    func prove(on workers: some Workers) -> Int {
      var proof = ReachabilityProof(of: subject.definition, alphabet)
      proof.run(stepsMax: stepsMax, on: workers) { _ in false }
      return proof.steps
    }
    var steps: [Double] = []
    let samples = Samples { () -> Double in
      var count = 0
      let seconds = processorSeconds { count = prove(on: OneWorker()) }
      steps.append(seconds * 1e6 / Double(max(1, count)))
      return seconds * 1000
    }
    report(Figure(of: "proof", metric: "time", unit: "ms", samples: samples))
    report(Figure(of: "step", metric: "time", unit: "µs", samples: Samples(values: steps)))
    let wall = Samples { () -> Double in
      let start = monotonicSeconds()
      _ = prove(on: .processors)
      return (monotonicSeconds() - start) * 1000
    }
    report(Figure(of: "proof on all processors", metric: "wall time", unit: "ms", samples: wall))
    var bytes: [Double] = []
    let all = Samples { () -> Double in
      let start = monotonicSeconds()
      var peak = 0
      var bounds = AppExploration.Bounds()
      bounds.stepsMax = stepsMax
      _ = AppExploration(of: subject.definition, rules: [], bounds: bounds, on: .processors) { _ in
        peak = max(peak, (try? Machine.residentBytes()) ?? 0)
        return false
      }
      bytes.append(Double(peak) / 1_000_000)
      return (monotonicSeconds() - start) * 1000
    }
    report(
      Figure(of: "exploration on all processors", metric: "wall time", unit: "ms", samples: all))
    report(Figure(of: "exploration", metric: "memory", unit: "MB", samples: Samples(values: bytes)))
    var search = ViewSearch(of: subject.definition, alphabet, isExact: true)
    search.run(
      depthMax: .max, viewsMax: statesMax, on: .processors, isStopped: { _ in false },
      visit: { _, _ in true })
    report(
      Figure(
        of: "state", metric: "memory", unit: "bytes",
        samples: Samples(values: [search.bytesPerView])))
  }
}

private let statesMax = 20_000
/// The events that the proof of a large app applies at most, so that it ends.
private let stepsMax = 3_000_000
