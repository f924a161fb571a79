import CLibrary
import EventLoops
import ProgramSupport

/// Runs a subcommand now, and again whenever a file changes, until it is interrupted. Errors are
/// printed; then it waits for the next change.
/// - Parameters:
///   - paths: The files and folders to watch; asked before each run, since they can change too.
///   - run: Writes its results to `streams`.
@MainActor func watching(
  _ arguments: Arguments, _ streams: Streams, paths: () throws(ExitError) -> [String],
  run: () throws(ExitError) -> Void
) throws(ExitError) -> ExitStatus {
  while true {
    if isatty(STDOUT_FILENO) == 1 { try streams.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
    let watched = try paths()
    let change: FileChange
    // Watched from before the run on, so that no change is missed.
    do throws(LoopFault) { change = try FileChange(of: watched) } catch {
      throw .usage([.loopUnavailable(error.text)])
    }
    defer { change.end() }
    do throws(ExitError) {
      try run()
    } catch {
      guard error.status != .done else { throw error }  // The output is no longer read.
      try streams.finish()
      streams.report(error.findings)
    }
    try streams.finish()
    streams.note("Waiting for a change; Ctrl-C ends.")
    change.wait()
  }
}

@MainActor private final class FileChange {
  private let loop: EventLoop
  private var watch: FileWatch?
  private var hasHappened = false

  init(of paths: [String]) throws(LoopFault) {
    loop = try EventLoop()
    let watch = try FileWatch(loop: loop) { [weak self] changed in
      if changed.contains(where: { isInput($0) || paths.contains($0) }) { self?.hasHappened = true }
    }
    self.watch = watch
    var seen: Set<String> = []
    for path in paths where seen.insert(path).inserted { try watch.add(path, loop: loop) }
  }

  func wait() {
    while !hasHappened { loop.wait() }
  }

  func end() {
    watch = nil
    loop.close()
  }
}

/// Whether a file can be a script or route file; others, such as reports that the run itself writes
/// next to them, must not cause another run.
private func isInput(_ path: String) -> Bool {
  [".nav", ".yaml", ".yml", ".json"].contains { ending in
    path.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
