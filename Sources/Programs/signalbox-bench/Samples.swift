import CLibrary

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

  /// What was measured elsewhere, at least once.
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

  /// Takes what `Samples.runs` runs have given besides.
  init<Run>(given runs: inout some IteratorProtocol<Run>, _ value: (Run) -> Double) {
    var values: [Double] = []
    while let run = runs.next() { values.append(value(run)) }
    self.values = values
  }

  /// Takes what was measured once.
  init(once value: Double) {
    values = [value]
  }

  /// How many things a body does in a second of processor time, where every call does so many.
  ///
  /// Processor time, because what else the machine does would count otherwise.
  /// - Parameter body: Gives a number made of all its results, so that nothing of the work can be
  ///   left out; every call must give the same.
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

/// Seconds of a clock that never goes back.
func monotonicSeconds() -> Double { seconds(of: CLOCK_MONOTONIC) }

/// Seconds of processor time that this process uses for some work.
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

/// The step of the clock, so that nothing is divided by zero.
private let secondsMin = 1e-9
