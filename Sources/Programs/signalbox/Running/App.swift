import AccountPlugin
import CinemaPlugin
import Commands
import Console
import Diagnostics
import FileAccess
import GreetingPlugin
import Navigation
import PluginProcesses
import RouteFiles
import Screens

/// The app that a subcommand works on, and its route files.
@MainActor struct App {
  let loaded: LoadedApp
  /// The folders and files of its routes.
  let paths: [String]

  /// Finds and loads the route files.
  /// - Parameter processes: Create the screens of plugins that have `run`; without them these show
  ///   what the route file describes.
  /// - Throws: All errors in the files.
  init(_ arguments: Arguments, processes: PluginProcesses? = nil) throws(ExitError) {
    paths = try App.paths(arguments)
    do {
      loaded = try App.load(paths, processes: processes).get()
    } catch {
      throw .usage(error.diagnostics)
    }
  }

  /// Its screens, routes, coordinators and gates.
  var definition: AppDefinition { loaded.definition }

  /// The route files that `--routes` names, or those in the default places.
  static func paths(_ arguments: Arguments) throws(ExitError) -> [String] {
    do throws(RoutesError) {
      return try RoutesSearch.here.paths(named: arguments.values(of: .routes))
    } catch {
      throw .usage([error])
    }
  }

  /// Reads route files and builds the app.
  /// - Returns: The drafts of the files and of the Swift plugins; the app, or all errors.
  static func drafts(
    _ paths: [String]
  ) -> (drafts: [PluginDraft], app: Result<LoadedApp, DefinitionFaults>) {
    let (files, errors) = RouteFolder.load(paths)
    guard errors.isEmpty else { return ([], .failure(DefinitionFaults(errors))) }
    let loaded = bundledPlugins.loaded(namedBy: files)
    return (loaded.drafts, LoadedApp.checked(loaded))
  }

  /// Reads route files and builds the app.
  ///
  /// If a file has errors, the app is not built: most further errors would follow from the first.
  /// - Parameters:
  ///   - plugins: The Swift plugins that the files can name.
  ///   - processes: Start what the files run, if there are no errors.
  static func load(
    _ paths: [String], plugins: PluginSet = bundledPlugins, processes: PluginProcesses? = nil
  ) -> Result<LoadedApp, DefinitionFaults> {
    let (files, errors) = RouteFolder.load(paths)
    guard errors.isEmpty else { return .failure(DefinitionFaults(errors)) }
    return made(of: files, plugins: plugins, processes: processes)
  }

  /// Builds the app from files that were read; see `load`.
  static func made(
    of files: [PluginDraft], plugins: PluginSet = bundledPlugins,
    processes: PluginProcesses? = nil
  ) -> Result<LoadedApp, DefinitionFaults> {
    LoadedApp.checked(plugins.loaded(namedBy: files), source: processes).map { app in
      guard let processes else { return app }
      processes.take(files)
      // A screen built in Swift takes precedence over one from a process.
      let factories = app.factories.merging(processes.factories) { swift, _ in swift }
      return LoadedApp(
        app.definition, factories: factories, commands: app.commands, source: app.source)
    }
  }
}

/// The source line at a position, to show under a diagnostic.
func sourceLine(_ position: SourcePosition) -> String? {
  RouteFolder.sourceLine(at: position)
}

/// The Swift plugins linked into this program. A route file adds one to the app with `swift: true`.
@MainActor let bundledPlugins = PluginSet([Account(), Cinema(), Greeting()])

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
    throw .usage([error])
  }
}

/// One hour; more would be no deadline.
private let callMillisecondsMax: UInt64 = 3_600_000
