import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One run of a program, which reads a file as its standard input and whose output nobody reads.
struct ProgramRun {
  /// From its start to its end.
  let seconds: Double
  /// The most memory that it held resident.
  let peakBytes: Int

  /// Runs a program to its end.
  init(
    _ program: String, _ arguments: [String], input: borrowing ScratchFile
  ) throws(BenchmarkError) {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.rewound(), STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let start = monotonicSeconds()
    let code = posix_spawn(&child, program, &actions, nil, &words, csystem_environment())
    guard code == 0 else {
      throw .noRun(program: program, reason: String(cString: strerror(code)))
    }
    var status: Int32 = 0
    var usage = rusage()
    var peak = 0
    while true {
      let ended = wait4(child, &status, WNOHANG, &usage)
      if ended == child { break }
      guard ended == 0 || errno == EINTR else {
        throw .noRun(program: program, reason: "it is lost")
      }
      peak = max(peak, Machine.residentBytes(of: child) ?? 0)
      usleep(lookMicroseconds)
    }
    seconds = monotonicSeconds() - start
    #if canImport(Glibc)
      // What Linux tells at the end counts what this process held when it started the other.
      peakBytes = peak
    #else
      peakBytes = usage.ru_maxrss
    #endif
    guard status == 0 else { throw .noRun(program: program, reason: "it ended with \(status)") }
  }
}

/// From one look at its memory to the next.
private let lookMicroseconds: UInt32 = 2_000
