import Commands
import Diagnostics
import Navigation

extension Benchmark {
  static let resolve = Benchmark(
    summary: "varied links: from text to route on one core, and through 'resolve -' on all cores",
    target: "at least 3,000,000 links/s through 'resolve -', at most 50 MB"
  ) { subject, report throws(Diagnostic) in
    let definition = subject.definition
    var links = sampleLinks(of: definition)
    // Shuffled, so that consecutive links open different routes, as in practice.
    var random = SplitMix64(seed: 3)
    random.shuffle(&links)
    guard !links.isEmpty else {
      throw .nothingToMeasure(benchmark: "resolve", wanted: "a route")
    }
    report(one(definition, links))
    kinds(definition, links).forEach(report)
    try stream(subject, links).forEach(report)
  }

  /// Measures a hit, a miss and a link with an undeclared query item: as `open` resolves it, and as
  /// a JSON object of `resolve --json`.
  private static func kinds(_ definition: AppDefinition, _ links: [String]) -> [Figure] {
    let hits = links.filter { !$0.utf8.contains(UInt8(ascii: "?")) }
    let misses = hits.map { $0 + "/nowhere" }.filter { (try? definition.resolve($0)) == nil }
    let answers = LinkAnswers(definition, isJSON: true)
    let resolver = LinkResolver(definition)
    var samples: [String: [Double]] = [:]
    func measure(_ name: String, _ links: [String], _ body: (UnsafeRawBufferPointer) -> Int) {
      guard !links.isEmpty else { return }
      let block = TextBlock(links)
      let rounds = max(1, resolutionsPerRun / links.count)
      var sum = 0
      let seconds = processorSeconds { for _ in 0..<rounds { sum &+= block.sum(body) } }
      precondition(sum != 1, "nothing was done")
      samples[name, default: []].append(seconds * 1e9 / Double(rounds * links.count))
    }
    let cases = [
      ("hit", hits), ("miss", misses), ("query", hits.map { $0 + "?utm_source=mail" }),
    ]
    var output = ByteBuffer()
    Samples.repeatedly { isWarmUp in
      defer { if isWarmUp { samples = [:] } }
      for (name, links) in cases {
        measure(name + " match", links) { link in
          if case .success(let found) = definition.resolution(of: link).result {
            return found.values.count &+ found.query.count
          }
          return 0
        }
        measure(name + " json", links) { link in
          output.removeAll(keepingCapacity: true)
          answers.answer(link, resolver, into: &output)
          return output.count
        }
      }
    }
    return cases.flatMap { name, _ in
      ["match", "json"].compactMap { metric in
        samples["\(name) \(metric)"].map {
          Figure(of: name, metric: metric, unit: "ns", samples: Samples(values: $0))
        }
      }
    }
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
    return Figure(metric: "rate", unit: "links/s", samples: samples)
  }

  /// Measures the program in its own process, so that only its memory counts.
  private static func stream(
    _ subject: BenchmarkSubject, _ links: [String]
  ) throws(Diagnostic) -> [Figure] {
    let program = try subject.program()
    let input = try ScratchFile(lines: links, count: linesPerRun)
    let arguments = ["resolve", "-"] + subject.routes.flatMap { ["--routes", $0] }
    var peaks: [Double] = []
    let rates = try Samples { () throws(Diagnostic) in
      let run = try ProgramRun(program, arguments, input: input)
      peaks.append(Double(run.peakBytes) / 1_000_000)
      return Double(linesPerRun) / run.seconds
    }
    let runs = Samples(values: Array(peaks.dropFirst()))  // Without the warm-up.
    return [
      Figure(metric: "stream", unit: "links/s", samples: rates),
      Figure(metric: "memory", unit: "MB", samples: runs),
    ]
  }
}

/// Chosen so that a run takes a large part of a second.
private let resolutionsPerRun = 200_000
private let linesPerRun = 4_000_000
