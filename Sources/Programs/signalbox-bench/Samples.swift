import CLibrary
import FileAccess

/// The values measured by several runs.
struct Samples {
  /// The number of runs per figure.
  static let runs = 9

  /// One value per run; never empty.
  let values: [Double]

  /// The one in the middle.
  var median: Double { values.sorted()[values.count / 2] }
  /// The smallest.
  var min: Double { values.min() ?? 0 }
  /// The largest.
  var max: Double { values.max() ?? 0 }

  /// Takes values that were measured elsewhere, at least one.
  init(values: [Double]) {
    precondition(!values.isEmpty, "nothing was measured")
    self.values = values
  }

  /// Measures a body once to warm up and then `runs` times.
  init<Failure>(_ body: () throws(Failure) -> Double) throws(Failure) {
    _ = try body()
    var values: [Double] = []
    for _ in 0..<Self.runs { values.append(try body()) }
    self.values = values
  }

  /// Takes a single value.
  init(once value: Double) {
    values = [value]
  }

  /// Measures how many operations `body` performs per second of processor time; each call performs
  /// `count`.
  ///
  /// Processor time excludes other load on the machine.
  /// - Parameter body: Returns a number computed from all results, so that no work can be optimized
  ///   away; every call must return the same.
  init(ratePerSecondOf count: Int, _ body: () -> Int) {
    var results: Set<Int> = []
    self.init { () -> Double in
      var result = 0
      let seconds = processorSeconds { result = body() }
      results.insert(result)
      return Double(count) / Swift.max(seconds, secondsMin)
    }
    precondition(results.count == 1, "the same work gave different results")
  }
}

/// The time of a monotonic clock, in seconds.
func monotonicSeconds() -> Double { Double(monotonicNanoseconds()) / 1e9 }

/// The processor time that this process uses for `work`, in seconds.
func processorSeconds(_ work: () -> Void) -> Double {
  let start = seconds(of: CLOCK_PROCESS_CPUTIME_ID)
  work()
  return seconds(of: CLOCK_PROCESS_CPUTIME_ID) - start
}

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The resolution of the clock, which avoids a division by zero.
private let secondsMin = 1e-9
