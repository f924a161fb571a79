import Commands
import Diagnostics
import Exploration
import FileAccess
import Navigation
import ProgramSupport
import RouteFiles

/// `signalbox explore`: faults of the app, and the verdicts about the rules of a policy, are the
/// result.
@MainActor func runExplore(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  var bounds = AppExploration.Bounds()
  if let text = arguments.value(of: .depth) {
    guard let depth = Int(text), (0...depthMax).contains(depth) else {
      throw .usage([.badValue(text, of: .depth)])
    }
    bounds.depthMax = depth
  }
  // With a time, that alone ends the work.
  if arguments.value(of: .time) != nil { bounds.stepsMax = .max }
  bounds.opensInside = arguments.has(.inside)
  let app = try App(arguments)
  var texts = app.definition.rules
  if let policy = arguments.value(of: .policy) {
    do { texts += try PolicyFile(path: policy).rules } catch { throw .usage(error.diagnostics) }
  }
  let limit = try WorkLimit(arguments)
  defer { limit.end() }
  let report = try Progress.during("exploring") { progress throws(ExitError) in
    try explored(app, texts, bounds, until: limit) { progress?.show($0) }
  }
  let folder = try arguments.value(of: .scripts).map { path throws(ExitError) in
    let ways = Progress.during("writing scripts") {
      CoveringWays(of: app.definition, eventsMax: scriptEventsMax) { limit.isReached() }
    }
    return try ScriptFolder(path, ways, for: app.loaded)
  }
  if arguments.has(.json) {
    try streams.write(report.json(scripts: folder?.json))
  } else {
    for (finding, script) in report.textOfFindings(streams.paint) {
      try streams.write([finding])
      try streams.write(script)
    }
    try streams.write(prose: report.text(streams.paint))
    if let folder { try streams.write(prose: folder.text) }
  }
  return report.status
}

/// Explores an app, and replays the scripts that it found.
/// - Parameters:
///   - texts: The rules that must hold.
///   - limit: Ends the work early.
///   - show: Shows what is being done.
@MainActor func explored(
  _ app: App, _ texts: [Located<String>], _ bounds: AppExploration.Bounds = .init(),
  until limit: WorkLimit, show: (String) -> Void = { _ in }
) throws(ExitError) -> ExploreReport {
  let (rules, errors) = PolicyRule.read(texts, in: app.definition)
  guard errors.isEmpty else { throw .usage(errors) }
  let began = monotonicNanoseconds()
  let exploration = AppExploration(
    of: app.definition, rules: rules, bounds: bounds, on: .processors
  ) { stage in
    show(stage.text)
    return limit.isReached()
  }
  let report = ExploreReport(
    texts, exploration, rules, app.definition, nanoseconds: monotonicNanoseconds() - began,
    opensInside: bounds.opensInside, endedBy: limit.endedBy)
  try report.confirm(with: app.loaded)
  return report
}

extension AppExploration.Stage {
  fileprivate var text: String {
    switch self {
    case .proof(let elements, let steps):
      "proving: \(counted(elements, "element")), \(counted(steps, "step"))"
    case .rule(let number): "proving rule \(number)"
    case .search(let views, let depth):
      "searching for ways: \(counted(views, "view")), depth \(depth)"
    case .walk(let states, let depth):
      "searching for ways: \(counted(states, "state")), depth \(depth)"
    }
  }
}

/// The most events of a script that `--scripts` writes.
private let scriptEventsMax = 25

/// The most events of a way that `--depth` takes.
let depthMax = 1_000_000
