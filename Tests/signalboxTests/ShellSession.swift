import PseudoTerminal
import TestSupport

/// A shell in a terminal of its own, in the package's folder, that finds the program just built.
enum ShellSession {
  static func start(columns: Int = 100, rows: Int = 100) throws -> PseudoTerminal {
    let program = try builtProgram("signalbox")
    let folder = program.split(separator: "/").dropLast().joined(separator: "/")
    let terminal = try PseudoTerminal(
      program: "/bin/sh", arguments: ["-c", "cd \"$0\" && exec sh", packageFolder],
      environment: [
        "PATH=/\(folder):/usr/bin:/bin", "PS1=$ ", "TERM=xterm", "LC_ALL=C.UTF-8",
        "INPUTRC=/dev/null", "NO_COLOR=1", "XDG_STATE_HOME=/nonexistent",
        "SIGNALBOX_PLUGIN_MILLISECONDS=60000",
      ],
      columns: columns, rows: rows)
    try terminal.wait(for: "$")
    return terminal
  }
}
