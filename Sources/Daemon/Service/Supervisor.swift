import CLibrary
internal import CSystem
public import EventLoops
internal import FileAccess

/// The supervisor that started us and wants to know how we are, as `sd_notify(3)` has it. Where
/// there is none, nothing is sent.
public final class Supervisor {
  /// How often it wants a sign of life, at the latest; `nil` if it does not.
  public let watchdogMilliseconds: UInt64?
  /// The name of its socket as the kernel has it; `nil` if there is none.
  private let address: [UInt8]?
  private let shownAddress: String
  private let descriptor: Int32

  /// Reads what the environment says of it and takes that out, so that no child is told. To be
  /// called once, at the start, before there are other threads.
  public convenience init() {
    let path = environment("NOTIFY_SOCKET")
    let watchdog = Self.watchdog(
      microseconds: environment("WATCHDOG_USEC"), process: environment("WATCHDOG_PID"))
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
    self.init(path: path, watchdogMilliseconds: watchdog)
  }

  /// One that listens at a path, or at an abstract name behind `@`.
  init(path: String?, watchdogMilliseconds: UInt64? = nil) {
    self.watchdogMilliseconds = watchdogMilliseconds
    shownAddress = path ?? ""
    var bytes = Array((path ?? "").utf8)
    switch bytes.first {
    case UInt8(ascii: "@"): bytes[0] = 0
    case UInt8(ascii: "/"): break
    default: bytes = []  // None, or of a kind that only virtual machines have.
    }
    address = bytes.isEmpty ? nil : bytes
    #if canImport(Glibc)
      descriptor = bytes.isEmpty ? -1 : socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      descriptor = bytes.isEmpty ? -1 : socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// We serve: after the start, and after every reload.
  /// - Throws: `notice`, as all of these do.
  public func ready() throws(ServiceError) {
    try send("READY=1")
  }

  /// We take up changed files, until `ready`.
  public func reloading() throws(ServiceError) {
    try send("RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds())")
  }

  /// We end.
  public func stopping() throws(ServiceError) {
    try send("STOPPING=1")
  }

  /// A sign of life.
  public func alive() throws(ServiceError) {
    try send("WATCHDOG=1")
  }

  /// Gives signs of life from now on, as often as it wants them, while the loop runs.
  /// - Returns: What stops that; `nil` if it wants none.
  @MainActor public func watch(in loop: EventLoop) throws(LoopFault) -> LoopTimer? {
    guard let watchdogMilliseconds else { return nil }
    let timer = try loop.timer { [self] in try? alive() }
    timer.start(
      afterMilliseconds: watchdogMilliseconds, everyMilliseconds: watchdogMilliseconds)
    return timer
  }

  private func send(_ lines: String) throws(ServiceError) {
    guard let address else { return }
    let count = address.withUnsafeBytes { name in
      guard let start = name.baseAddress else { return -1 }
      return csystem_socket_send_to(
        descriptor, start.assumingMemoryBound(to: CChar.self), name.count, lines,
        lines.utf8.count)
    }
    if count < 0 { throw .notice(path: shownAddress, reason: lastReason()) }
  }

  /// Half of the time after which a watchdog bites, as `sd_watchdog_enabled(3)` advises; `nil` if
  /// it watches another process, or none.
  static func watchdog(microseconds: String?, process: String?) -> UInt64? {
    guard let limit = microseconds.flatMap(UInt64.init), limit > 0 else { return nil }
    if let process, Int32(process) != getpid() { return nil }
    return max(1, limit / 2_000)
  }
}
