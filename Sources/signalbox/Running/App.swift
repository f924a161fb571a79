import Commands
import Diagnostics
import Navigation
import RouteFiles
import Screens

/// The app that a command works on, and the route files it is made of.
@MainActor struct App {
  let loaded: LoadedApp
  /// The folders and files that were named or found.
  let paths: [String]

  /// Finds and reads the route files.
  /// - Throws: Everything that is wrong with them.
  init(_ arguments: Arguments) throws(Stop) {
    paths = try App.paths(arguments)
    do { loaded = try App.load(paths).get() } catch { throw .usage(error.diagnostics) }
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

  /// Reads route files and checks them as a whole.
  ///
  /// Files with errors are not checked as a whole: most of what that found would follow from them.
  /// - Parameter plugins: The Swift plugins that the files can name.
  static func load(
    _ paths: [String], plugins: PluginSet = bundledPlugins
  ) -> Result<LoadedApp, DefinitionFaults> {
    let (files, errors) = RouteFolder.load(paths)
    guard errors.isEmpty else { return .failure(DefinitionFaults(errors)) }
    return LoadedApp.checked(plugins.loaded(namedBy: files))
  }
}

/// The line of a file that a position names, to show under a diagnostic.
func sourceLine(_ position: SourcePosition) -> String? {
  RouteFolder.sourceLine(at: position)
}
