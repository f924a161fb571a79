import CLibrary
import PseudoTerminal

/// A lower bound for a request and its answer between two processes over two pipes: `cat` echoes
/// what it is sent, with one read and one write on each side.
final class PingPong {
  private let sending: Int32
  private let receiving: Int32
  private var cat: RunningProgram?

  /// Starts `cat`.
  init() throws(BenchmarkError) {
    var there: [Int32] = [-1, -1]
    var back: [Int32] = [-1, -1]
    guard pipe(&there) == 0, pipe(&back) == 0 else {
      throw .noRun(program: "cat", reason: String(cString: strerror(errno)))
    }
    for end in there + back { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer {
      close(there[0])
      close(back[1])
    }
    (sending, receiving) = (there[1], back[0])
    cat = try started("cat", descriptors: [there[0], back[1], 2])
  }

  deinit {
    close(sending)
    close(receiving)
  }

  /// The median round-trip time.
  func medianMicroseconds(count: Int, bytes: Int) throws(BenchmarkError) -> Double {
    var message = [UInt8](repeating: UInt8(ascii: "x"), count: bytes)
    var times: [Double] = []
    for _ in 0..<count {
      let start = monotonicSeconds()
      var left = write(sending, message, bytes)
      while left > 0 {
        let got = read(receiving, &message, bytes)
        guard got > 0 else { throw .noRun(program: "cat", reason: "it stopped answering") }
        left -= got
      }
      times.append(monotonicSeconds() - start)
    }
    return times.sorted()[times.count / 2] * 1e6
  }
}
