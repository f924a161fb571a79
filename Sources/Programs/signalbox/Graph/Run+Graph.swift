import Analysis
import Commands
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
    let recorder = CoverageRecorder(app.definition)
    report = replay(scripts, of: app.loaded, recorder)
    graph = AppGraph(subject, of: app.definition, visits: recorder.coverage)
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
  return failures.isEmpty ? .done : .negative
}

/// Runs scripts, each in a new session.
@MainActor private func replay(
  _ scripts: [String], of app: LoadedApp, _ recorder: CoverageRecorder
) -> ReplayReport {
  var runner = ScriptRunner(app)
  runner.recorder = recorder
  for script in scripts { Progress.during("replaying \(script)") { runner.run(script) } }
  return runner.report
}

/// How `graph` prints a picture.
enum GraphFormat: String, CaseIterable {
  case text, svg, dot, mermaid
}
