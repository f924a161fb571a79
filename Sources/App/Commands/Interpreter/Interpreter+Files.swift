package import Diagnostics
import FileAccess
import JSONCodec
import Links
import Navigation
import Screens
import Sessions

/// Scripts and saved sessions.
extension Interpreter {
  /// The path that a name in a command means: relative to the script that runs.
  func path(of name: String) -> String {
    guard name.utf8.first != UInt8(ascii: "/"), let script = scripts.last,
      let slash = script.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return name }
    return String(script[...slash]) + name
  }

  /// Reads the script of that name, unless it runs already or too many run inside one another.
  func script(named name: String, at position: SourcePosition?) throws(CommandError) -> Script {
    guard mayUseFiles else { throw .filesElsewhere(name: name, at: position) }
    let path = path(of: name)
    guard scripts.count < Limits.sourceDepthMax else {
      throw .limit(
        name: "scripts that run inside one another", bound: Limits.sourceDepthMax, at: position)
    }
    guard !scripts.contains(where: { sameBytes($0, path) }) else {
      throw .cycle(path: path, at: position)
    }
    // The standard input is where commands come from; a script cannot be read from it too.
    let isInput = ["-", "/dev/stdin"].contains { sameBytes($0, path) }
    do throws(FileError) {
      return try Script(path: isInput ? "./\(path)" : path)
    } catch {
      throw .file(error, at: position)
    }
  }

  mutating func source(
    _ name: String, at position: SourcePosition?
  ) throws(CommandError) -> Response {
    source(try script(named: name, at: position))
  }

  /// Runs the lines of a script here.
  mutating func source(_ script: Script) -> Response {
    if scripts.isEmpty { stepsLeft = Limits.scriptStepsMax }
    // By itself: in one expression the answer would be that of the interpreter before it.
    let walked = walk(script)
    return response(to: script, walked)
  }

  mutating func load(
    _ name: String, at position: SourcePosition?
  ) throws(CommandError) -> Response {
    try load(try script(named: name, at: position), at: position)
  }

  /// Begins a new session with a script, unless a line of it fails.
  mutating func load(
    _ script: Script, at position: SourcePosition?
  ) throws(CommandError) -> Response {
    var other = self
    other.session = Session(definition: definition)
    other.last = nil
    other.hasChanged = false
    other.onTransitions = nil  // A script that fails changes nothing.
    other.onChange = nil
    other.onJump = nil
    other.stage = stage.another()
    other.updateScreens()
    if scripts.isEmpty { other.stepsLeft = Limits.scriptStepsMax }
    let (answers, _) = other.walk(script)
    stepsLeft = other.stepsLeft
    guard answers.failures == 0 else {
      other.closeScreens()
      let error = CommandError.notLoaded(
        path: script.path, failures: answers.failures, at: position)
      var response = response(to: script, (answers, isOver: false))
      response.text += Response(error).text
      response.json = notLoaded(error, response.json)
      response.failure = error
      return response
    }
    closeScreens()
    session.goOn(as: other.session)
    (stage, pluginCommands) = (other.stage, other.pluginCommands)
    last = nil
    tell(session.transitions(countMax: Sessions.Limits.transitionsMax))
    tellJump(.load)
    let line = "loaded '\(escaped(script.path))': \(counted(session.position, "event"))"
    let answer: JSON = ["position": JSON(session.position), "seq": sequence]
    onChange?(
      .state(
        command: "load \(quoted(script.path))", answer: answer, changes: session.changes))
    return Response(lines: [line], json: answer)
  }

  /// `{"error":{…},"steps":2,"failures":1,"findings":[…],"seq":3}`: what a script that is not
  /// loaded has met, and that this session is where it was.
  private func notLoaded(_ error: CommandError, _ walked: JSON) -> JSON {
    let members = (walked.objectValue ?? []).filter { member in
      !["stopped", "seq"].contains { sameBytes($0, member.key) }
    }
    let failure = JSON.failure(error).objectValue ?? []
    return .object(failure + members + [.init("seq", sequence)])
  }

  /// Runs a script here, and collects the answers to its lines.
  private mutating func walk(_ script: Script) -> (answers: Answers, isOver: Bool) {
    let answers = Answers()
    var walk = ScriptWalk { answers.add($0) }
    walk.walk(script, &self)
    walk.finish()
    answers.bound = walk.bound
    return (answers, walk.isOver)
  }

  /// Answers with all lines of a script that was run and their answers: `{"steps":2,"failures":1,
  /// "findings":[…],"seq":3}`, `findings` only if something failed, and `stopped` if a bound ended
  /// it before its end; `seq` is that of the session here, wherever the script ran.
  private func response(
    to script: Script, _ walked: (answers: Answers, isOver: Bool)
  ) -> Response {
    let answers = walked.answers
    let summary =
      "ran '\(escaped(script.path))': \(counted(answers.steps, "step")), "
      + counted(answers.failures, "failure")
    var members: [JSON.Member] = [
      .init("steps", JSON(answers.steps)), .init("failures", JSON(answers.failures)),
    ]
    if !answers.findings.isEmpty { members.append(.init("findings", .array(answers.findings))) }
    if let bound = answers.bound { members.append(.init("stopped", JSON(bound))) }
    var response = Response(json: .object(members + [.init("seq", sequence)]))
    response.text = answers.text + summary + "\n"
    response.failure = answers.firstFailure
    response.isOver = walked.isOver
    return response
  }

  /// Writes the session as a script, where that may be.
  func save(_ name: String, at position: SourcePosition?) throws(CommandError) -> Response {
    guard mayUseFiles else { throw .filesElsewhere(name: name, at: position) }
    let path = path(of: name)
    try writeSavedScript(try savedScript(at: position), to: path, at: position)
    let line = "saved '\(escaped(path))': \(counted(session.position, "event"))"
    return Response(lines: [line], json: ["file": .string(path), "events": JSON(session.position)])
  }

  /// What `save` writes.
  func savedScript(at position: SourcePosition?) throws(CommandError) -> String {
    do {
      return savedScriptStart + "\n" + (try session.script())
    } catch {
      throw .session(error, at: position)
    }
  }
}

/// Writes what `save` writes. What stands there already is replaced only if `save` wrote it.
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
    // What is missing can be written; any other fault is told by the writing.
    return error.fault != nil
  }
}

/// The first line of every script that `save` writes.
let savedScriptStart = "# A session saved by signalbox"

/// Collects what `source` shows.
private final class Answers {
  private(set) var text = ""
  private(set) var steps = 0
  private(set) var failures = 0
  private(set) var firstFailure: (any Diagnostic)?
  /// The first failures, as programs are told them.
  private(set) var findings: [JSON] = []
  /// The bound at which the script was ended before its end.
  var bound: CommandError?
  private var isFull = false

  func add(_ step: ScriptStep) {
    steps += 1
    if let failure = step.failure {
      failures += 1
      firstFailure = firstFailure ?? failure
      if findings.count < Limits.findingsListedMax { findings.append(JSON(failure)) }
    }
    guard !isFull else { return }
    guard text.utf8.count < Limits.sourceTextBytesMax else {
      isFull = true
      text += "… later answers are left out\n"
      return
    }
    text += "> \(escaped(step.command))\n" + step.response.text
    // A command's own failure is in its answer; an unexpected refusal is not.
    if step.response.failure == nil, let failure = step.failure { text += failure.summary + "\n" }
  }
}
