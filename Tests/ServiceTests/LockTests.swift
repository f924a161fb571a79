import Diagnostics
import FileAccess
import TestSupport
import Testing

import CLibrary
@testable import Service

struct LockTests {
  @Test func `a second process fails with the holder's process ID`() throws {
    let folder = try TemporaryFolder()
    let first = try ProbeProcess(["lock", folder("lock")])
    #expect(first.line() == "locked")
    let second = try ProbeProcess(["lock", folder("lock")])
    let line = try #require(second.line())
    #expect(line.hasPrefix("error[service/locked]: another daemon (process \(first.processID))"))
    #expect(second.end() == .exited(2))
    #expect(throws: Diagnostic.locked(path: folder("lock"), processID: first.processID)) {
      try ServiceLock(path: folder("lock"))
    }
  }

  @Test(arguments: [nil, SIGKILL])
  func `a lock is released when its holder ends or is killed`(signal: Int32?) throws {
    let folder = try TemporaryFolder()
    let holder = try ProbeProcess(["lock", folder("lock")])
    #expect(holder.line() == "locked")
    holder.end(by: signal)
    let lock = try ServiceLock(path: folder("lock"))
    #expect(try folder.text(of: "lock") == "\(getpid())\n")
    #expect(permissions(folder("lock")) == 0o600)
    withExtendedLifetime(lock) {}
  }

  @Test func `of ten processes started at once, exactly one gets the lock`() throws {
    let folder = try TemporaryFolder()
    let all = try (0..<10).map { _ in try ProbeProcess(["lock", folder("lock")]) }
    let lines = all.map { $0.line() ?? "" }
    #expect(lines.filter { $0 == "locked" }.count == 1, "\(lines)")
    #expect(lines.filter { $0.contains("service/locked") }.count == 9, "\(lines)")
  }

  @Test func `links, folders and other users' files are refused as locks`() throws {
    let folder = try TemporaryFolder()
    try folder.file("target", "precious")
    let link = try folder.link("link", to: folder("target"))
    #expect(throws: Diagnostic.self) { try ServiceLock(path: link) }
    #expect(try folder.text(of: "target") == "precious")
    let dangling = try folder.link("dangling", to: folder("made"))
    #expect(throws: Diagnostic.self) { try ServiceLock(path: dangling) }
    #expect(access(folder("made"), F_OK) != 0)
    #expect(throws: Diagnostic.self) { try ServiceLock(path: try folder.folder("sub")) }
    #expect(throws: Diagnostic.self) { try ServiceLock(path: folder("missing/lock")) }
    if getuid() == 0 {
      try folder.file("other")
      #expect(chown(folder("other"), 12_345, 12_345) == 0)
      #expect(throws: Diagnostic.foreign(path: folder("other"), userID: 12_345)) {
        try ServiceLock(path: folder("other"))
      }
    }
  }
}
