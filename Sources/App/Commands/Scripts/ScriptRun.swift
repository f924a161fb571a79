import Diagnostics
import JSONCodec
import Navigation
import Sessions

/// A command that can run a part at a time, so that other clients are served in between.
@MainActor package protocol SlicedCommand {
  /// Continues until the command is done, or until `isOver` is true after a part of it.
  /// - Parameter workspace: The same one every time.
  /// - Returns: Whether the command is done.
  mutating func advance(
    by interpreter: inout Interpreter, on workspace: inout Workspace, until isOver: () -> Bool
  ) -> Bool

  /// The answer of a command that is done.
  mutating func finish(on workspace: inout Workspace) -> Response

  /// Ends a command that is not done.
  func abandon()
}

extension Interpreter {
  /// Begins a command that can take long; `nil` if it cannot. Commands that files belong to are
  /// not begun.
  /// - Parameter wantsText: Whether the response needs the text, not only the JSON.
  package func sliced(
    _ invocation: Command.Invocation, on workspace: inout Workspace, wantsText: Bool = false
  ) -> (any SlicedCommand)? {
    if case .script? = invocation.arguments.all.first, let script = try? script(of: invocation) {
      if invocation.command.traits.contains(.looksAtScreens) { openScreens(of: &workspace) }
      guard case .source = invocation.command.action else {
        return ScriptRun(script, invocation, by: self, loadingLike: workspace)
      }
      return ScriptRun(script, invocation, by: self)
    }
    guard case .log = invocation.command.action,
      let count = invocation.arguments.integer(0), count > Limits.logSlice
    else { return nil }
    return LogRun(workspace, countMax: count, wantsText: wantsText)
  }
}

/// A script that `source` or `load` runs.
struct ScriptRun: SlicedCommand {
  private let script: Script
  private let invocation: Command.Invocation
  private let display: Display
  /// The session that `load` builds.
  private var loading: Workspace?
  private var place = Script.Place()
  private var walk = ScriptWalk()
  private var answers = Answers()
  private var collected = Effects()
  private var stepsLeft: Int

  /// - Parameter workspace: For `load`, the workspace that the script replaces.
  init(
    _ script: Script, _ invocation: Command.Invocation, by interpreter: Interpreter,
    loadingLike workspace: Workspace? = nil
  ) {
    (self.script, self.invocation, display) = (script, invocation, interpreter.display)
    stepsLeft = interpreter.scripts.isEmpty ? Limits.scriptStepsMax : interpreter.stepsLeft
    guard let workspace else { return }
    loading = Workspace(Session(definition: workspace.definition))
    loading?.recorder = workspace.recorder
    if let stage = workspace.stage { loading?.openScreens(like: stage) }
  }

  mutating func advance(
    by interpreter: inout Interpreter, on workspace: inout Workspace, until isOver: () -> Bool
  ) -> Bool {
    advance(by: &interpreter, on: &workspace, until: isOver, onStep: nil)
  }

  /// - Parameter onStep: Receives the answers as they are made, instead of `finish`.
  mutating func advance(
    by interpreter: inout Interpreter, on workspace: inout Workspace, until isOver: () -> Bool,
    onStep: ((ScriptStep) -> Void)?
  ) -> Bool {
    interpreter.stepsLeft = stepsLeft
    defer { stepsLeft = interpreter.stepsLeft }
    // Moved, not copied: a slice must not copy what earlier ones collected.
    var (walk, answers, collected) = (walk, Answers(), Effects())
    swap(&answers, &self.answers)
    swap(&collected, &self.collected)
    let collects = loading == nil
    func add(_ step: ScriptStep) {
      answers.add(step, collectsText: onStep == nil)
      if let onStep {
        onStep(step)
      } else if collects {
        collected.add(step.response.effects)
      }
    }
    let isDone: Bool
    if var own = loading {
      loading = nil
      isDone = walk.run(script, from: &place, by: &interpreter, on: &own, until: isOver, add)
      if isDone { walk.settle(isJudged: false, add) }
      loading = own
    } else {
      isDone = walk.run(script, from: &place, by: &interpreter, on: &workspace, until: isOver, add)
      if isDone { walk.settle(isJudged: false, add) }
    }
    self.walk = walk
    swap(&answers, &self.answers)
    swap(&collected, &self.collected)
    return isDone
  }

  mutating func finish(on workspace: inout Workspace) -> Response {
    guard let loading else {
      var response = answers.response(to: script, walk.end, seq: workspace.sequence)
      response.effects = collected
      return response
    }
    guard answers.failures == 0 else {
      abandon()
      return notLoaded(workspace)
    }
    workspace.replace(with: loading)
    let position = workspace.session.position
    return workspace.changed(
      invocation, "loaded '\(escaped(script.path))': \(counted(position, "event"))",
      ["position": JSON(position), "seq": workspace.sequence])
  }

  func abandon() { loading?.closeScreens() }

  /// The answer for a script that was not loaded, with the unchanged session's `seq`:
  /// `{"error":{…},"steps":2,"failures":1,"findings":[…],"seq":3}`.
  private func notLoaded(_ workspace: Workspace) -> Response {
    let error = Diagnostic.notLoaded(
      path: script.path, failures: answers.failures, at: invocation.position)
    var response = answers.response(to: script, walk.end, seq: workspace.sequence)
    response.text += Response(error, display).text
    let members = (response.json.objectValue ?? []).filter { !sameBytes("stopped", $0.key) }
    response.json = .object((JSON.failure(error).objectValue ?? []) + members)
    response.failure = error
    return response
  }
}

/// The step answers that `source` and `load` show.
private struct Answers {
  private var text = ""
  private var steps = 0
  private(set) var failures = 0
  private var firstFailure: Diagnostic?
  private var findings: [JSON] = []
  private var isFull = false

  mutating func add(_ step: ScriptStep, collectsText: Bool) {
    steps += 1
    if let failure = step.failure {
      failures += 1
      firstFailure = firstFailure ?? failure
      if findings.count < Limits.findingsListedMax { findings.append(JSON(failure)) }
    }
    guard collectsText, !isFull else { return }
    guard text.utf8.count < Limits.sourceTextBytesMax else {
      isFull = true
      text += "… later answers are omitted\n"
      return
    }
    text += step.text
  }

  /// Returns the answer for a script that ran: the steps' text and
  /// `{"steps":2,"failures":1,"findings":[…],"seq":3}`. `findings` is present only after failures,
  /// `stopped` only if a bound ended the script early; `seq` is that of the calling session.
  func response(to script: Script, _ end: ScriptEnd, seq: JSON) -> Response {
    let summary =
      "ran '\(escaped(script.path))': \(counted(steps, "step")), "
      + counted(failures, "failure")
    var members: [JSON.Member] = [.init("steps", JSON(steps)), .init("failures", JSON(failures))]
    if !findings.isEmpty { members.append(.init("findings", .array(findings))) }
    if let bound = end.bound { members.append(.init("stopped", JSON(bound))) }
    var response = Response(json: .object(members + [.init("seq", seq)]))
    response.text = text + summary + "\n"
    response.failure = firstFailure
    return response
  }
}
