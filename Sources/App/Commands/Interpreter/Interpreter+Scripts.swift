package import Diagnostics
import FileAccess
import JSONCodec
import Links
import Navigation
import Screens
import Sessions

/// Commands for scripts and saved sessions.
extension Interpreter {
  /// Resolves a file name in a command, relative to the running script's folder.
  func path(of name: String) -> String {
    guard name.utf8.first != UInt8(ascii: "/"), let script = scripts.last,
      let slash = script.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return name }
    return String(script[...slash]) + name
  }

  /// Reads a script. Throws if it is already running or the nesting is too deep.
  func script(named name: String, at position: SourcePosition?) throws(CommandError) -> Script {
    guard mayUseFiles else { throw .filesElsewhere(name: name, at: position) }
    let path = path(of: name)
    guard scripts.count < Limits.sourceDepthMax else {
      throw .limit(
        name: "nested scripts", bound: Limits.sourceDepthMax, at: position)
    }
    guard !scripts.contains(where: { sameBytes($0, path) }) else {
      throw .cycle(path: path, at: position)
    }
    // Commands may come from standard input, so a script cannot: `-` and `/dev/stdin` name files.
    let isInput = ["-", "/dev/stdin"].contains { sameBytes($0, path) }
    do throws(FileError) {
      return try Script(path: isInput ? "./\(path)" : path)
    } catch {
      throw .file(error, at: position)
    }
  }

  private func script(of invocation: Command.Invocation) throws(CommandError) -> Script {
    if case .script(let bytes) = invocation.arguments[0] {
      return Script(path: sentScriptName, bytes: bytes)
    }
    return try script(named: invocation.arguments.text(0) ?? "", at: invocation.position)
  }

  /// Runs the lines of a script in this session.
  mutating func source(
    _ invocation: Command.Invocation, on workspace: inout Workspace,
    onStep: ((Response) -> Void)?
  ) throws(CommandError) -> Response {
    let script = try script(of: invocation)
    if scripts.isEmpty { stepsLeft = Limits.scriptStepsMax }
    var collected = Response()
    var answers = Answers()
    let end = walk(script, on: &workspace) { step in
      answers.add(step)
      if let onStep { onStep(step.response) } else { collected.addData(of: step.response) }
    }
    var response = answers.response(to: script, end, seq: workspace.sequence)
    response.addData(of: collected)
    return response
  }

  /// Replaces the session with a new one that a script builds; unchanged if any line fails.
  mutating func load(
    _ invocation: Command.Invocation, on workspace: inout Workspace
  ) throws(CommandError) -> Response {
    let script = try script(of: invocation)
    var other = self
    var new = Workspace(Session(definition: workspace.definition))
    workspace.stage.map { new.openScreens(like: $0) }
    if scripts.isEmpty { other.stepsLeft = Limits.scriptStepsMax }
    var answers = Answers()
    let end = other.walk(script, on: &new) { answers.add($0) }
    stepsLeft = other.stepsLeft
    guard answers.failures == 0 else {
      new.closeScreens()
      let error = CommandError.notLoaded(
        path: script.path, failures: answers.failures, at: invocation.position)
      var response = answers.response(to: script, end, seq: workspace.sequence)
      response.text += Response(error).text
      response.json = notLoaded(error, response.json)
      response.failure = error
      response.isOver = false
      return response
    }
    // The script may have reloaded the app.
    other.scripts = scripts
    self = other
    workspace.replace(with: new)
    let session = workspace.session
    var response = workspace.changed(
      invocation,
      "loaded '\(escaped(script.path))': \(counted(session.position, "event"))",
      ["position": JSON(session.position), "seq": workspace.sequence])
    response.moves =
      workspace.moves(session.transitions(countMax: Sessions.Limits.transitionsMax))
      + [workspace.jump(.load)]
    return response
  }

  /// The answer for a script that was not loaded, with the unchanged session's `seq`:
  /// `{"error":{…},"steps":2,"failures":1,"findings":[…],"seq":3}`.
  private func notLoaded(_ error: CommandError, _ walked: JSON) -> JSON {
    let members = (walked.objectValue ?? []).filter { member in
      !sameBytes("stopped", member.key)
    }
    return .object((JSON.failure(error).objectValue ?? []) + members)
  }

  /// Saves the session as a script; without a file name, returns the script in the answer.
  func save(
    _ workspace: Workspace, _ invocation: Command.Invocation
  ) throws(CommandError) -> Response {
    let position = invocation.position
    guard let name = invocation.arguments.text(0) else {
      let script = try savedScript(workspace.session, at: position)
      return Response(json: ["script": .string(script), "seq": workspace.sequence])
    }
    guard mayUseFiles else { throw .filesElsewhere(name: name, at: position) }
    let path = path(of: name)
    try writeSavedScript(
      try savedScript(workspace.session, at: position), to: path, at: position)
    let events = workspace.session.position
    return Response(
      lines: ["saved '\(escaped(path))': \(counted(events, "event"))"],
      json: ["file": .string(path), "events": JSON(events)])
  }

  private func savedScript(
    _ session: Session, at position: SourcePosition?
  ) throws(CommandError) -> String {
    do {
      return savedScriptStart + "\n" + (try session.script())
    } catch {
      throw .session(error, at: position)
    }
  }
}

/// Writes a saved script. An existing file is replaced only if it is empty or `save` wrote it.
/// - Throws: `wouldReplace` or `file`.
package func writeSavedScript(
  _ script: String, to path: String, at position: SourcePosition? = nil
) throws(CommandError) {
  guard mayReplace(path) else { throw .wouldReplace(path: path, at: position) }
  do throws(FileError) {
    try writeFile(path, Array(script.utf8))
  } catch {
    throw .file(error, at: position)
  }
}

private func mayReplace(_ path: String) -> Bool {
  do throws(FileError) {
    let bytes = try readFile(path, bytesMax: Limits.scriptBytesMax)
    return bytes.isEmpty || bytes.starts(with: savedScriptStart.utf8)
  } catch {
    // A missing file can be written; other faults are reported by the write.
    return error.fault != nil
  }
}

/// The first line of every script that `save` writes.
let savedScriptStart = "# A session saved by signalbox"

/// The step answers that `source` and `load` show.
private struct Answers {
  private var text = ""
  private var steps = 0
  private(set) var failures = 0
  private var firstFailure: (any Diagnostic)?
  private var findings: [JSON] = []
  private var isFull = false

  mutating func add(_ step: ScriptStep) {
    steps += 1
    if let failure = step.failure {
      failures += 1
      firstFailure = firstFailure ?? failure
      if findings.count < Limits.findingsListedMax { findings.append(JSON(failure)) }
    }
    guard !isFull else { return }
    guard text.utf8.count < Limits.sourceTextBytesMax else {
      isFull = true
      text += "… later answers are omitted\n"
      return
    }
    text += "> \(escaped(step.command))\n" + step.response.text
    // A command's own failure is in its answer; an unexpected refusal is not.
    if step.response.failure == nil, let failure = step.failure { text += failure.summary + "\n" }
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
    response.isOver = end.isOver
    return response
  }
}

extension Response {
  /// Appends the changes, moves and refusals of a step.
  fileprivate mutating func addData(of other: Response) {
    changes += other.changes
    moves += other.moves
    refusals += other.refusals
  }
}
