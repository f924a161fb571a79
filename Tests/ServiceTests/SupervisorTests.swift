import CSystem
import Diagnostics
import EventLoops
import FileAccess
import TestSupport
import Testing

import CLibrary
@testable import Service

struct SupervisorTests {
  @Test func `passed sockets are used, and their variables are removed`() throws {
    let folder = try TemporaryFolder()
    let socket = try ListeningSocket(path: folder("socket"), isStandard: false)
    defer { socket.end() }
    let probe = try ProbeProcess(
      ["activated"], environment: ["LISTEN_FDS=1", "LISTEN_FDNAMES=main"],
      third: socket.descriptor)
    #expect(probe.line() == "main 3")
    #expect(probe.line() == "1 sockets, 0 variables")
    #expect(probe.end() == .exited(0))
  }

  static let refused: [(variables: [String], isRefused: Bool)] = [
    (["LISTEN_FDS=2"], true), (["LISTEN_FDS=17"], true), (["LISTEN_FDS=-1"], true),
    (["LISTEN_FDS=many"], true), (["LISTEN_FDS=99999999999999999999"], true),
    (["LISTEN_FDS=0"], false), ([], false),
  ]

  @Test(arguments: refused)
  func `an invalid socket count is refused`(_ row: (variables: [String], isRefused: Bool)) throws {
    let folder = try TemporaryFolder()
    let socket = try ListeningSocket(path: folder("socket"), isStandard: false)
    defer { socket.end() }
    let probe = try ProbeProcess(
      ["activated"], environment: row.variables, third: socket.descriptor)
    // With a count of two and one descriptor, the second descriptor is not a socket.
    let line = probe.line() ?? ""
    #expect(line.contains("error[service/activation]") == row.isRefused, "\(line)")
    #expect(probe.end() == .exited(row.isRefused ? 2 : 0))
  }

  @Test func `a descriptor that is not a listening unix stream socket is refused`() throws {
    let folder = try TemporaryFolder()
    let stream = try streamSocket("x")
    let datagram = socket(AF_UNIX, datagramSocketType, 0)
    let pipe = try Pipe()
    let file = open(try folder.file("file"), O_RDONLY | O_CLOEXEC)
    defer { [stream, datagram, file].forEach { close($0) } }
    for descriptor in [stream, datagram, pipe.reading, file] {
      let probe = try ProbeProcess(
        ["activated"], environment: ["LISTEN_FDS=1"], third: descriptor)
      #expect(probe.line()?.contains("not a listening unix stream socket") == true)
      #expect(probe.end() == .exited(2))
    }
  }

  @Test func `variables for another process are ignored`() throws {
    // The shell sets `LISTEN_PID` only if there is a third descriptor.
    let probe = try ProbeProcess(["activated"], environment: ["LISTEN_PID=1", "LISTEN_FDS=1"])
    #expect(probe.line() == "0 sockets, 0 variables")
  }

  @Test(arguments: [false, true])
  func `the supervisor is notified of the start, a reload and the end`(isAbstract: Bool) throws {
    #if !os(Linux)
      guard !isAbstract else { return }
    #endif
    let folder = try TemporaryFolder()
    let name = isAbstract ? "@signalbox-test-\(getpid())" : folder("notify")
    let descriptor = socket(AF_UNIX, datagramSocketType, 0)
    defer { close(descriptor) }
    var bytes = Array(name.utf8)
    if isAbstract { bytes[0] = 0 }
    let bound = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        csystem_socket_bind(descriptor, $0.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    #expect(bound == 0)
    let probe = try ProbeProcess(
      ["notify"], environment: ["NOTIFY_SOCKET=\(name)", "WATCHDOG_USEC=3000000"])
    #expect(probe.line() == "1500 0")
    #expect(probe.end() == .exited(0))
    #expect(message(descriptor) == "READY=1")
    let reloading = message(descriptor).split(separator: "\n")
    #expect(reloading.first == "RELOADING=1")
    #expect(reloading.last?.hasPrefix("MONOTONIC_USEC=") == true)
    #expect(Int64(reloading.last?.dropFirst(15) ?? "") ?? 0 > 0)
    for expected in ["READY=1", "WATCHDOG=1", "STOPPING=1"] {
      #expect(message(descriptor) == expected)
    }
  }

  @Test func `without a supervisor nothing is sent, and a missing one is an error`() throws {
    for path in [nil, "", "vsock:2:1"] {
      #expect(throws: Never.self) { try Supervisor(path: path).ready() }
    }
    let folder = try TemporaryFolder()
    let gone = Supervisor(path: folder("gone"))
    #expect(throws: Diagnostic.self) { try gone.ready() }
    let long = Supervisor(path: "/" + String(repeating: "x", count: 500))
    #expect(throws: Diagnostic.self) { try long.ready() }
  }

  @Test func `a watchdog applies only to the process that it names`() {
    #expect(Supervisor.watchdog(microseconds: "2000000", process: "\(getpid())") == 1_000)
    #expect(Supervisor.watchdog(microseconds: "2000000", process: nil) == 1_000)
    #expect(Supervisor.watchdog(microseconds: "2000000", process: "1") == nil)
    #expect(Supervisor.watchdog(microseconds: "0", process: nil) == nil)
    #expect(Supervisor.watchdog(microseconds: "x", process: nil) == nil)
    #expect(Supervisor.watchdog(microseconds: nil, process: nil) == nil)
  }

  @Test func `signals reload, end gently, and end at once when repeated`() throws {
    let probe = try ProbeProcess(["signals"])
    #expect(probe.line() == "ready")
    kill(probe.processID, SIGHUP)
    #expect(probe.line() == "reload -1")
    kill(probe.processID, SIGPIPE)
    kill(probe.processID, SIGTERM)
    #expect(probe.line() == "gentle")
    #expect(probe.end(by: SIGINT) == .exited(3))
    #expect(probe.line() == "atOnce")
  }

  @Test func `signals that do not mean an end do not end it`() throws {
    let probe = try ProbeProcess(["signals"])
    #expect(probe.line() == "ready")
    for number in [SIGUSR2, SIGALRM, SIGXFSZ, SIGPIPE, SIGUSR1] { kill(probe.processID, number) }
    #expect(probe.line() == "reopen")
    kill(probe.processID, SIGTERM)
    #expect(probe.line() == "gentle")
    #expect(probe.end(by: SIGINT) == .exited(3))
  }

  // Goal: a storm of SIGHUP costs no more than one reload per pause. Method: the storm lasts longer
  // than two pauses, and every reload counts when it happened.
  @Test @MainActor func `reloads by SIGHUP are at least a pause apart, and none is lost`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    let pause: UInt64 = 100
    var reloads: [UInt64] = []
    var sent = 0
    _ = try ServiceSignals(
      loop: loop, onEnd: { _ in }, onReload: { reloads.append(EventLoop.nowMilliseconds) },
      reloadPauseMilliseconds: pause)
    let storm = try loop.timer {
      kill(getpid(), SIGHUP)
      sent += 1
    }
    storm.start(afterMilliseconds: 0, everyMilliseconds: 1)
    let end = EventLoop.nowMilliseconds + 20 * pause
    while EventLoop.nowMilliseconds < end, reloads.count < 3 { loop.wait() }
    storm.stop()
    // The last signal is followed by a reload, at once or after the pause.
    let reloadsBefore = reloads.count
    kill(getpid(), SIGHUP)
    let giveUp = try loop.timer {}
    giveUp.start(afterMilliseconds: 60_000)
    while reloads.count == reloadsBefore, giveUp.isRunning { loop.wait() }
    #expect(reloads.count > reloadsBefore)
    #expect(sent > reloads.count)
    // Both times are rounded down, so that a whole pause can look one millisecond shorter.
    for (one, next) in zip(reloads, reloads.dropFirst()) { #expect(next - one >= pause - 1) }
  }

  /// The next pending datagram; empty if there is none.
  private func message(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
