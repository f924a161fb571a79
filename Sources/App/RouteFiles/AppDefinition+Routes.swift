public import Diagnostics
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
  /// - Throws: `DiagnosticList` with the errors of all files or, if every file can be read, with
  ///   those of their combination.
  public convenience init(routes paths: String...) throws(DiagnosticList) {
    let (plugins, errors) = RouteFolder.load(paths)
    guard errors.isEmpty else { throw DiagnosticList(errors) }
    try self.init(plugins: plugins)
  }
}
