import CLibrary
internal import CSystem
public import Diagnostics
public import EventLoops
internal import FileAccess

/// The supervisor that started this process, which is notified of its state as `sd_notify(3)`
/// describes. Without a supervisor, nothing is sent.
public final class Supervisor {
  /// The interval of keep-alive messages; `nil` if it expects none.
  public let watchdogMilliseconds: UInt64?
  /// The address of its socket as the kernel expects it; `nil` if there is none.
  private let address: [UInt8]?
  private let shownAddress: String
  private let descriptor: Int32

  /// Reads the environment and removes its variables, so that children do not inherit them. Call it
  /// once, at the start, before other threads exist.
  public convenience init() {
    let path = environment("NOTIFY_SOCKET")
    let watchdog = Self.watchdog(
      microseconds: environment("WATCHDOG_USEC"), process: environment("WATCHDOG_PID"))
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
    self.init(path: path, watchdogMilliseconds: watchdog)
  }

  /// A supervisor at a path, or at an abstract name after `@`.
  init(path: String?, watchdogMilliseconds: UInt64? = nil) {
    self.watchdogMilliseconds = watchdogMilliseconds
    shownAddress = path ?? ""
    var bytes = Array((path ?? "").utf8)
    switch bytes.first {
    case UInt8(ascii: "@"): bytes[0] = 0
    case UInt8(ascii: "/"): break
    default: bytes = []  // None, or of a kind used only in virtual machines.
    }
    address = bytes.isEmpty ? nil : bytes
    descriptor = bytes.isEmpty ? -1 : socket(AF_UNIX, datagramSocketType, 0)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reports that the process serves: after the start and after every reload.
  /// - Parameter status: What `systemctl status` shows: one line; `nil` leaves it.
  /// - Throws: `notice`, as do the other notifications.
  public func ready(_ status: String? = nil) throws(Diagnostic) {
    try send(status.map { "READY=1\nSTATUS=\($0)" } ?? "READY=1")
  }

  /// Reports that changed files are being loaded, until `ready`.
  public func reloading() throws(Diagnostic) {
    try send("RELOADING=1\nMONOTONIC_USEC=\(monotonicNanoseconds() / 1_000)")
  }

  /// Reports that the process is ending.
  public func stopping() throws(Diagnostic) {
    try send("STOPPING=1")
  }

  /// Sends a keep-alive message.
  public func alive() throws(Diagnostic) {
    try send("WATCHDOG=1")
  }

  /// Sends keep-alive messages at the expected interval while the loop runs.
  /// - Returns: The timer that sends them; `nil` if none are expected.
  @MainActor public func watch(in loop: EventLoop) throws(LoopFault) -> LoopTimer? {
    guard let watchdogMilliseconds else { return nil }
    let timer = try loop.timer { [self] in try? alive() }
    timer.start(
      afterMilliseconds: watchdogMilliseconds, everyMilliseconds: watchdogMilliseconds)
    return timer
  }

  private func send(_ lines: String) throws(Diagnostic) {
    guard let address else { return }
    let count = address.withUnsafeBytes { name in
      guard let start = name.baseAddress else { return -1 }
      return csystem_socket_send_to(
        descriptor, start.assumingMemoryBound(to: CChar.self), name.count, lines,
        lines.utf8.count)
    }
    if count < 0 { throw .notice(path: shownAddress, reason: systemMessage(errno)) }
  }

  /// Half of the watchdog's timeout, as `sd_watchdog_enabled(3)` advises; `nil` if it watches
  /// another process or none.
  static func watchdog(microseconds: String?, process: String?) -> UInt64? {
    guard let limit = microseconds.flatMap(UInt64.init), limit > 0 else { return nil }
    if let process, Int32(process) != getpid() { return nil }
    return max(1, limit / 2_000)
  }
}
