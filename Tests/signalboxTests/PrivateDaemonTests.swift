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

  @Test func `a private daemon serves the app, keeps nothing, and ends with its owner`() throws {
    var daemon: PrivateDaemon? = try PrivateDaemon(
      routes: [packageFolder + "/Routes"], program: try builtProgram("signalbox"))
    let socket = try #require(daemon).socket
    let connection = try DaemonConnection(path: socket)
    _ = try connection.call("session.create", ["name": "a"])
    let answer = try connection.call("open", ["session": "a", "link": "/movies"])
    #expect(answer["outcome"] == "moved")
    #expect(connection.greeting.durability == "none")
    daemon = nil
    #expect(!isFolder(parentFolder(socket)))
    #expect(throws: ClientError.self) { try DaemonConnection(path: socket) }
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
