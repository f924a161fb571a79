import EventLoops
import FileAccess
import JSONCodec
import TestSupport
import Testing

import CLibrary
@testable import PluginProcesses

@MainActor
struct ChildProcessTests {
  // Goal: processes that a child leaves running can neither hide its end nor fill memory. Method:
  // the child starts processes in their own sessions, and
  // they write 128 MiB to the shared standard error.
  @Test func `output from an ended child's descendants is bounded`() throws {
    let folder = try TemporaryFolder()
    let sign = folder("they write")
    let program = """
      import subprocess, time
      for _ in range(4):
          writer = ["/bin/sh", "-c", "head -c 33554432 /dev/zero >&2"]
          subprocess.Popen(writer, start_new_session=True)
      time.sleep(0.5)
      open("\(sign)", "w")
      """
    let loop = try EventLoop()
    defer { loop.close() }
    let python = try TrustedProgram(["/usr/bin/env", "python3", "-c", program], relativeTo: "")
    let child = try ChildProcess(
      try #require(GuardedCommand(python, limits: .quick)), limits: .quick, loop: loop)
    try #require(waits { access(sign, F_OK) == 0 })
    while child.end == nil {
      while child.log.next() != nil {}
      loop.wait()
    }
    #expect(child.end == .exited(code: 0))
    #expect(child.log.pendingBytes < 8_000_000)
  }
}
