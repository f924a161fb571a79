import Commands
public import Diagnostics
public import Navigation

extension AppDefinition {
  /// Runs a script as `signalbox replay` does: in a new session, to its end in spite of failures.
  ///
  ///     #expect(await shop.failures(ofScript: "Shop/orders.nav").isEmpty)
  ///
  /// - Parameter path: The script, relative to the working folder.
  /// - Returns: What failed, each with its line: expectations, refused events that the next line
  ///   does not expect, and lines that are no commands; one if the script cannot be read. Screens
  ///   show what their route file or plugin draft describes.
  @MainActor public func failures(ofScript path: String) -> [Diagnostic] {
    var runner = ScriptRunner(LoadedApp(self))
    runner.run(path)
    return runner.report.scripts.flatMap { $0.failures.map(\.diagnostic) }
  }
}
