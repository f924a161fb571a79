import CLibrary
internal import CSystem

/// A program that runs beside this one, without a terminal of its own. It is killed, if it still
/// runs, when this goes away. Not for use from several threads at once.
public final class RunningProgram {
  /// Its process id; another process may have it once the end was seen.
  public let processID: Int32
  private var seen: ProgramEnd?

  /// Starts a program, or throws `notStarted`.
  /// - Parameters:
  ///   - program: A path, or without a slash a name that is looked for in `PATH`.
  ///   - environment: All of its environment, as `NAME=value`; `nil`: that of this process.
  ///   - descriptors: What becomes its descriptors from 0 on, none smaller than its own place;
  ///     `nil` and the rest up to 2: `/dev/null`. Others must be marked close-on-exec.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String]? = nil,
    descriptors: [Int32?] = []
  ) throws(PseudoTerminalError) {
    #if canImport(Glibc)
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #else
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The thread that starts it may have signals blocked, as those of Dispatch have.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let nothing = Array(repeating: nil as Int32?, count: max(0, 3 - descriptors.count))
    for (place, given) in zip((0 as Int32)..., descriptors + nothing) {
      if let given {
        precondition(given >= place, "the descriptor \(given) is gone by then")
        posix_spawn_file_actions_adddup2(&actions, given, place)
      } else {
        posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
      }
    }
    let words = cStrings([program] + arguments)
    let variables = cStrings(environment ?? [])
    defer { (words + variables).forEach { free($0) } }
    var child: pid_t = 0
    let code =
      environment == nil
      ? posix_spawnp(&child, program, &actions, &attributes, words, csystem_environment())
      : posix_spawnp(&child, program, &actions, &attributes, words, variables)
    guard code == 0 else {
      throw .notStarted(program: program, reason: String(cString: strerror(code)))
    }
    processID = child
  }

  deinit {
    guard end == nil else { return }
    kill(processID, SIGKILL)
    while waitpid(processID, nil, 0) < 0, errno == EINTR {}
  }

  /// How it ended; `nil` while it runs. `killed(0)` if the system does not tell, because this
  /// process was started to ignore the end of others.
  public var end: ProgramEnd? {
    if let seen { return seen }
    var status: Int32 = 0
    let found = waitpid(processID, &status, WNOHANG)
    if found == processID { seen = ProgramEnd(status: status) }
    if found < 0, errno == ECHILD { seen = .killed(0) }
    return seen
  }

  /// Sends it a signal, if it still runs.
  public func signal(_ number: Int32) {
    if end == nil { kill(processID, number) }
  }

  /// Waits for its end; `nil` if it still runs after that time.
  public func wait(seconds: Int) -> ProgramEnd? {
    let deadline = Deadline(seconds: seconds)
    while end == nil, !deadline.isOver { usleep(1_000) }
    return end
  }
}
