import Navigation

extension Benchmark {
  static let resolve = Benchmark(
    summary: "varied links: from text to route on one core, and lines through 'resolve -' on all",
    target: "at least 3,000,000 links/s through 'resolve -', at most 50 MB"
  ) { subject throws(BenchmarkError) in
    let definition = subject.definition
    var links = sampleLinks(of: definition)
    // Neighbours open different routes, as links do that come in.
    var random = SplitMix64(seed: 3)
    random.shuffle(&links)
    guard !links.isEmpty else {
      throw .nothingToMeasure(benchmark: "resolve", wanted: "a route")
    }
    return [one(definition, links)] + (try stream(subject, links))
  }

  private static func one(_ definition: AppDefinition, _ links: [String]) -> Figure {
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

  /// The program by itself, so that its memory is its own.
  private static func stream(
    _ subject: BenchmarkSubject, _ links: [String]
  ) throws(BenchmarkError) -> [Figure] {
    let program = try subject.program()
    let input = try ScratchFile(lines: links, count: linesPerRun)
    let arguments = ["resolve", "-"] + subject.routes.flatMap { ["--routes", $0] }
    var peaks: [Double] = []
    let rates = try Samples { () throws(BenchmarkError) in
      let run = try ProgramRun(program, arguments, input: input)
      peaks.append(Double(run.peakBytes) / 1_000_000)
      return Double(linesPerRun) / run.seconds
    }
    let runs = Samples(values: Array(peaks.dropFirst()))  // Without the warm-up.
    return [
      Figure(bench: "resolve", metric: "stream", unit: "links/s", samples: rates),
      Figure(bench: "resolve", metric: "memory", unit: "MB", samples: runs),
    ]
  }
}

/// Long enough that a run takes a good part of a second.
private let resolutionsPerRun = 200_000
private let linesPerRun = 4_000_000
