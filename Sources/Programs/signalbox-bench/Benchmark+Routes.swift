import Diagnostics
import FileAccess
import JSONCodec
import Links
import RouteProofs

extension Benchmark {
  static let routes = Benchmark(
    summary: "lookups in route tables of up to 100,000 routes, a million with --large, compared "
      + "with a loop that only finds slashes",
    target: "github 35 ns, app 28, g1k 75, g10k 110, g100k 400, g1m 700"
  ) { subject, report throws(Diagnostic) in
    if let patterns = githubPatterns() {
      try RouteCase("github", GeneratedRoutes(patterns: patterns)).measure(report)
    }
    try RouteCase("app", GeneratedRoutes(features: 60)).measure(report)
    let sizes = [("g1k", 1_000), ("g10k", 10_000), ("g100k", 100_000), ("g1m", 1_000_000)]
    for (name, count) in sizes where count < 1_000_000 || subject.isLarge {
      try RouteCase(name, GeneratedRoutes(count: count)).measure(report)
    }
    try RouteCase.measureFeatures(report)
  }

  /// The routes of GitHub's API, which are not part of the project: from `../shared/corpora`, or
  /// from the folder in `SIGNALBOX_CORPORA`; `nil` if they are not there.
  private static func githubPatterns() -> [String]? {
    let folder = environment("SIGNALBOX_CORPORA") ?? "../shared/corpora"
    let file = folder + "/load/github_api_routes.json"
    guard let bytes = try? readFile(file, bytesMax: 1_048_576),
      let json = try? JSON(parsing: bytes, file: file, bytesMax: 1_048_576)
    else { return nil }
    var shapes: Set<[String]> = []
    return json["routes"]?.arrayValue?.compactMap { $0["pattern"]?.stringValue }.filter { pattern in
      // One route per path: links have no HTTP methods, and parameter names do not matter.
      let shape = pattern.split(separator: "/").map { segment in
        segment.utf8.first == UInt8(ascii: ":") ? ":" : String(segment)
      }
      return !pattern.utf8.contains(UInt8(ascii: "*")) && shapes.insert(shape).inserted
    }
  }
}

/// One table and the paths that are looked up in it.
private struct RouteCase {
  let name: String
  let table: RouteTable
  let buildSeconds: Double
  let paths: TextBlock
  let links: TextBlock
  /// Links that match no route.
  let misses: TextBlock
  /// Links with a query item that no route declares.
  let tagged: TextBlock

  /// - Parameters:
  ///   - query: The query items that every route declares, all of them optional.
  ///   - tail: The text after the path of every link.
  init(
    _ name: String, _ routes: GeneratedRoutes, query: [QueryParameter] = [], tail: String = ""
  ) throws(Diagnostic) {
    var routes = routes
    let texts = routes.paths(count: max(20_000, min(500_000, routes.patterns.count * 2)))
    try self.init(name, routes.patterns, texts, query: query, tail: tail)
  }

  init(
    _ name: String, _ patterns: [String], _ texts: [String], query: [QueryParameter] = [],
    tail: String = ""
  ) throws(Diagnostic) {
    self.name = name
    do {
      let base = try Base("app://")
      var specifications: [RouteSpecification] = []
      for pattern in patterns {
        specifications.append(
          RouteSpecification(try Pattern(pattern), query: query, bases: [base]))
      }
      var made: RouteTable?
      buildSeconds = processorSeconds { made = try? RouteTable(specifications) }
      guard let made else {
        throw Diagnostic.nothingToMeasure(benchmark: "routes", wanted: "routes without ties")
      }
      table = made
    } catch {
      throw .nothingToMeasure(benchmark: "routes", wanted: "valid patterns")
    }
    paths = TextBlock(texts)
    let links = texts.map { "app:/" + $0 + tail }
    self.links = TextBlock(links)
    tagged = TextBlock(
      links.map { $0 + ($0.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + "utm_source=mail" })
    let scratch = MatchScratch()
    let table = table
    misses = TextBlock(
      texts.map { "app:/" + $0 + "/nowhere" }.filter { link in
        var link = link
        return link.withUTF8 { table.match(UnsafeRawBufferPointer($0), scratch).route == nil }
      })
  }

  /// Measures tables of 300 routes with richer parameters than `:id`, and the worst case.
  static func measureFeatures(_ report: (Figure) -> Void) throws(Diagnostic) {
    let plain = GeneratedRoutes(features: 60)
    let cases = [
      try RouteCase("regex", plain.replacingIDs(by: ":id([a-z0-9-]+)")),
      try RouteCase("affix", plain.replacingIDs(by: "id-:id")),
      try RouteCase("optional", plain.withOptionalIDs()),
      try RouteCase(
        "query", plain, query: [QueryParameter(name: "ref", type: .slug, isOptional: true)],
        tail: "?ref=mail"),
    ]
    // All combinations of literals and parameters in ten segments: the path fits each of them
    // but is one segment too long.
    let worst = (0..<1_024).map { number in
      (0..<10).map { number >> $0 & 1 == 0 ? "/a" : "/:p\($0)" }.joined()
    }
    let path = String(repeating: "/a", count: 11)
    for table in cases { table.measure(report) }
    try RouteCase("worst", worst, Array(repeating: path, count: 1_000)).measure(report)
  }

  func measure(_ report: (Figure) -> Void) {
    let scratch = MatchScratch()
    var rounds: [String: Int] = [:]
    var samples: [String: [Double]] = [:]
    func measure(_ metric: String, _ texts: TextBlock, _ body: (UnsafeRawBufferPointer) -> Int) {
      guard texts.count > 0 else { return }
      var sum = 0
      let rounds = rounds[metric, default: 1]
      let seconds = processorSeconds { for _ in 0..<rounds { sum &+= texts.sum(body) } }
      precondition(sum != 1, "nothing was done")
      samples[metric, default: []].append(seconds * 1e9 / Double(rounds * texts.count))
    }
    Samples.repeatedly { isWarmUp in
      defer {
        if isWarmUp {
          for (metric, values) in samples {
            let nanoseconds = values[0] * Double(paths.count)
            rounds[metric] = max(1, Int(runNanoseconds / max(1, nanoseconds)))
          }
          samples = [:]
        }
      }
      measure("cut", paths, cutAtSlashes)
      measure("match", paths) { number(of: table.match(path: $0, scratch)) }
      for (metric, links) in [("link", links), ("miss", misses), ("query", tagged)] {
        measure(metric, links) { number(of: table.match($0, scratch)) }
      }
      measure("values", links) { bytesOfValues(of: $0, table, scratch) }
    }
    func figure(_ metric: String, _ unit: String, _ samples: Samples) -> Figure {
      Figure(of: name, metric: metric, unit: unit, samples: samples)
    }
    for metric in ["match", "link", "miss", "query", "values", "cut"] {
      if let values = samples[metric] { report(figure(metric, "ns", Samples(values: values))) }
    }
    report(figure("build", "ms", Samples(once: buildSeconds * 1e3)))
    let bytes = Double(table.flatBytes) / Double(table.routeCount)
    report(figure("bytes", "bytes/route", Samples(once: bytes)))
  }
}

/// A number that depends on the route; 0 if the flat table found none.
@inline(__always)
private func number(of match: LinkMatch) -> Int {
  if case .found(let found) = match { found.route &+ 1 } else { 0 }
}

/// Matches a link and reads its values. Returns their bytes; 0 if nothing matches.
private func bytesOfValues(
  of link: UnsafeRawBufferPointer, _ table: RouteTable, _ scratch: borrowing MatchScratch
) -> Int {
  guard case .found(let match) = table.match(link, scratch) else { return 0 }
  var sum = 0
  table.forEachValue(of: match, scratch) { sum &+= $1.count }
  return sum
}

/// A lower bound for a lookup: finds the slashes.
private func cutAtSlashes(_ path: UnsafeRawBufferPointer) -> Int {
  withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { starts in
    var count = 0
    for (place, byte) in path.enumerated() where byte == UInt8(ascii: "/") {
      starts[count & 63] = Int32(truncatingIfNeeded: place)
      count &+= 1
    }
    return count &+ Int(starts[0])
  }
}

/// How long a run takes, unless one pass over all links takes longer.
private let runNanoseconds = 2e7
