import Diagnostics
import JSONCodec
import ProgramSupport
import Testing

@testable import signalbox_bench

struct FigureTests {
  @Test func `samples give median, minimum and maximum without the warm-up`() {
    var values = [1000.0, 9, 1, 8, 2, 7, 3, 6, 4, 5].makeIterator()
    let samples = Samples { () -> Double in values.next() ?? 0 }
    #expect(samples.values.count == Samples.runs)
    #expect(samples.median == 5)
    #expect(samples.min == 1)
    #expect(samples.max == 9)
  }

  @Test func `a figure is an object with the specified keys, in order`() {
    var values = [0, 31.54, 30.71, 34, 32, 32, 31, 31, 33, 31].makeIterator()
    let samples = Samples { () -> Double in values.next() ?? 0 }
    let figure = Figure(metric: "match", unit: "ns", samples: samples)
    #expect(
      figure.json(of: .routes).text
        == #"{"bench":"routes","case":"app","metric":"match","value":31.5,"unit":"ns","runs":9,"#
        + #""min":30.7,"max":34.0}"#)
    #expect(figure.text == "31.5 ns (30.7 to 34.0, 9 runs)")
    let once = Figure(metric: "build", unit: "ms", samples: Samples(once: 2))
    #expect(once.text == "2.0 ms (1 run)")
  }

  @Test(arguments: [
    (0, "0.0"), (999.5, "999.5"), (1000, "1,000"), (1_234_567, "1,234,567"),
    (2_000_004, "2,000,004"), (-5, "-5.0"),
  ])
  func grouping(value: Double, text: String) {
    #expect(grouped(value) == text)
  }

  @Test func `the clock does not run backwards`() {
    let first = monotonicSeconds()
    #expect(monotonicSeconds() >= first)
  }

  @Test func `the machine reports its processors and the memory in use`() throws {
    #expect(Machine.text.contains("core"))
    #expect(try Machine.residentBytes() > 100_000)
  }

  @Test func `a seed gives the numbers of the reference implementation`() {
    var random = SplitMix64(seed: 1)
    #expect(random.next() == 10_451_216_379_200_822_465)
    #expect(random.next() == 13_757_245_211_066_428_519)
  }
}
