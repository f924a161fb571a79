#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What several runs have measured.
struct Samples {
  /// The runs behind every figure.
  static let runs = 9

  /// One value a run; never empty.
  let values: [Double]

  /// The one in the middle.
  var median: Double { values.sorted()[values.count / 2] }
  /// The smallest.
  var min: Double { values.min() ?? 0 }
  /// The largest.
  var max: Double { values.max() ?? 0 }

  /// Measures a body once to warm up and then `runs` times.
  init<Failure>(_ body: () throws(Failure) -> Double) throws(Failure) {
    _ = try body()
    var values: [Double] = []
    for _ in 0..<Self.runs { values.append(try body()) }
    self.values = values
  }

  /// How often a second a body does its work, which is so many things at each call.
  /// - Parameter body: Gives a number made of all its results, so that nothing of the work can be
  ///   left out; every call must give the same.
  init(ratePerSecondOf count: Int, _ body: () -> Int) {
    var results: Set<Int> = []
    self.init { () -> Double in
      let start = monotonicSeconds()
      let result = body()
      let seconds = monotonicSeconds() - start
      results.insert(result)
      return Double(count) / Swift.max(seconds, secondsMin)
    }
    precondition(results.count == 1, "the same work gave different results")
  }
}

/// Seconds of a clock that never goes back.
func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The step of the clock, so that nothing is divided by zero.
private let secondsMin = 1e-9
