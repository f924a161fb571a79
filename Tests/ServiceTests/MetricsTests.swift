import Diagnostics
import EventLoops
import FileAccess
import TestSupport
import Testing

@testable import Service

struct MetricsTests {
  @Test func `metrics are written in the text format of Prometheus`() {
    var latency = MetricHistogram(bounds: [1_000_000, 5_000_000_000], unit: 1e9)
    for nanoseconds: UInt64 in [1, 1_000_000, 2_000_000, 6_000_000_000] { latency.add(nanoseconds) }
    let families = [
      MetricFamily(
        "signalbox_requests_total", .counter, "Requests \\ by\nmethod.",
        [
          .init(.whole(3), [.init("method", "open")]),
          .init(.whole(1), [.init("method", "a\"b\\c\nd")]),
        ]),
      MetricFamily("signalbox_sessions", .gauge, "Sessions.", 12),
      MetricFamily("signalbox_seconds", .histogram, "Latency.", [.init(.histogram(latency))]),
    ]
    #expect(
      String(decoding: metricsText(families), as: UTF8.self) == #"""
        # HELP signalbox_requests_total Requests \\ by\nmethod.
        # TYPE signalbox_requests_total counter
        signalbox_requests_total{method="open"} 3
        signalbox_requests_total{method="a\"b\\c\nd"} 1
        # HELP signalbox_sessions Sessions.
        # TYPE signalbox_sessions gauge
        signalbox_sessions 12
        # HELP signalbox_seconds Latency.
        # TYPE signalbox_seconds histogram
        signalbox_seconds_bucket{le="0.001"} 2
        signalbox_seconds_bucket{le="5"} 3
        signalbox_seconds_bucket{le="+Inf"} 4
        signalbox_seconds_sum 6.003000001
        signalbox_seconds_count 4

        """#)
  }

  @Test(arguments: seeds(50))
  func `a collector reads back all values`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var families: [MetricFamily] = []
    for number in 0..<8 {
      let kind = MetricFamily.Kind.allCases[number % 3]
      let samples = (0..<Int.random(in: 0..<5, using: &random)).map { index in
        MetricFamily.Sample(
          value(kind, &random), [.init("of", "\(index)" + garbage(&random)), .init("b", "x")])
      }
      families.append(MetricFamily("signalbox_\(number)", kind, garbage(&random), samples))
    }
    let read = try Exposition(metricsText(families))
    #expect(read.kinds.count == families.count)
    for family in families {
      for sample in family.samples {
        var labels: [String: String] = [:]
        for label in sample.labels { labels[label.name] = label.value }
        switch sample.value {
        case .whole(let value): #expect(read.value(family.name, labels) == Double(value))
        case .histogram(let histogram):
          #expect(read.value(family.name + "_count", labels) == Double(histogram.count))
          labels["le"] = "+Inf"
          #expect(read.value(family.name + "_bucket", labels) == Double(histogram.count))
        }
      }
    }
  }

  @Test func `a histogram counts every value, and its sum does not overflow`() {
    var histogram = MetricHistogram.latency
    for value in [0, 9_999, 10_000, 10_001, UInt64.max, UInt64.max] { histogram.add(value) }
    #expect(histogram.count == 6)
    #expect(histogram.counts.first == 3)
    #expect(histogram.counts[1] == 1)
    #expect(histogram.counts.last == 2)
  }

  @Test @MainActor func `the file is rewritten atomically at every interval`() throws {
    let folder = try TemporaryFolder()
    let path = folder("metrics.prom")
    let loop = try EventLoop()
    var rounds: Int64 = 0
    let file = try MetricsFile(path: path, loop: loop, everyMilliseconds: 5) {
      rounds += 1
      if rounds == 5 { loop.stop() }
      return [MetricFamily("signalbox_rounds", .gauge, "Rounds.", rounds)]
    } onFault: {
      Issue.record($0)
    }
    loop.run()
    file.end()
    #expect(try Exposition(readFile(path, bytesMax: 10_000)).value("signalbox_rounds") == 6)
    #expect(try filesInFolder(folder.path) == ["metrics.prom"])
    #expect(permissions(path) & 0o600 == 0o600)
    loop.close()
  }

  @Test @MainActor func `a file that cannot be written is one fault per interval`() throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop()
    var faults = 0
    let file = try MetricsFile(path: folder("no/metrics"), loop: loop, everyMilliseconds: 1) {
      []
    } onFault: { _ in
      faults += 1
      if faults == 3 { loop.stop() }
    }
    loop.run()
    file.end()
    #expect(faults == 4)
    loop.close()
  }

  private func value(
    _ kind: MetricFamily.Kind, _ random: inout SplitMix64
  ) -> MetricFamily.Value {
    guard kind == .histogram else {
      return .whole(Int64.random(in: -1_000...1_000_000, using: &random))
    }
    var histogram = MetricHistogram(bounds: [1, 10, 1_000], unit: 10)
    for _ in 0..<20 { histogram.add(UInt64.random(in: 0..<2_000, using: &random)) }
    return .histogram(histogram)
  }

  private func garbage(_ random: inout SplitMix64) -> String {
    let pieces = ["\\", "\"", "\n", "{", "}", ",", "=", " ", "é", "日", "#", "x"]
    return (0..<Int.random(in: 0..<8, using: &random)).map { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }.joined()
  }
}
