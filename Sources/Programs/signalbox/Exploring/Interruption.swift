import CLibrary
import EventLoops

/// Notices Ctrl-C during long work, which then ends early instead of the program.
@MainActor final class Interruption {
  private let loop: EventLoop
  private(set) var hasCome = false

  init() throws(LoopFault) {
    loop = try EventLoop()
    try loop.onSignal(SIGINT) { [weak self] in self?.hasCome = true }
  }

  /// Whether Ctrl-C has been pressed; to be asked now and then.
  func check() -> Bool {
    loop.turn()
    return hasCome
  }

  /// From now on Ctrl-C ends the program again.
  func end() { loop.close() }
}
