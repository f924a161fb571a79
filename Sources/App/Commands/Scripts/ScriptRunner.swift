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
  /// Whether a script ends at its first failure.
  public var stopsAtFailure = false
  /// Counts what the events of scripts use; `nil` to count nothing.
  package var recorder: CoverageRecorder?
  private let app: LoadedApp
  private let appSource: Interpreter.AppSource?
  /// Returns the time in nanoseconds; without it the report has no times.
  private let clock: (() -> UInt64)?

  /// - Parameters:
  ///   - app: The app of every session.
  ///   - appSource: Loads the app for `reload` in a script; returns `app` unless given.
  ///   - clock: Returns the time in nanoseconds, from any beginning.
  public init(
    _ app: LoadedApp, appSource: Interpreter.AppSource? = nil, clock: (() -> UInt64)? = nil
  ) {
    self.app = app
    self.appSource = appSource
    self.clock = clock
  }

  /// Runs a script and adds its result to the report.
  /// - Parameters:
  ///   - path: A file, or `-` for standard input.
  ///   - onStep: Receives every step in order, including those of sourced scripts.
  ///   - onMove: Receives every move, starting with the beginning of the session.
  public mutating func run(
    _ path: String, onStep: (ScriptStep) -> Void = { _ in },
    onMove: (SessionMove) -> Void = { _ in }
  ) {
    do {
      run(try Script(path: path, allowsPipes: true), onStep: onStep, onMove: onMove)
    } catch {
      addUnreadable(path, error.diagnostic)
    }
  }

  /// Runs a script from bytes.
  /// - Parameter path: The path that positions show and that paths in the script are relative to.
  public mutating func run(
    _ bytes: [UInt8], path: String, onStep: (ScriptStep) -> Void = { _ in }
  ) {
    guard bytes.count <= Limits.scriptBytesMax else {
      let error = FileError.tooLarge(path: path, bytesMax: Limits.scriptBytesMax)
      return addUnreadable(path, error.diagnostic)
    }
    run(Script(path: path, bytes: bytes), onStep: onStep, onMove: { _ in })
  }

  private mutating func addUnreadable(_ path: String, _ error: Diagnostic) {
    var result = ReplayReport.Script(file: path)
    result.isUnreadable = true
    result.failureCount = 1
    result.failures = [ReplayReport.Failure(diagnostic: error, command: "")]
    report.scripts.append(result)
  }

  private mutating func run(
    _ script: Script, onStep: (ScriptStep) -> Void, onMove: (SessionMove) -> Void
  ) {
    var interpreter = Interpreter(app, appSource: appSource)
    var workspace = interpreter.workspace()
    onMove(workspace.beginning)
    recorder?.begin(workspace.state, in: workspace.definition)
    workspace.recorder = recorder
    var result = ReplayReport.Script(file: script.path)
    let start = clock?() ?? 0
    var last = start
    func add(_ step: ScriptStep) {
      step.response.effects.moves.forEach(onMove)
      let now = clock?() ?? 0
      result.add(step, nanoseconds: now - last)
      last = now
      onStep(step)
    }
    var walk = ScriptWalk()
    walk.stopsAtFailure = stopsAtFailure
    var place = Script.Place()
    _ = walk.run(script, from: &place, by: &interpreter, on: &workspace, until: { false }, add)
    walk.settle(isJudged: false, add)
    workspace.closeScreens()
    guard result.steps > 0 else { return addUnreadable(script.path, .noStep(script.path)) }
    result.linesNotRun = script.commandCount(after: place)
    result.nanoseconds = clock.map { $0() - start }
    report.scripts.append(result)
  }
}

extension Diagnostic {
  /// A script of blanks and comments.
  fileprivate static func noStep(_ path: String) -> Diagnostic {
    Diagnostic(
      .fileNoneFound, "'\(path)' contains no step",
      advice: "Write a command in it, such as 'open LINK', or leave the script out.")
  }
}

extension ReplayReport.Script {
  fileprivate mutating func add(_ step: ScriptStep, nanoseconds: UInt64) {
    steps += 1
    if step.isExpectation { expectations += 1 }
    if step.isExpectation || step.failure != nil {
      cases.append(
        ReplayReport.Case(
          position: step.position, command: step.command, nanoseconds: nanoseconds,
          failure: step.failure))
    }
    guard let failure = step.failure else { return }
    failureCount += 1
    if failures.count < Limits.failuresListedMax {
      failures.append(
        ReplayReport.Failure(
          diagnostic: failure, command: step.command, unmet: step.response.unmet))
    }
  }
}
