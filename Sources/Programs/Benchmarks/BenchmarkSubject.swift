public import Navigation

/// What the benchmarks are run on.
public struct BenchmarkSubject: Sendable {
  /// The app.
  public let definition: AppDefinition
  /// The route files of the app, for a program that is started.
  public let routes: [String]
  /// The path of the `signalbox` executable.
  public let executable: String?

  /// Names an app and the program.
  public init(definition: AppDefinition, routes: [String], executable: String?) {
    self.definition = definition
    self.routes = routes
    self.executable = executable
  }

  /// The path of the program, for a benchmark that starts it.
  func program() throws(BenchmarkError) -> String {
    guard let executable else {
      throw .noRun(program: "signalbox", reason: "its path is unknown")
    }
    return executable
  }
}
