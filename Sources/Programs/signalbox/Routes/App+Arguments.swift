import Console
import Diagnostics
import FileAccess
import PluginProcesses
import ProgramSupport
import RouteFiles

extension App {
  /// Finds and loads the route files.
  init(_ arguments: Arguments, processes: PluginProcesses? = nil) throws(ExitError) {
    try self.init(App.paths(arguments), processes: processes)
  }

  /// The route files of a command line.
  static func paths(_ arguments: Arguments) throws(ExitError) -> [String] {
    let paths: [String]
    do { paths = try arguments.routes().value } catch { throw .usage(error) }
    return arguments.namesRoutes ? try App.paths(paths) : paths
  }

  /// The route files that paths of a command line refer to: instead of an app's folder, those of
  /// the app.
  static func paths(_ named: [String]) throws(ExitError) -> [String] {
    var paths: [String] = []
    do throws(DiagnosticList) {
      for path in named { paths += try RouteFolder.ofApp(path) ?? [path] }
    } catch {
      throw .usage(error.diagnostics)
    }
    return paths
  }
}

/// The processes of the app's plugins, for a subcommand that shows screens.
/// - Parameter log: Receives what they write to standard error, and their failures; by default
///   these appear above the prompt, or on standard error.
@MainActor func pluginProcesses(
  log report: @escaping (String) -> Void = { log($0) }
) throws(ExitError) -> PluginProcesses {
  var limits = PluginLimits()
  if let text = environment("SIGNALBOX_PLUGIN_MILLISECONDS"), let milliseconds = UInt64(text),
    (1...callMillisecondsMax).contains(milliseconds)
  {
    limits.callMilliseconds = milliseconds
  }
  do {
    return try PluginProcesses(limits: limits, log: report)
  } catch {
    throw .usage(error)
  }
}

/// One hour; more would be no deadline.
private let callMillisecondsMax: UInt64 = 3_600_000
