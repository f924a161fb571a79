package import Diagnostics
package import FileAccess
package import Navigation

/// A command line of a script, read but not run.
package struct ScriptLine: Sendable {
  package enum Action: Sendable {
    case event(Event)
    case expectation(Expectation)
    /// `cold`: the links that follow wait for the app to be ready.
    case coldStart
    /// Another command: it only prints, returns to an earlier state, or belongs to a plugin.
    case other
  }

  /// The script and line; the column is 1.
  package let position: SourcePosition
  package let text: String
  /// The words, unquoted and joined by a space.
  package let words: String
  package let action: Action
}

/// Reads the lines of a script, and of those that it sources, without running them.
@MainActor package struct ScriptReader {
  /// The lines up to the first `quit`, without comments, in the order they would run.
  package private(set) var lines: [ScriptLine] = []
  /// Everything that is wrong with the lines, at most `Limits.failuresListedMax`.
  package private(set) var faults: [Diagnostic] = []
  /// Finds sourced scripts and the commands of plugins.
  private var interpreter: Interpreter
  private var isOver = false

  /// - Parameter path: A file, or `-` for standard input.
  package init(_ path: String, for app: LoadedApp) throws(FileError) {
    interpreter = Interpreter(app)
    read(try Script(path: path, allowsPipes: true))
  }

  /// - Parameter path: The path that positions show and that paths in the script are relative to.
  package init(_ bytes: [UInt8], path: String, for app: LoadedApp) {
    interpreter = Interpreter(app)
    read(Script(path: path, bytes: bytes))
  }

  private mutating func read(_ script: Script) {
    interpreter.scripts.append(script.path)
    defer { interpreter.scripts.removeLast() }
    var place = Script.Place()
    while !isOver, let (line, number) = script.line(after: &place) {
      let position = SourcePosition(file: script.path, line: number, column: 1)
      do throws(Diagnostic) {
        switch line {
        case .notUTF8: throw .encoding(at: position)
        case .tooLong:
          throw .limit(name: "bytes of a line", bound: Limits.lineBytesMax, at: position)
        case .text(let text): try read(text, at: position)
        }
      } catch {
        faults.append(error)
        isOver = isOver || faults.count == Limits.failuresListedMax
      }
    }
  }

  private mutating func read(_ text: String, at position: SourcePosition) throws(Diagnostic) {
    guard let line = try CommandLine(text, interpreter.commands, at: position) else { return }
    interpreter.stepsLeft -= 1
    guard interpreter.stepsLeft >= 0 else {
      isOver = true
      throw .limit(name: "lines of a script", bound: Limits.scriptStepsMax, at: position)
    }
    guard let action = try action(of: line) else { return }
    let words = ([line.word] + line.words).joined(separator: " ")
    lines.append(ScriptLine(position: position, text: text, words: words, action: action))
  }

  /// What a line does; `nil` for one that only says which lines follow.
  private mutating func action(of line: CommandLine) throws(Diagnostic) -> ScriptLine.Action? {
    guard let command = line.command else {
      guard interpreter.pluginCommand(named: line.word) == nil else { return .other }
      throw .unknown(
        word: line.word, nearest: nearest(to: line.word, in: interpreter.commandNames),
        at: line.position)
    }
    guard !line.isHelp else { return .other }
    let invocation = try line.invocation(of: command)
    switch command.action {
    case .event(let syntax):
      do {
        return .event(try syntax.event(invocation.arguments, nowMilliseconds: 0))
      } catch {
        throw error.diagnostic.at(line.position)
      }
    case .expect:
      let definition = interpreter.app.definition
      return .expectation(
        try ExpectationReader(definition: definition, invocation: invocation).read())
    case .source:
      read(try interpreter.script(of: invocation))
      return nil
    case .answer where sameBytes(command.word, "cold"): return .coldStart
    case .answer where sameBytes(command.word, "quit"):
      isOver = true
      return nil
    case .answer, .log, .reload: return .other
    }
  }
}
