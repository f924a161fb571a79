import Diagnostics
import FileAccess

extension Benchmark {
  static let growth = Benchmark(
    summary: "programs with 1,000, 3,000 and 10,000 routes, and with '--large' with 100,000",
    target: "time and memory that grow with the routes, not with their square"
  ) { subject, report throws(Diagnostic) in
    let program = try subject.program()
    let folder = try scratchFolder()
    let (app, changed) = (folder("app.yaml"), folder("changed.yaml"))
    for count in [1_000, 3_000, 10_000] + (subject.isLarge ? [100_000] : []) {
      let text = generatedRouteFile(routes: count)
      do throws(FileError) {
        try writeFile(app, Array(text.utf8), isSynced: false)
        let other = text.split(separator: "reviews", omittingEmptySubsequences: false)
        try writeFile(changed, Array(other.joined(separator: "opinions").utf8), isSynced: false)
      } catch {
        throw .noRun(program: program, reason: error.diagnostic.message)
      }
      for (name, arguments) in [
        ("check", ["check", app]), ("check-notes", ["check", "--notes", app]),
        ("diff", ["diff", app, changed]), ("explore", ["explore", "--time", "60s", app]),
      ] {
        var peak = 0
        let seconds = try Samples { () throws(Diagnostic) in
          // Differences and findings are results.
          let run = try ProgramRun(program, arguments, codes: [0, 1])
          peak = max(peak, run.peakBytes)
          return run.seconds
        }
        let name = "\(name)-\(count / 1_000)k"
        report(Figure(of: name, metric: "wall time", unit: "s", samples: seconds))
        report(
          Figure(
            of: name, metric: "peak memory", unit: "MB", samples: Samples(once: Double(peak) / 1e6))
        )
      }
    }
  }
}
