import CLibrary
import Diagnostics
import FileAccess
import JSONCodec
import Service
import TestSupport
import Testing

@testable import DaemonClient

@MainActor struct ConnectionTests {
  @Test func `a missing socket is unreachable`() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: ClientError.self) { try Connection(path: folder("s")) }
    #expect(missing == .unreachable(path: folder("s"), reason: "the socket does not exist"))
    let path = folder(String(repeating: "x", count: 200))
    let long = #expect(throws: ClientError.self) { try Connection(path: path) }
    #expect(long?.diagnostic.code == .clientUnreachable)
  }

  nonisolated static let strangers: [(name: String, says: [String], code: DiagnosticCode)] = [
    ("garbage", ["hello?\n"], .clientStranger), ("no JSON-RPC", ["{}\n"], .clientStranger),
    ("another greeting", [#"{"jsonrpc":"2.0","method":"hi"}"# + "\n"], .clientStranger),
    (
      "another version",
      [
        #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":2,"version":"","durability":""}}"#
          + "\n"
      ], .clientStranger
    ),
    ("nothing", [], .clientLost), ("half a line", [#"{"jsonrpc""#], .clientLost),
    (
      "a refusal", [#"{"jsonrpc":"2.0","method":"goodbye","params":{"message":"full"}}"# + "\n"],
      .clientStranger
    ),
  ]

  @Test(arguments: strangers)
  func `a program that is not a daemon is rejected`(
    _ row: (name: String, says: [String], code: DiagnosticCode)
  ) throws {
    let folder = try TemporaryFolder()
    let says = row.says
    let daemon = try FakeDaemon(folder("s"), [{ daemon in says.forEach { daemon.send($0) } }])
    let error = #expect(throws: ClientError.self) { try Connection(path: folder("s")) }
    #expect(error?.diagnostic.code == row.code, "\(row.name): \(error?.description ?? "")")
    daemon.wait()
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func `another user's program is not trusted, not even by root`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = folder("socket")
      try #require(chown(folder.path, 12_345, 12_345) == 0)
      // The system records the user who listens.
      try #require(seteuid(12_345) == 0)
      let socket = try ListeningSocket(path: path, isStandard: false)
      try #require(seteuid(0) == 0)
      defer { socket.end() }
      await #expect(throws: ClientError.untrusted(path: path, userID: 12_345)) {
        try await Connection(path: path)
      }
    }
  }

  @Test func `a silent daemon times out`() throws {
    let folder = try TemporaryFolder()
    let socket = try ListeningSocket(path: folder("s"), isStandard: false)
    #expect(throws: ClientError.silent(path: folder("s"), seconds: 0)) {
      try Connection(path: folder("s"), milliseconds: 50)
    }
    socket.end()
  }

  @Test func `an error answer keeps its code, and the connection stays usable`() throws {
    let folder = try TemporaryFolder()
    let daemon = try FakeDaemon(
      folder("s"),
      [
        { daemon in
          daemon.greet()
          for code in ["daemon/limit", "daemon/not-of-this-version"] {
            if let call = daemon.next() { daemon.refuse(call, code) }
          }
          if let call = daemon.next() { daemon.answer(call, [:]) }
          _ = daemon.next()
        }
      ])
    do {
      let connection = try Connection(path: folder("s"))
      let known = #expect(throws: ClientError.self) { try connection.call("open", [:]) }
      #expect(known?.diagnostic.code == .daemonLimit)
      #expect(known?.diagnostic.message == "no daemon/limit")
      #expect(known?.diagnostic.advice == "Do it.")
      let unknown = #expect(throws: ClientError.self) { try connection.call("open", [:]) }
      #expect(unknown?.diagnostic.code == .clientRefused)
      #expect(try connection.call("open", [:]) == [:])
      let long = String(repeating: "x", count: callBytesMax)
      let error = #expect(throws: ClientError.self) {
        try connection.call("open", ["link": .string(long)])
      }
      #expect(error?.diagnostic.code == .inputTooLong)
    }
    daemon.wait()
  }

  @Test func `an unrequested answer is not the answer to the next call`() throws {
    let folder = try TemporaryFolder()
    let stray = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"stray"}}"# + "\n"
    let daemon = try FakeDaemon(
      folder("s"),
      [
        { daemon in
          daemon.greet()
          daemon.send(stray)
          daemon.notify("event", [:])
          if let call = daemon.next() { daemon.answer(call, ["seq": 1]) }
          _ = daemon.next()
        }
      ])
    do {
      let connection = try Connection(path: folder("s"), loop: nil)
      var isNoticed = false
      connection.onNotice = { _ in isNoticed = true }
      while !isNoticed, connection.refresh() { usleep(1_000) }
      #expect(connection.greeting != nil)
      #expect(try connection.call("stack", [:]) == ["seq": 1])
    }
    daemon.wait()
  }
}
