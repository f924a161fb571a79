public import Navigation

extension AppDefinition {
  /// Reads route files and combines them into a definition.
  ///
  ///     let app = try AppDefinition(routes: "Routes")
  ///
  /// Programs that a file names with `run` are not started, and Swift plugins that it names with
  /// `swift` are not looked for: its screens show what the file describes.
  ///
  /// - Parameter paths: Folders and files, as for `signalbox --routes`; relative to the working
  ///   folder, which is the package's folder under `swift test`.
  /// - Throws: `DefinitionFaults` with the errors of all files or, if every file can be read, with
  ///   those of their combination.
  public convenience init(routes paths: String...) throws(DefinitionFaults) {
    let (plugins, errors) = RouteFolder.load(paths)
    guard errors.isEmpty else { throw DefinitionFaults(errors) }
    do {
      try self.init(plugins: plugins)
    } catch {
      throw DefinitionFaults(error.diagnostics)
    }
  }
}
