import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What two processes need at least to ask and answer over two pipes: `cat`, which sends back what
/// it gets, each side one read and one write.
final class PingPong {
  private let sending: Int32
  private let receiving: Int32
  private let child: pid_t

  /// Starts the other side.
  init() throws(BenchmarkError) {
    var there: [Int32] = [-1, -1]
    var back: [Int32] = [-1, -1]
    guard pipe(&there) == 0, pipe(&back) == 0 else {
      throw .noRun(program: "cat", reason: String(cString: strerror(errno)))
    }
    // The child must see the end of its input: it may not hold the other end itself.
    for end in there + back { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, there[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, back[1], STDOUT_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("cat"), nil]
    var child: pid_t = 0
    let code = posix_spawnp(&child, "cat", &actions, nil, &words, csystem_environment())
    posix_spawn_file_actions_destroy(&actions)
    for word in words { free(word) }
    close(there[0])
    close(back[1])
    (sending, receiving, self.child) = (there[1], back[0], child)
    guard code == 0 else {
      throw .noRun(program: "cat", reason: String(cString: strerror(code)))
    }
  }

  deinit {
    close(sending)
    close(receiving)
    var status: Int32 = 0
    if child > 0 { while waitpid(child, &status, 0) < 0, errno == EINTR {} }
  }

  /// The median time from asking to the answer.
  func medianMicroseconds(count: Int, bytes: Int) throws(BenchmarkError) -> Double {
    var message = [UInt8](repeating: UInt8(ascii: "x"), count: bytes)
    var times: [Double] = []
    for _ in 0..<count {
      let start = monotonicSeconds()
      var left = write(sending, message, bytes)
      while left > 0 {
        let got = read(receiving, &message, bytes)
        guard got > 0 else { throw .noRun(program: "cat", reason: "it is lost") }
        left -= got
      }
      times.append(monotonicSeconds() - start)
    }
    return times.sorted()[times.count / 2] * 1e6
  }
}
