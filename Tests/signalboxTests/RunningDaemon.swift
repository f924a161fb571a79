import CLibrary
import DaemonClient
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

/// A daemon of the program just built, in a folder of its own.
final class RunningDaemon {
  let folder: TemporaryFolder
  private(set) var process: PseudoTerminal
  private let arguments: [String]

  /// Where it listens.
  var socket: String { folder("socket") }

  /// Starts it with the bundled app, and waits until it answers.
  init(durability: String = "none") throws {
    folder = try TemporaryFolder()
    arguments = [
      "serve", "--routes", packageFolder + "/Routes", "--socket", folder("socket"),
      "--data", folder("data"), "--durability", durability,
    ]
    process = try Self.started(arguments)
    try waitUntilItAnswers()
  }

  /// Ends it at once.
  func stop() throws {
    process.signal(SIGKILL)
    try process.waitForEnd()
  }

  /// Starts it again.
  func start() throws {
    process = try Self.started(arguments)
    try waitUntilItAnswers()
  }

  /// A program at a terminal of its own that uses this daemon.
  func attach(_ arguments: [String] = [], columns: Int = 200) throws -> PseudoTerminal {
    try PseudoTerminal(
      program: try builtProgram("signalbox"),
      arguments: ["attach", "--socket", socket, "--no-history"] + arguments,
      environment: ["TERM=xterm", "LC_ALL=C.UTF-8", "INPUTRC=/dev/null"], columns: columns)
  }

  /// What a shell shows that runs a line, in which `$S` is the socket; `exit N` at its end.
  func shell(_ line: String) throws -> String {
    let terminal = try start(line)
    try terminal.waitForEnd()
    return terminal.screen.text
  }

  /// A shell that runs a line; see `shell`.
  func start(_ line: String) throws -> PseudoTerminal {
    let program = try builtProgram("signalbox")
    let path = program.split(separator: "/").dropLast().joined(separator: "/")
    return try PseudoTerminal(
      program: "/bin/sh",
      arguments: ["-c", "cd \"$F\"; \(line)\necho \"exit $?\""],
      environment: [
        "PATH=/\(path):\(environment("PATH") ?? "/usr/bin:/bin")", "S=\(socket)",
        "F=\(folder.path)", "TERM=xterm", "LC_ALL=C.UTF-8", "P=\(packageFolder)",
      ], columns: 400, rows: 100)
  }

  private static func started(_ arguments: [String]) throws -> PseudoTerminal {
    try PseudoTerminal(
      program: try builtProgram("signalbox"), arguments: arguments,
      environment: ["TERM=xterm", "SIGNALBOX_PLUGIN_MILLISECONDS=60000"], columns: 200)
  }

  private func waitUntilItAnswers() throws {
    for _ in 0..<400 {
      if (try? DaemonConnection(path: socket)) != nil { return }
      usleep(50_000)
    }
    try process.waitForEnd(seconds: 1)
    Issue.record("the daemon does not answer: \(process.screen.text)")
  }
}
