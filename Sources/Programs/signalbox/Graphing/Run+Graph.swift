import Analysis
import Commands
import Diagnostics
import Navigation
import PluginProcesses
import ProgramSupport

/// `signalbox graph [ROUTES…]`.
@MainActor func runGraph(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let subject = arguments.value(of: .subject).flatMap(AppGraph.Subject.init) ?? .tree
  let format = arguments.value(of: .format).flatMap(GraphFormat.init) ?? .text
  let scripts = try scriptPaths(arguments.values(of: .visited))
  let graph: AppGraph
  var report = ReplayReport()
  if scripts.isEmpty {
    graph = AppGraph(subject, of: try App(arguments).definition)
  } else {
    let processes = try pluginProcesses()
    defer { processes.close() }
    let app = try App(arguments, processes: processes)
    var visits = GraphVisits()
    report = visits.add(scripts, of: app.loaded)
    graph = AppGraph(subject, of: app.definition, visits: visits)
  }
  switch format {
  case .text:
    let text = GraphText.text(of: graph, streams.paint)
    try streams.write(text.isEmpty ? "this app has no \(subject.rawValue)\n" : text)
  case .dot: try streams.write(GraphDOT.text(of: graph))
  case .mermaid: try streams.write(GraphMermaid.text(of: graph))
  case .svg: try streams.write(try GraphvizProgram.svg(of: GraphDOT.text(of: graph)))
  }
  try streams.finish()
  let failures = report.scripts.flatMap(\.failures)
  streams.report(failures.map(\.diagnostic))
  if report.scripts.contains(where: \.isUnreadable) { return .usage }
  return failures.isEmpty ? .done : .no
}

/// How `graph` prints a picture.
enum GraphFormat: String, CaseIterable {
  case text, svg, dot, mermaid

  static let words = allCases.map(\.rawValue)
}

extension GraphVisits {
  /// Runs scripts, each in a new session, and adds what they visit.
  @MainActor fileprivate mutating func add(
    _ scripts: [String], of app: LoadedApp
  ) -> ReplayReport {
    var runner = ScriptRunner(app)
    for script in scripts {
      Progress.during("replaying \(script)") {
        runner.run(script, onStep: { add($0, in: app.definition) })
      }
    }
    return runner.report
  }

  private mutating func add(_ step: ScriptStep, in definition: AppDefinition) {
    guard let visit = step.visit else { return }
    add(visit.before, in: definition)
    add(visit.after, in: definition)
    if let applied = step.response.applied { add(applied, in: definition) }
    if let tap = visit.tap { add(tap: tap, in: visit.before, of: definition) }
  }
}
