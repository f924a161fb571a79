import Analysis
import Commands
import Diagnostics
import Exploration
import FileAccess
import JSONCodec
import ProgramSupport

/// The scripts of `explore --scripts`, which together use the routes, screens, taps, gates and
/// coordinators of an app.
@MainActor struct ScriptFolder {
  private let path: String
  private let ways: CoveringWays
  private let report: CoverageReport
  private let scripts: [[String]]

  /// Writes the scripts `explore-01.nav` and so on, each of which has been replayed.
  init(_ path: String, _ ways: CoveringWays, for app: LoadedApp) throws(ExitError) {
    self.path = path
    self.ways = ways
    report = CoverageReport(ways.coverage, of: app.definition)
    scripts = ways.ways.map {
      commentedScript(of: $0, "Written by 'signalbox explore --scripts'.", in: app.definition)
    }
    for script in scripts { try replayed(script, with: app) }
    do { try createFolder(path) } catch { throw .file(error) }
    try writeOutput(
      scripts.enumerated().map { index, script in
        NewFile(joined(path, "explore-\(zeroPadded(index + 1, 2)).nav"), bytes(of: script))
      }, of: "explore")
  }

  /// One line with the numbers.
  var text: String {
    let shares = Coverage.Kind.declared.map { kind in
      let share = report.share(of: [kind])
      return "\(kind.plural) \(share.covered)/\(share.total)"
    }
    let events = ways.ways.map(\.count).reduce(0, +)
    return "\(counted(scripts.count, "script")) with \(counted(events, "event")) in "
      + "\(escaped(path)): \(shares.joined(separator: ", "))\n"
  }

  var json: JSON {
    ["scripts": JSON(scripts.count), "folder": .string(path), "coverage": report.share.json]
  }
}

/// Replays a script; a failure is an error of the exploration.
@MainActor func replayed(_ script: [String], with app: LoadedApp) throws(ExitError) {
  var runner = ScriptRunner(app)
  runner.run(bytes(of: script), path: "explore")
  let failures = runner.report.scripts.flatMap(\.failures)
  guard failures.isEmpty else {
    throw ExitError(status: .internalError, findings: failures.map(\.diagnostic))
  }
}

private func bytes(of script: [String]) -> [UInt8] {
  Array(script.map { $0 + "\n" }.joined().utf8)
}
