import Diagnostics
import Navigation

/// The time limit of scripts in a process that other clients wait for.
package struct ScriptTime {
  /// The limit, for messages.
  let milliseconds: Int
  /// Returns whether the limit has passed.
  let isOver: @MainActor () -> Bool

  /// Creates a limit from its length and a function that returns whether it has passed.
  package init(milliseconds: Int, isOver: @escaping @MainActor () -> Bool) {
    (self.milliseconds, self.isOver) = (milliseconds, isOver)
  }
}

struct ScriptEnd {
  var isOver = false
  /// The bound that ended it early; `nil` if none did.
  var bound: Diagnostic?
}

/// Runs the lines of a script and of the scripts that it sources.
///
/// A refused event is held back until the next command line is read: if that is `expect outcome`,
/// the expectation decides; otherwise the refusal is a failure of its own line.
@MainActor
struct ScriptWalk {
  /// Whether no line is run after a failure.
  var stopsAtFailure = false
  private(set) var end = ScriptEnd()
  private var refused: ScriptStep?
  private var hasFailed = false

  /// Whether no further line is run.
  private var isStopped: Bool { end.isOver || stopsAtFailure && hasFailed }

  /// Runs the lines after a place until the script ends, or until `isOver` is true after a line.
  /// - Returns: Whether the script has ended.
  mutating func run(
    _ script: Script, from place: inout Script.Place, by interpreter: inout Interpreter,
    on workspace: inout Workspace, until isOver: () -> Bool, _ onStep: (ScriptStep) -> Void
  ) -> Bool {
    interpreter.scripts.append(script.path)
    defer { interpreter.scripts.removeLast() }
    while let (line, number) = script.line(after: &place) {
      let position = SourcePosition(file: script.path, line: number, column: 1)
      switch line {
      case .notUTF8: fail(.encoding(at: position), at: position, onStep)
      case .tooLong:
        let bound = Limits.lineBytesMax
        fail(.limit(name: "bytes of a line", bound: bound, at: position), at: position, onStep)
      case .text(let text):
        run(text, at: position, by: &interpreter, on: &workspace, onStep)
      }
      guard !isStopped, interpreter.stepsLeft > 0 else { return true }
      if isOver() { return false }
    }
    return true
  }

  private mutating func run(
    _ text: String, at position: SourcePosition, by interpreter: inout Interpreter,
    on workspace: inout Workspace, _ onStep: (ScriptStep) -> Void
  ) {
    do throws(Diagnostic) {
      guard let line = try CommandLine(text, interpreter.commands, at: position) else { return }
      try run(line, text, at: position, by: &interpreter, on: &workspace, onStep)
    } catch {
      fail(error, at: position, command: text, onStep)
    }
  }

  private mutating func run(
    _ line: CommandLine, _ text: String, at position: SourcePosition,
    by interpreter: inout Interpreter, on workspace: inout Workspace,
    _ onStep: (ScriptStep) -> Void
  ) throws(Diagnostic) {
    if let bound = bound(at: position, &interpreter) {
      end.bound = bound
      throw bound
    }
    var isExpectation = false
    switch line.command?.action {
    case .expect:
      isExpectation = true
      settle(isJudged: line.words.first.flatMap { ExpectationKind(named: $0) } == .outcome, onStep)
    case .source where line.words.count == 1:
      settle(isJudged: false, onStep)
      guard !isStopped else { return }
      let script = try interpreter.script(named: line.words.first ?? "", at: position)
      onStep(ScriptStep(position: position, command: text, response: Response()))
      var place = Script.Place()
      _ = run(script, from: &place, by: &interpreter, on: &workspace, until: { false }, onStep)
      end.isOver = false  // 'quit' ended the sourced script alone.
      return
    default: settle(isJudged: false, onStep)
    }
    guard !isStopped else { return }
    let response = interpreter.answer(line, on: &workspace)
    end.isOver = response.isOver
    let step = ScriptStep(
      position: position, command: text, response: response, isExpectation: isExpectation)
    if case .refused = response.applied?.outcome { refused = step } else { pass(step, onStep) }
  }

  /// Counts a line and returns the bound that it exceeds, if any; then no more lines run.
  private func bound(
    at position: SourcePosition, _ interpreter: inout Interpreter
  ) -> Diagnostic? {
    interpreter.stepsLeft -= 1
    guard interpreter.stepsLeft > 0 else {
      return .limit(name: "lines of a script", bound: Limits.scriptStepsMax, at: position)
    }
    guard !interpreter.isInterrupted() else {
      interpreter.stepsLeft = 0
      return .interrupted(at: position)
    }
    guard let time = interpreter.scriptTime, time.isOver() else { return nil }
    interpreter.stepsLeft = 0
    return .limit(name: "milliseconds of a script", bound: time.milliseconds, at: position)
  }

  /// Passes on the step that was held back; its refusal is a failure unless `isJudged`.
  mutating func settle(isJudged: Bool, _ onStep: (ScriptStep) -> Void) {
    guard var step = refused else { return }
    refused = nil
    if !isJudged, case .refused(let refusal) = step.response.applied?.outcome {
      step.failure = .refused(refusal, command: step.command, at: step.position)
    }
    pass(step, onStep)
  }

  private mutating func pass(_ step: ScriptStep, _ onStep: (ScriptStep) -> Void) {
    hasFailed = hasFailed || step.failure != nil
    onStep(step)
  }

  private mutating func fail(
    _ error: Diagnostic, at position: SourcePosition, command: String = "",
    _ onStep: (ScriptStep) -> Void
  ) {
    settle(isJudged: false, onStep)
    guard !isStopped else { return }
    pass(ScriptStep(position: position, command: command, response: Response(error)), onStep)
  }
}

extension Response {
  /// Whether it is neither a failure nor a refusal.
  fileprivate var isDone: Bool {
    if case .refused = applied?.outcome { false } else { failure == nil }
  }
}
