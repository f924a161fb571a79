import AccountPlugin
import CinemaPlugin
package import Commands
package import Diagnostics
import GreetingPlugin
package import Navigation
package import PluginProcesses
import RouteFiles
package import Screens

/// The app that a subcommand works on, and its route files.
@MainActor package struct App {
  package let loaded: LoadedApp
  /// The folders and files of its routes.
  package let paths: [String]

  /// Loads route files.
  /// - Parameter processes: Create the screens of plugins that have `run`; without them these show
  ///   what the route file describes.
  /// - Throws: All errors in the files.
  package init(_ paths: [String], processes: PluginProcesses? = nil) throws(ExitError) {
    self.paths = paths
    do {
      loaded = try App.load(paths, processes: processes).get()
    } catch {
      throw .usage(error.diagnostics)
    }
  }

  /// Its screens, routes, coordinators and gates.
  package var definition: AppDefinition { loaded.definition }

  /// What the definition was built from.
  package var drafts: [PluginDraft] { loaded.drafts }

  /// Reads route files for `check`, in spite of errors.
  /// - Parameter new: A file of the paths that is not written yet.
  /// - Returns: The drafts of the files and of the Swift plugins, the errors of both, and as much
  ///   of a definition as there is.
  package static func inspected(
    _ paths: [String], with new: (file: String, plugin: PluginDraft)? = nil
  ) -> (drafts: [PluginDraft], faults: [Diagnostic], definition: InspectedPlugins) {
    let (files, errors) = RouteFolder.load(paths, with: new)
    let plugins = bundledPlugins.loaded(namedBy: files)
    let inspected = InspectedPlugins(plugins.drafts)
    let faults = errors + LoadedApp.faults(of: plugins, inspected)
    return (plugins.drafts, faults, inspected)
  }

  /// Reads route files and builds the app.
  ///
  /// If a file has errors, the app is not built: most further errors would follow from the first.
  /// - Parameters:
  ///   - plugins: The Swift plugins that the files can name.
  ///   - processes: Start what the files run, if there are no errors.
  package static func load(
    _ paths: [String], plugins: PluginSet = bundledPlugins, processes: PluginProcesses? = nil
  ) -> Result<LoadedApp, DiagnosticList> {
    let (files, errors) = RouteFolder.load(paths)
    guard errors.isEmpty else { return .failure(DiagnosticList(errors)) }
    return made(of: files, plugins: plugins, processes: processes)
  }

  /// Builds the app from files that were read; see `load`.
  package static func made(
    of files: [PluginDraft], plugins: PluginSet = bundledPlugins,
    processes: PluginProcesses? = nil
  ) -> Result<LoadedApp, DiagnosticList> {
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

/// The Swift plugins linked into the program. A route file adds one to the app with `swift: true`.
@MainActor package let bundledPlugins = PluginSet([Account(), Cinema(), Greeting()])
