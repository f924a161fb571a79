import Commands
import Diagnostics
import Navigation
import PluginProcesses
import RouteFiles
import Screens

/// The app that a command works on, and the route files it is made of.
@MainActor struct App {
  let loaded: LoadedApp
  /// The folders and files that were named or found.
  let paths: [String]

  /// Finds and reads the route files.
  /// - Throws: Everything that is wrong with them.
  /// - Parameter processes: Makes the screens of plugins that have `run`; without them those show
  ///   what their file describes.
  init(_ arguments: Arguments, processes: PluginProcesses? = nil) throws(Stop) {
    paths = try App.paths(arguments)
    do {
      loaded = try App.load(paths, processes: processes).get()
    } catch {
      throw .usage(error.diagnostics)
    }
  }

  /// Where it can go.
  var definition: AppDefinition { loaded.definition }

  /// The route files that `--routes` names, or those of the usual places.
  static func paths(_ arguments: Arguments) throws(Stop) -> [String] {
    do throws(RoutesError) {
      return try RoutesSearch.here.paths(named: arguments.values(of: .routes))
    } catch {
      throw .usage([error])
    }
  }

  /// Reads route files and checks them as a whole, as far as loading does.
  /// - Returns: What the files and the Swift plugins say, and the app, or everything that is wrong.
  static func drafts(
    _ paths: [String]
  ) -> (drafts: [PluginDraft], app: Result<LoadedApp, DefinitionFaults>) {
    let (files, errors) = RouteFolder.load(paths)
    guard errors.isEmpty else { return ([], .failure(DefinitionFaults(errors))) }
    let loaded = bundledPlugins.loaded(namedBy: files)
    return (loaded.drafts, LoadedApp.checked(loaded))
  }

  /// Reads route files and checks them as a whole.
  ///
  /// Files with errors are not checked as a whole: most of what that found would follow from them.
  /// - Parameters:
  ///   - plugins: The Swift plugins that the files can name.
  ///   - processes: Takes up what the files run, if nothing is wrong.
  static func load(
    _ paths: [String], plugins: PluginSet = bundledPlugins, processes: PluginProcesses? = nil
  ) -> Result<LoadedApp, DefinitionFaults> {
    let (files, errors) = RouteFolder.load(paths)
    guard errors.isEmpty else { return .failure(DefinitionFaults(errors)) }
    return made(of: files, plugins: plugins, processes: processes)
  }

  /// Checks what was read as a whole; see `load`.
  static func made(
    of files: [PluginDraft], plugins: PluginSet = bundledPlugins,
    processes: PluginProcesses? = nil
  ) -> Result<LoadedApp, DefinitionFaults> {
    LoadedApp.checked(plugins.loaded(namedBy: files), source: processes).map { app in
      guard let processes else { return app }
      processes.take(files)
      // What Swift makes comes first: it is not slower than a process.
      let factories = app.factories.merging(processes.factories) { swift, _ in swift }
      return LoadedApp(
        app.definition, factories: factories, commands: app.commands, source: app.source)
    }
  }
}

/// The line of a file that a position names, to show under a diagnostic.
func sourceLine(_ position: SourcePosition) -> String? {
  RouteFolder.sourceLine(at: position)
}
