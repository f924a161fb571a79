import CLibrary
internal import CSystem
public import Diagnostics

/// A child process without a terminal of its own. On deinitialization it is killed if it still
/// runs. Not thread-safe.
public final class RunningProgram {
  /// The process id; it can be reused once `end` has returned a value.
  public let processID: Int32
  private var seen: ProgramEnd?

  /// Starts a program, or throws `notStarted`.
  /// - Parameters:
  ///   - program: A path, or a name without a slash to look up in `PATH`.
  ///   - environment: The complete environment, as `NAME=value`; `nil` inherits this process's.
  ///   - descriptors: The child's descriptors from 0 on. `nil` entries, and missing ones up to 2,
  ///     become `/dev/null`. All other descriptors must be close-on-exec.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String]? = nil,
    descriptors: [Int32?] = []
  ) throws(Diagnostic) {
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
    // The calling thread may have signals blocked, as Dispatch's threads do.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    let nothing = Array(repeating: nil as Int32?, count: max(0, 3 - descriptors.count))
    for (place, given) in zip((0 as Int32)..., descriptors + nothing) {
      if var given {
        if given < place {  // Overwritten by then.
          given = fcntl(given, F_DUPFD_CLOEXEC, Int32(truncatingIfNeeded: descriptors.count))
          copies.append(given)
        }
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
      throw .notStarted(program: program, reason: systemMessage(code))
    }
    processID = child
  }

  deinit {
    guard end == nil else { return }
    kill(processID, SIGKILL)
    while waitpid(processID, nil, 0) < 0, errno == EINTR {}
  }

  /// How the program ended; `nil` while it runs. `killed(0)` if the status is unavailable, because
  /// this process ignores SIGCHLD.
  public var end: ProgramEnd? {
    if let seen { return seen }
    var status: Int32 = 0
    let found = waitpid(processID, &status, WNOHANG)
    if found == processID { seen = ProgramEnd(status: status) }
    if found < 0, errno == ECHILD { seen = .killed(0) }
    return seen
  }

  /// Sends a signal to the program, if it still runs.
  public func signal(_ number: Int32) {
    if end == nil { kill(processID, number) }
  }

  /// Waits for the program to end; `nil` if it still runs after `seconds`.
  public func wait(seconds: Int) -> ProgramEnd? {
    let deadline = Deadline(milliseconds: seconds * 1_000)
    while end == nil, !deadline.isOver { usleep(1_000) }
    return end
  }
}

extension Diagnostic {
  package static func notStarted(program: String, reason: String) -> Diagnostic {
    Diagnostic(.terminalFailed, "cannot start '\(program)': \(reason)")
  }
}

/// A null-terminated list of C strings; the caller frees them.
package func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
  texts.map { strdup($0) } + [nil]
}

/// How a program ended.
public enum ProgramEnd: Hashable, Sendable {
  /// It exited with a code from 0 to 255.
  case exited(Int32)
  /// It was killed by a signal.
  case killed(Int32)

  /// Decodes a status from `waitpid`.
  package init(status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
  }
}
