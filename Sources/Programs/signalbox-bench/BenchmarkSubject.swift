import Navigation

/// The app and the program that are measured.
struct BenchmarkSubject: Sendable {
  /// The app.
  let definition: AppDefinition
  /// The route files of the app, for a program that is started.
  let routes: [String]
  /// The path of the `signalbox` executable.
  let executable: String?

  /// The path of the program; throws if it is unknown.
  func program() throws(BenchmarkError) -> String {
    guard let executable else {
      throw .noRun(program: "signalbox", reason: "its path is unknown")
    }
    return executable
  }
}
