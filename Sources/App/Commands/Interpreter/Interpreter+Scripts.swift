package import Diagnostics
import FileAccess
import JSONCodec
import Navigation
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

  /// Checks that `source` can read a script, without running it.
  /// - Throws: Why it cannot.
  package func requireReadable(_ script: String) throws(Diagnostic) {
    _ = try self.script(named: script, at: nil)
  }

  /// Reads a script. Throws if it is already running or the nesting is too deep.
  func script(named name: String, at position: SourcePosition?) throws(Diagnostic) -> Script {
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
    let folder = path.utf8.first == UInt8(ascii: "/") ? "/." : "./"
    do throws(FileError) {
      return try Script(path: isStandardInput(path) ? folder + path : path)
    } catch {
      throw error.diagnostic.at(position)
    }
  }

  /// Runs the lines of a script in this session.
  mutating func source(
    _ invocation: Command.Invocation, on workspace: inout Workspace,
    onStep: ((ScriptStep) -> Void)?
  ) throws(Diagnostic) -> Response {
    var run = ScriptRun(try script(of: invocation), invocation, by: self)
    _ = run.advance(by: &self, on: &workspace, until: { false }, onStep: onStep)
    return run.finish(on: &workspace)
  }

  /// Replaces the session with a new one that a script builds; unchanged if any line fails.
  mutating func load(
    _ invocation: Command.Invocation, on workspace: inout Workspace
  ) throws(Diagnostic) -> Response {
    var run = ScriptRun(try script(of: invocation), invocation, by: self, loadingLike: workspace)
    var other = self
    _ = run.advance(by: &other, on: &workspace, until: { false })
    stepsLeft = other.stepsLeft
    var response = run.finish(on: &workspace)
    guard response.failure == nil else { return response }
    // The script may have reloaded the app.
    other.scripts = scripts
    self = other
    response.effects.moves =
      workspace.moves(
        workspace.session.transitions(countMax: Sessions.Limits.transitionsMax))
      + [workspace.jump(.load)]
    return response
  }

  /// Saves the session as a script; without a file name, returns the script in the answer.
  func save(
    _ workspace: Workspace, _ invocation: Command.Invocation
  ) throws(Diagnostic) -> Response {
    let position = invocation.position
    let script = try savedScript(
      workspace, expects: invocation.arguments.flag(0) ?? false, at: position)
    guard let name = invocation.arguments.text(1) else {
      return Response(json: ["script": .string(script), "seq": workspace.sequence])
    }
    guard mayUseFiles else { throw .filesElsewhere(name: name, at: position) }
    let path = path(of: name)
    try writeSavedScript(script, to: path, at: position)
    let events = workspace.session.position
    return Response(
      lines: ["saved '\(escaped(path))': \(counted(events, "event"))"],
      json: ["file": .string(path), "events": JSON(events)])
  }

  private func savedScript(
    _ workspace: Workspace, expects: Bool, at position: SourcePosition?
  ) throws(Diagnostic) -> String {
    do {
      let lines = expects ? workspace.expectations : []
      return savedScriptStart + "\n" + (try workspace.session.script())
        + lines.map { "expect \($0)\n" }.joined()
    } catch {
      throw error.diagnostic.at(position)
    }
  }
}

/// Writes a saved script. An existing file is replaced only if it is empty or `save` wrote it.
/// - Throws: `wouldReplace` or `file`.
package func writeSavedScript(
  _ script: String, to path: String, at position: SourcePosition? = nil
) throws(Diagnostic) {
  guard mayReplace(path) else { throw .wouldReplace(path: path, at: position) }
  do throws(FileError) {
    try writeFile(path, Array(script.utf8))
  } catch {
    throw error.diagnostic.at(position)
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

extension Interpreter {
  func script(of invocation: Command.Invocation) throws(Diagnostic) -> Script {
    if case .script(let bytes) = invocation.arguments[0] {
      return Script(path: sentScriptName, bytes: bytes)
    }
    return try script(named: invocation.arguments.text(0) ?? "", at: invocation.position)
  }
}
