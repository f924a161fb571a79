import CLibrary
import FileAccess
import PseudoTerminal
import Synchronization
import TestSupport

/// A shell in its own terminal, in the package's folder, with the built program in its `PATH`.
enum ShellSession {
  static func start(columns: Int = 100, rows: Int = 100) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      program: "/bin/sh", arguments: ["-c", "cd \"$0\" && exec sh", packageFolder],
      environment: try environment(), columns: columns, rows: rows)
    try terminal.wait(for: "$")
    return terminal
  }

  /// The output of a shell that runs a line, ending in `exit N`. In the line, `$R` is the folder of
  /// the bundled app and `$F` the current folder, which is writable.
  static func output(of line: String, in folder: TemporaryFolder) throws -> String {
    let terminal = try PseudoTerminal(
      program: "/bin/sh", arguments: ["-c", "cd \"$F\"; \(line)\necho \"exit $?\""],
      environment: ["F=\(folder.path)", "R=\(packageFolder)/Routes"] + environment(),
      columns: 1_000, rows: 100)
    try terminal.waitForEnd()
    return terminal.screen.text
  }

  /// The same with a `PATH` for `signalbox` that has `node` and other programs, and nothing else;
  /// `$s` is `sed`.
  static func output(
    of line: String, with programs: String, in folder: TemporaryFolder
  ) throws -> String {
    try output(
      of: """
        rm -rf tools; mkdir tools
        for name in node \(programs); do
          ln -sf "$(readlink -f "$(command -v $name)")" tools/$name
        done
        p=$(command -v signalbox) s=$(command -v sed)
        signalbox() { PATH=$PWD/tools "$p" "$@"; }
        \(line)
        """, in: folder)
  }

  private static func environment() throws -> [String] {
    let program = try builtProgram("signalbox")
    let folder = program.split(separator: "/").dropLast().joined(separator: "/")
    let state = stateFolder.withLock { $0?.path ?? "" }
    return [
      "PATH=/\(folder):/usr/bin:/bin", "PS1=$ ", "TERM=xterm", "LC_ALL=C.UTF-8",
      "INPUTRC=/dev/null", "NO_COLOR=1", "XDG_STATE_HOME=\(state)",
      "SIGNALBOX_PLUGIN_MILLISECONDS=\(hangSeconds)000",
    ]
  }
}

/// The folder in which programs keep their history; removed when the process ends.
private let stateFolder: Mutex<TemporaryFolder?> = {
  atexit { stateFolder.withLock { $0 = nil } }
  return Mutex(try? TemporaryFolder())
}()
