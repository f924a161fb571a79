import CLibrary
import PseudoTerminal
import Synchronization
import TestSupport

/// A shell in a terminal of its own, in the package's folder, that finds the program just built.
enum ShellSession {
  static func start(columns: Int = 100, rows: Int = 100) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      program: "/bin/sh", arguments: ["-c", "cd \"$0\" && exec sh", packageFolder],
      environment: try environment(), columns: columns, rows: rows)
    try terminal.wait(for: "$")
    return terminal
  }

  /// What a shell shows that runs a line, in which `$R` is the bundled app and `$F` a folder to
  /// write into, the current one; `exit N` at its end.
  static func output(of line: String, in folder: TemporaryFolder) throws -> String {
    let terminal = try PseudoTerminal(
      program: "/bin/sh", arguments: ["-c", "cd \"$F\"; \(line)\necho \"exit $?\""],
      environment: ["F=\(folder.path)", "R=\(packageFolder)/Routes"] + environment(),
      columns: 1_000, rows: 100)
    try terminal.waitForEnd()
    return terminal.screen.text
  }

  private static func environment() throws -> [String] {
    let program = try builtProgram("signalbox")
    let folder = program.split(separator: "/").dropLast().joined(separator: "/")
    let state = stateFolder.withLock { $0?.path ?? "" }
    return [
      "PATH=/\(folder):/usr/bin:/bin", "PS1=$ ", "TERM=xterm", "LC_ALL=C.UTF-8",
      "INPUTRC=/dev/null", "NO_COLOR=1", "XDG_STATE_HOME=\(state)",
      "SIGNALBOX_PLUGIN_MILLISECONDS=60000",
    ]
  }
}

/// Where programs remember what was typed; removed when the tests are over.
private let stateFolder: Mutex<TemporaryFolder?> = {
  atexit { stateFolder.withLock { $0 = nil } }
  return Mutex(try? TemporaryFolder())
}()
