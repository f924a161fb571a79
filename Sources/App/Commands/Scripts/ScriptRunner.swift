import Diagnostics
import FileAccess
public import Navigation

/// Runs scripts, each in a session of its own, and reports.
///
///     var runner = ScriptRunner(definition: definition)
///     runner.run("Routes/Scripts/login.nav")
///     print(runner.report.text)
@MainActor
public struct ScriptRunner {
  /// What became of the scripts so far.
  public private(set) var report = ReplayReport()
  private let app: LoadedApp
  private let appSource: Interpreter.AppSource?
  /// Told of every transition as it happens, with the definition that it belongs to.
  public var onTransitions: (([Transition], AppDefinition) -> Void)?
  /// Told where the session of a script jumps, its beginning included.
  public var onJump: ((SessionJump) -> Void)?

  /// - Parameters:
  ///   - app: What every session begins with.
  ///   - appSource: Where `reload` in a script finds the app; the same one unless given.
  public init(_ app: LoadedApp, appSource: Interpreter.AppSource? = nil) {
    self.app = app
    self.appSource = appSource
  }

  /// Runs scripts in an app without Swift plugins.
  public init(definition: AppDefinition) {
    self.init(LoadedApp(definition))
  }

  /// Runs a script to its end; failures do not stop it.
  /// - Parameters:
  ///   - path: A file, or `-` for the standard input.
  ///   - onStep: Called with every step, in order, those of sourced scripts included.
  public mutating func run(_ path: String, onStep: (ScriptStep) -> Void = { _ in }) {
    do {
      run(try Script(path: path), onStep: onStep)
    } catch {
      addUnreadable(path, error)
    }
  }

  /// Runs a script whose bytes are at hand.
  /// - Parameter path: What positions call it, and what paths in it are relative to.
  public mutating func run(
    _ bytes: [UInt8], path: String, onStep: (ScriptStep) -> Void = { _ in }
  ) {
    guard bytes.count <= Limits.scriptBytesMax else {
      return addUnreadable(path, .tooLarge(path: path, bytesMax: Limits.scriptBytesMax))
    }
    run(Script(path: path, bytes: bytes), onStep: onStep)
  }

  private mutating func addUnreadable(_ path: String, _ error: FileError) {
    var result = ReplayReport.Script(file: path)
    result.isUnreadable = true
    result.failureCount = 1
    result.failures = [error]
    report.scripts.append(result)
  }

  private mutating func run(_ script: Script, onStep: (ScriptStep) -> Void) {
    var interpreter = Interpreter(app, appSource: appSource)
    defer { interpreter.closeScreens() }
    interpreter.onTransitions = onTransitions
    interpreter.onJump = onJump
    interpreter.tellJump(.begin)
    let tally = Tally(file: script.path)
    withoutActuallyEscaping(onStep) { onStep in
      var walk = ScriptWalk { step in
        tally.add(step)
        onStep(step)
      }
      walk.walk(script, &interpreter)
      walk.finish()
    }
    report.scripts.append(tally.result)
  }
}

/// Counts the steps of one script.
private final class Tally {
  private(set) var result: ReplayReport.Script

  init(file: String) {
    result = ReplayReport.Script(file: file)
  }

  func add(_ step: ScriptStep) {
    result.steps += 1
    if step.isExpectation { result.expectations += 1 }
    guard let failure = step.failure else { return }
    result.failureCount += 1
    if result.failures.count < Limits.failuresListedMax { result.failures.append(failure) }
  }
}
