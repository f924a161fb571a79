import Diagnostics
import FileAccess
import Links
import Navigation

/// Runs the lines of a script, and of those it sources, and tells every step in order.
///
/// A refused event is held back until the next command line is known: an `expect outcome` judges
/// it, anything else makes the refusal a failure of its own line.
@MainActor
struct ScriptWalk {
  private let onStep: (ScriptStep) -> Void
  private var refused: ScriptStep?
  /// Whether a line was `quit`.
  private(set) var isOver = false
  /// The bound at which it was ended before its end.
  private(set) var bound: CommandError?

  init(onStep: @escaping (ScriptStep) -> Void) {
    self.onStep = onStep
  }

  /// Runs a script to its end, or to `quit`; failures do not stop it.
  mutating func walk(_ script: Script, _ interpreter: inout Interpreter) {
    interpreter.scripts.append(script.path)
    defer { interpreter.scripts.removeLast() }
    script.forEachLine { line, number in
      let position = SourcePosition(file: script.path, line: number, column: 1)
      switch line {
      case .notUTF8: fail(.encoding(at: position), at: position)
      case .tooLong:
        let bound = Limits.lineBytesMax
        fail(.limit(name: "bytes of a line", bound: bound, at: position), at: position)
      case .text(let text): run(text, at: position, &interpreter)
      }
      return !isOver && interpreter.stepsLeft > 0
    }
  }

  /// Tells a refusal that nothing came after.
  mutating func finish() {
    settle(isJudged: false)
  }

  private mutating func run(
    _ line: String, at position: SourcePosition, _ interpreter: inout Interpreter
  ) {
    let words: [String]
    do throws(CommandError) {
      guard let found = try interpreter.commandWords(of: line, at: position) else { return }
      words = found
    } catch {
      return fail(error, at: position, command: line)
    }
    if let met = boundMet(at: position, &interpreter) {
      bound = met
      return fail(met, at: position, command: line)
    }
    let isExpectation = sameBytes(words[0], "expect")
    settle(isJudged: isExpectation && words.count > 1 && sameBytes(words[1], "outcome"))
    if sameBytes(words[0], "source"), words.count == 2 {
      return source(words[1], line: line, at: position, &interpreter)
    }
    let response = interpreter.run(line, at: position)
    isOver = response.isOver
    let step = ScriptStep(
      position: position, command: line, response: response, isExpectation: isExpectation,
      failure: response.failure)
    if case .refused = response.applied?.outcome { refused = step } else { onStep(step) }
  }

  /// The bound that a line more would pass; no other line is run behind it.
  private func boundMet(
    at position: SourcePosition, _ interpreter: inout Interpreter
  ) -> CommandError? {
    interpreter.stepsLeft -= 1
    guard interpreter.stepsLeft > 0 else {
      return .limit(name: "lines of a script", bound: Limits.scriptStepsMax, at: position)
    }
    guard let time = interpreter.scriptTime, time.isOver() else { return nil }
    interpreter.stepsLeft = 0
    return .limit(name: "milliseconds of a script", bound: time.milliseconds, at: position)
  }

  private mutating func source(
    _ name: String, line: String, at position: SourcePosition, _ interpreter: inout Interpreter
  ) {
    do throws(CommandError) {
      let script = try interpreter.script(named: name, at: position)
      tell(Response(), at: position, command: line)
      walk(script, &interpreter)
    } catch {
      fail(error, at: position, command: line)
    }
  }

  /// Tells the step that was held back.
  private mutating func settle(isJudged: Bool) {
    guard var step = refused else { return }
    refused = nil
    if !isJudged, case .refused(let refusal) = step.response.applied?.outcome {
      step.failure = CommandError.refused(refusal, command: step.command, at: step.position)
    }
    onStep(step)
  }

  private mutating func fail(
    _ error: CommandError, at position: SourcePosition, command: String = ""
  ) {
    settle(isJudged: false)
    tell(Response(error), at: position, command: command)
  }

  private func tell(_ response: Response, at position: SourcePosition, command: String) {
    onStep(
      ScriptStep(
        position: position, command: command, response: response, isExpectation: false,
        failure: response.failure))
  }
}
