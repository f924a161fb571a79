import CLibrary
import EventLoops
import FileAccess
import TestSupport
import Testing

/// File changes as reported to a program without a terminal; ConsoleTests covers the rest.
@MainActor struct FileWatchTests {
  @Test func `changes are batched, sorted, and of watched paths only`() throws {
    let folder = try TemporaryFolder()
    let routes = try folder.folder("routes")
    try folder.file("one.yaml")
    let loop = try EventLoop()
    var reported: [[String]] = []
    let watch = try FileWatch(loop: loop) { paths in
      reported.append(paths)
      loop.stop()
    }
    try watch.add(routes, loop: loop)
    try watch.add(folder("one.yaml"), loop: loop)
    try folder.file("routes/b")
    try folder.file("routes/a")
    try folder.file("other.yaml")
    try folder.file("one.yaml", "changed")
    try runUntilStopped(loop)
    #expect(reported == [[folder("one.yaml"), routes + "/a", routes + "/b"]])
    loop.close()
  }

  @Test func `a folder that is removed and recreated is watched again`() throws {
    let folder = try TemporaryFolder()
    let routes = try folder.folder("routes")
    let loop = try EventLoop()
    var reported: [[String]] = []
    let watch = try FileWatch(loop: loop) { paths in
      reported.append(paths)
      loop.stop()
    }
    try watch.add(routes, loop: loop)
    rmdir(routes)
    loop.turn()
    _ = try folder.folder("routes")
    try runUntilStopped(loop)
    #expect(reported == [[routes]])
    try folder.file("routes/late")
    try runUntilStopped(loop)
    #expect(reported.last == [routes + "/late"])
    loop.close()
  }

  @Test func `a released watch is not called, and a missing path is a fault`() throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop()
    var calls = 0
    var watch: FileWatch? = try FileWatch(loop: loop) { _ in calls += 1 }
    try watch?.add(folder.path, loop: loop)
    #expect(throws: LoopFault.self) { try watch?.add("/no/such/file", loop: loop) }
    watch = nil
    // Another watch shows when the change is known.
    let other = try FileWatch(loop: loop) { _ in loop.stop() }
    try other.add(folder.path, loop: loop)
    try folder.file("a")
    try runUntilStopped(loop)
    loop.turn()
    #expect(calls == 0)
    loop.close()
  }

  /// Runs the loop until `stop`; fails after `hangSeconds`.
  private func runUntilStopped(_ loop: EventLoop) throws {
    var isOver = false
    let timer = try loop.timer {
      isOver = true
      loop.stop()
    }
    timer.start(afterMilliseconds: UInt64(hangSeconds) * 1_000)
    loop.run()
    timer.stop()
    try #require(!isOver)
  }
}
