import CLibrary

/// How many descriptors this process may have: files, sockets and the like.
public enum Descriptors {
  /// The bound that holds now.
  public static var bound: Int { Int(clamping: read().rlim_cur) }

  /// Raises the bound to what is wanted, as far as the system lets us. It is never lowered. Systems
  /// begin with 1,024 or fewer, for the sake of programs that use `select`.
  public static func raise(to wanted: Int) {
    var limits = read()
    #if !canImport(Glibc)
      let wanted = min(wanted, Int(OPEN_MAX))  // setrlimit(2) of macOS takes no more.
    #endif
    let reachable = min(rlim_t(clamping: max(0, wanted)), limits.rlim_max)
    guard reachable > limits.rlim_cur else { return }
    limits.rlim_cur = reachable
    _ = setrlimit(files, &limits)
  }

  private static func read() -> rlimit {
    var limits = rlimit()
    _ = getrlimit(files, &limits)
    return limits
  }

  #if canImport(Glibc)
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let files = RLIMIT_NOFILE
  #endif
}
