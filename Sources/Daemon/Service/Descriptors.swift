import CLibrary

/// The number of descriptors (files, sockets, …) that this process may have.
public enum Descriptors {
  /// The current bound.
  public static var bound: Int { Int(clamping: read().rlim_cur) }

  /// Raises the bound as far as the system allows; never lowers it. The default is 1,024 or less,
  /// for programs that use `select`.
  public static func raise(to wanted: Int) {
    var limits = read()
    #if !canImport(Glibc)
      let wanted = min(wanted, Int(OPEN_MAX))  // setrlimit(2) of macOS accepts no more.
    #endif
    let reachable = min(rlim_t(clamping: max(0, wanted)), limits.rlim_max)
    guard reachable > limits.rlim_cur else { return }
    limits.rlim_cur = reachable
    _ = setrlimit(descriptorsLimit, &limits)
  }

  private static func read() -> rlimit {
    var limits = rlimit()
    _ = getrlimit(descriptorsLimit, &limits)
    return limits
  }
}
