import Diagnostics

extension Benchmark {
  static let growth = Benchmark(
    summary: "programs with 1,000, 3,000 and 10,000 routes, and with '--large' with 30,000 and "
      + "100,000",
    target: "time and memory that grow with the routes, not with their square"
  ) { subject, report throws(Diagnostic) in
    let program = try subject.program()
    for count in [1_000, 3_000, 10_000] + (subject.isLarge ? [30_000, 100_000] : []) {
      let files = try GrowthFiles(routes: count, program)
      defer { withExtendedLifetime(files) {} }
      for (name, arguments) in files.runs {
        var (seconds, peak) = ([Double](), 0)
        repeat {
          // Differences, findings and searches that end at a limit are results.
          let run = try ProgramRun(program, arguments, codes: [0, 1, 3], isQuiet: true)
          seconds.append(run.seconds)
          peak = max(peak, run.peakBytes)
        } while seconds.count < Samples.runsMin && seconds.reduce(0, +) < Samples.secondsMax
        let name = "\(name)-\(count / 1_000)k"
        report(
          Figure(of: name, metric: "wall time", unit: "s", samples: Samples(values: seconds)))
        report(
          Figure(
            of: name, metric: "peak memory", unit: "MB", samples: Samples(once: Double(peak) / 1e6))
        )
      }
    }
  }
}
