import CLibrary
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

/// A daemon of the built program, in its own folder.
final class RunningDaemon {
  let folder: TemporaryFolder
  private(set) var process: PseudoTerminal
  private let arguments: [String]

  /// The path of its socket.
  var socket: String { folder("socket") }

  /// Starts the daemon, by default with the bundled app, and waits until it answers.
  /// - Parameter journal: A file that it finds as its journal.
  init(
    durability: String = "none", routes: String = packageFolder + "/Routes",
    journal: String? = nil
  ) throws {
    folder = try TemporaryFolder()
    if let journal {
      let bytes = try readFile(journal, bytesMax: 1_000_000)
      try createFolder(folder("data"), mode: 0o700)
      try writeFile(folder("data/journal.sqlite"), bytes, mode: 0o600)
    }
    arguments = [
      "serve", "--routes", routes, "--socket", folder("socket"),
      "--data", folder("data"), "--durability", durability,
    ]
    process = try Self.started(arguments)
    try waitUntilItAnswers()
  }

  /// Kills the daemon.
  func stop() throws {
    process.signal(SIGKILL)
    try process.waitForEnd()
  }

  /// Starts the daemon again.
  func start() throws {
    process = try Self.started(arguments)
    try waitUntilItAnswers()
  }

  /// Starts `signalbox attach` to this daemon, in its own terminal.
  func attach(_ arguments: [String] = [], columns: Int = 200) throws -> PseudoTerminal {
    try PseudoTerminal(
      program: try builtProgram("signalbox"),
      arguments: ["attach", "--socket", socket, "--no-history"] + arguments,
      environment: ["TERM=xterm", "LC_ALL=C.UTF-8", "INPUTRC=/dev/null"], columns: columns)
  }

  /// The output of a shell that runs a line, ending in `exit N`; `$S` is the socket.
  func shell(_ line: String) throws -> String {
    let terminal = try start(line)
    try terminal.waitForEnd()
    return terminal.screen.text
  }

  /// Starts a shell that runs a line; see `shell`.
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
      environment: ["TERM=xterm", "SIGNALBOX_PLUGIN_MILLISECONDS=\(hangSeconds)000"], columns: 200)
  }

  /// Waits until the daemon accepts clients, which it then logs.
  private func waitUntilItAnswers() throws {
    try process.wait(for: "listening on")
  }
}
