import Diagnostics
import FileAccess

/// Runs scripts, each in a new session, and collects a report.
///
///     var runner = ScriptRunner(LoadedApp(definition))
///     runner.run("Routes/Scripts/login.nav")
///     print(runner.report.text)
@MainActor
public struct ScriptRunner {
  /// The report of the scripts run so far.
  public private(set) var report = ReplayReport()
  private let app: LoadedApp
  private let appSource: Interpreter.AppSource?

  /// - Parameters:
  ///   - app: The app of every session.
  ///   - appSource: Loads the app for `reload` in a script; returns `app` unless given.
  public init(_ app: LoadedApp, appSource: Interpreter.AppSource? = nil) {
    self.app = app
    self.appSource = appSource
  }

  /// Runs a script to its end; failures do not stop it.
  /// - Parameters:
  ///   - path: A file, or `-` for standard input.
  ///   - onStep: Receives every step in order, including those of sourced scripts.
  ///   - onMove: Receives every move, starting with the beginning of the session.
  public mutating func run(
    _ path: String, onStep: (ScriptStep) -> Void = { _ in },
    onMove: (SessionMove) -> Void = { _ in }
  ) {
    do {
      run(try Script(path: path), onStep: onStep, onMove: onMove)
    } catch {
      addUnreadable(path, error)
    }
  }

  /// Runs a script from bytes.
  /// - Parameter path: The path that positions show and that paths in the script are relative to.
  public mutating func run(
    _ bytes: [UInt8], path: String, onStep: (ScriptStep) -> Void = { _ in }
  ) {
    guard bytes.count <= Limits.scriptBytesMax else {
      return addUnreadable(path, .tooLarge(path: path, bytesMax: Limits.scriptBytesMax))
    }
    run(Script(path: path, bytes: bytes), onStep: onStep, onMove: { _ in })
  }

  private mutating func addUnreadable(_ path: String, _ error: FileError) {
    var result = ReplayReport.Script(file: path)
    result.isUnreadable = true
    result.failureCount = 1
    result.failures = [error]
    report.scripts.append(result)
  }

  private mutating func run(
    _ script: Script, onStep: (ScriptStep) -> Void, onMove: (SessionMove) -> Void
  ) {
    var interpreter = Interpreter(app, appSource: appSource)
    var workspace = interpreter.workspace()
    onMove(workspace.beginning)
    var result = ReplayReport.Script(file: script.path)
    _ = interpreter.walk(script, on: &workspace) { step in
      step.response.moves.forEach(onMove)
      result.add(step)
      onStep(step)
    }
    workspace.closeScreens()
    report.scripts.append(result)
  }
}

extension ReplayReport.Script {
  fileprivate mutating func add(_ step: ScriptStep) {
    steps += 1
    if step.isExpectation { expectations += 1 }
    guard let failure = step.failure else { return }
    failureCount += 1
    if failures.count < Limits.failuresListedMax { failures.append(failure) }
  }
}
