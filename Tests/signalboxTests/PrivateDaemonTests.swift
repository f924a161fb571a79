import CLibrary
import DaemonClient
import Diagnostics
import FileAccess
import JSONCodec
import ProgramSupport
import PseudoTerminal
import TestSupport
import Testing

@testable import signalbox

/// `signalbox serve --private`, and the daemon that other subcommands start in this way.
struct PrivateDaemonTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @MainActor @Test func `a private daemon serves the app, keeps nothing, and ends with its owner`()
    throws
  {
    var daemon: PrivateDaemon? = try PrivateDaemon(
      routes: [packageFolder + "/Routes"], program: try builtProgram("signalbox"))
    let socket = try #require(daemon).socket
    let connection = try Connection(path: socket)
    _ = try connection.call("session.create", ["name": "a"])
    let answer = try connection.call("open", ["session": "a", "link": "/movies"])
    #expect(answer["outcome"] == "moved")
    #expect(connection.greeting?.durability == "none")
    daemon = nil
    #expect(!isFolder(parentFolder(socket)))
    #expect(throws: ClientError.self) { try Connection(path: socket) }
  }

  /// An app with one screen.
  private func app(_ name: String, screen: String) throws -> String {
    try folder.file(
      name,
      """
      signalbox: 1
      plugin: a
      links: [a://]
      coordinators: { main: { kind: stack, start: / } }
      routes: [{ path: /, screen: \(screen) }]
      screens: { \(screen): {} }

      """)
  }

  @MainActor @Test func `the running daemon is used if it has the app, and else a private one`()
    throws
  {
    let daemon = try RunningDaemon(routes: app("app.yaml", screen: "Home"))
    _ = try daemon.folder.folder("signalbox")
    try #require(link(daemon.socket, daemon.folder("signalbox/socket")) == 0)
    _ = try Connection(path: daemon.socket).call("session.create", ["name": "shared"])
    func isShared(_ arguments: String...) throws -> Bool {
      let agent = try AgentProcess(arguments, temporary: daemon.folder.path)
      return try agent.text("session", ["action": "list"]).contains("shared")
    }
    #expect(try isShared())
    let copy = try app("copy.yaml", screen: "Home")
    #expect(try isShared(copy))
    let other = try app("other.yaml", screen: "Start")
    #expect(try !isShared(other))
    #expect(try isShared(other, "--socket", daemon.socket))
    try daemon.stop()
    #expect(try !isShared(copy))
  }

  @MainActor @Test func `a private daemon loads route files that change`() throws {
    let path = try app("app.yaml", screen: "Home")
    let daemon = try PrivateDaemon(routes: [path], program: try builtProgram("signalbox"))
    let connection = try Connection(path: daemon.socket)
    _ = try connection.call("session.create", ["name": "a"])
    _ = try app("app.yaml", screen: "Start")
    let deadline = Deadline(milliseconds: hangSeconds * 1_000)
    while try connection.call("show", ["session": "a"])["screen"] != "Start", !deadline.isOver {
      usleep(10_000)
    }
    #expect(try connection.call("show", ["session": "a"])["screen"] == "Start")
  }

  @Test func `a private daemon that cannot load the app has reported why`() throws {
    let path = try folder.file("app.yaml", "nonsense: 1\n")
    let error = #expect(throws: ExitError.self) {
      try PrivateDaemon(routes: [path], program: try builtProgram("signalbox"))
    }
    #expect(error?.status == .usage)
    #expect(error?.findings.isEmpty == true)
  }

  @Test func `a program that is no signalbox is reported`() throws {
    let absent = #expect(throws: ExitError.self) {
      try PrivateDaemon(routes: ["Routes"], program: folder("nothing"))
    }
    #expect(absent?.findings.map(\.code) == [.clientNoDaemon])
    let other = #expect(throws: ExitError.self) {
      try PrivateDaemon(routes: ["Routes"], program: "/bin/false")
    }
    #expect(other?.findings.first?.message == "cannot start a private daemon: exit code 1")
  }

  // The shell is the parent; `sleep` holds the pipe until it is killed.
  @Test func `the daemon ends when its parent is killed, and removes its folder`() throws {
    let text = try ShellSession.output(
      of: "mkfifo in; sleep 1000 > in & P=$!; "
        + "TMPDIR=$F signalbox serve --private --routes $R < in > path & D=$!; "
        + "until [ -s path ]; do sleep 0.05; done; "
        + "signalbox send --socket $(cat path) /movies; ps -o pgid= -p $D | grep -qw $D && echo alone; kill -9 $P; wait $D; "
        + "echo ended $?; ls -d signalbox-* 2>/dev/null | wc -l",
      in: folder)
    #expect(text.contains("moved: push Movies"), "\(text)")
    #expect(text.contains("alone\n"), "Ctrl-C must not reach it: \(text)")
    #expect(text.contains("ended 0\n0\n"), "\(text)")
  }

  // The daemon waits in its start: the pipe of its standard output is full.
  @Test func `a signal ends a daemon in order before it is ready`() throws {
    let text = try ShellSession.output(
      of: "mkfifo in out; sleep 1000 > in & P=$!; sleep 1000 < out & Q=$!; "
        + "head -c 65536 /dev/zero > out; "
        + "TMPDIR=$F signalbox serve --private --routes $R < in > out & D=$!; "
        + "until [ -S signalbox-*/socket ]; do sleep 0.05; done; "
        + "kill $D; head -c 65536 < out > /dev/null; wait $D; echo ended $?; kill $P $Q",
      in: folder)
    #expect(text.contains("ended 0\n"), "\(text)")
  }

  // A pipe, which is refused, shows when the daemon reads its files; the next one has many routes.
  @Test func `a signal ends a daemon in order while it reads its route files`() throws {
    let routes = (0..<20_000).map { "  - { path: /\($0), screen: Home }\n" }.joined()
    try folder.file(
      "big.yaml",
      "signalbox: 1\nplugin: big\nscreens: { Home: {} }\n"
        + "coordinators: { home: { kind: stack, start: /0 } }\nroutes:\n" + routes)
    let text = try ShellSession.output(
      of: "mkfifo app.yaml; signalbox serve --socket s --durability none --routes app.yaml "
        + "--routes big.yaml & D=$!; exec 9> app.yaml; kill $D; wait $D; echo ended $?",
      in: folder)
    #expect(text.contains("ended 0\n"), "\(text)")
  }

  @Test(arguments: ["--socket s", "--data d", "--durability none"])
  func `what the private daemon chooses cannot be named`(option: String) throws {
    let run = try CommandRun("serve --private \(option)")
    #expect(run.status == "2")
    let name = option.split(separator: " ")[0]
    #expect(run.errors.contains("--private and \(name) exclude each other"), "\(run.errors)")
  }

  @Test func `an input that no program holds is refused`() throws {
    let run = try CommandRun("serve --private --routes Routes < /dev/null")
    #expect(run.status == "2")
    #expect(run.errors.contains("--private needs a pipe or a socket"), "\(run.errors)")
  }
}
