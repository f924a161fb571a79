import CLibrary
internal import CSystem
public import Diagnostics
public import EventLoops
public import FileAccess
public import JSONCodec
internal import Synchronization

/// The log of a daemon, on standard error or in a file: one line per entry, at a limited rate, from
/// any thread.
///
/// It never waits for a reader; lines that cannot be written at once are dropped and counted.
public final class ServiceLog: Sendable {
  private struct State {
    var flood = LogFlood()
    var lost = 0
  }

  private let style: LogStyle
  private let descriptor: Int32
  /// The opened file and its path; `nil` for standard error.
  private let file: (Descriptor, path: String)?
  private let state = Mutex(State())

  /// Writes to standard error.
  public convenience init(style: LogStyle) {
    self.init(style: style, descriptor: STDERR_FILENO)
  }

  /// Appends to a file, which is created with mode 0600 if it is missing.
  /// - Throws: `unwritable`.
  public convenience init(style: LogStyle, appendingTo path: String) throws(FileError) {
    let file = try Self.opened(path)
    self.init(style: style, descriptor: file.number, file: (file, path))
  }

  init(
    style: LogStyle, descriptor: Int32, file: (Descriptor, path: String)? = nil,
    windowMilliseconds: UInt64 = logWindowMilliseconds
  ) {
    csystem_ignore_write_signals()
    state.withLock { $0.flood.windowMilliseconds = windowMilliseconds }
    self.style = style
    self.descriptor = descriptor
    self.file = file
  }

  /// Opens the file again, after another program has renamed it. Does nothing for standard error.
  /// - Throws: `unwritable`; the file that was open stays in use.
  public func reopen() throws(FileError) {
    guard let file else { return }
    let opened = try Self.opened(file.path)
    guard dup2(opened.number, descriptor) >= 0 else {
      throw .unwritable(path: file.path, fault: .last)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func opened(_ path: String) throws(FileError) -> Descriptor {
    do throws(FileFault) {
      return try Descriptor(appendingTo: path)
    } catch {
      throw .unwritable(path: path, fault: error)
    }
  }

  /// Writes a line, or counts it if there are too many of its kind.
  public func write(_ entry: LogEntry) {
    let now = Self.nowMilliseconds
    state.withLock { state in
      writeCounted(&state, now, isFinal: false)
      if state.flood.passes(entry, nowMilliseconds: now) { pass(entry, &state) }
    }
  }

  /// Writes a line; see `LogEntry`.
  public func write(
    _ level: LogLevel, _ kind: String, _ message: String, _ fields: [JSON.Member] = []
  ) {
    write(LogEntry(level, kind, message, fields))
  }

  /// Writes an error, warning or note.
  public func write(_ diagnostic: Diagnostic) {
    write(LogEntry(diagnostic))
  }

  /// Reports counted lines when their window ends, while a loop runs, even if nothing else is
  /// written. Without counted lines the loop is not woken. Lines counted on other threads are
  /// reported in the next turn of the loop.
  /// - Throws: If the loop cannot create a timer.
  @MainActor public func watch(in loop: EventLoop) throws(LoopFault) {
    let timer = try loop.timer { [self] in
      state.withLock { writeCounted(&$0, Self.nowMilliseconds, isFinal: false) }
    }
    try loop.onWaiting { [self] in
      guard !timer.isRunning, let due = state.withLock({ $0.flood.due }) else { return }
      let now = Self.nowMilliseconds
      timer.start(afterMilliseconds: due > now ? due - now : 0)
    }
  }

  /// Reports all counted lines, before the process ends.
  public func finish() {
    state.withLock { writeCounted(&$0, Self.nowMilliseconds, isFinal: true) }
  }

  private func writeCounted(_ state: inout State, _ now: UInt64, isFinal: Bool) {
    for entry in state.flood.takeCounted(nowMilliseconds: now, isFinal: isFinal) {
      pass(entry, &state)
    }
  }

  /// Writes a line, or counts it as lost if that would block.
  private func pass(_ entry: LogEntry, _ state: inout State) {
    if state.lost > 0 {
      let lost = LogEntry(
        .warning, "log/lost", "\(state.lost) lines of the log were lost because it was not read",
        [JSON.Member("lost", JSON(state.lost))])
      guard put(lost) else {
        state.lost += 1
        return
      }
      state.lost = 0
    }
    if !put(entry) { state.lost += 1 }
  }

  /// Writes a line if the descriptor is ready: a pipe that is ready accepts a whole line.
  private func put(_ entry: LogEntry) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) > 0, request.revents & Int16(POLLOUT) != 0 else { return false }
    let bytes = style.line(entry, time: Self.time)
    while true {
      let count = CLibrary.write(descriptor, bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return count == bytes.count
    }
  }

  private static var nowMilliseconds: UInt64 { monotonicNanoseconds() / 1_000_000 }

  /// The time in the format of RFC 3339, in UTC, with milliseconds.
  private static var time: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    var seconds = now.tv_sec
    gmtime_r(&seconds, &parts)
    let date = [
      zeroPadded(parts.tm_year + 1_900, 4), zeroPadded(parts.tm_mon + 1, 2),
      zeroPadded(parts.tm_mday, 2),
    ].joined(separator: "-")
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { zeroPadded($0, 2) }
    return "\(date)T\(clock.joined(separator: ":")).\(zeroPadded(now.tv_nsec / 1_000_000, 3))Z"
  }
}

/// Limits the log to `logLinesOfKindMax` lines of each kind per window and counts the rest.
struct LogFlood {
  private struct Kind {
    var windowEnd: UInt64
    var passed = 0
    var counted = 0
    var last: LogEntry
  }

  var windowMilliseconds = logWindowMilliseconds
  private var kinds: [String: Kind] = [:]
  /// The number of counted lines, of all kinds, that were not reported yet.
  private var counted = 0

  /// Whether to write a line; otherwise it is counted.
  mutating func passes(_ entry: LogEntry, nowMilliseconds now: UInt64) -> Bool {
    let isKnown = kinds[entry.kind] != nil
    let key = isKnown || kinds.count < logKindsMax ? entry.kind : ""
    var kind = kinds[key] ?? Kind(windowEnd: now + windowMilliseconds, last: entry)
    defer { kinds[key] = kind }
    guard kind.passed >= logLinesOfKindMax else {
      kind.passed += 1
      return true
    }
    kind.counted += 1
    counted += 1
    kind.last = entry
    return false
  }

  /// When the first window with counted lines ends; `nil` if there are none.
  var due: UInt64? {
    guard counted > 0 else { return nil }
    return kinds.values.filter { $0.counted > 0 }.map(\.windowEnd).min()
  }

  /// Takes one entry per kind that summarises the counted lines of ended windows.
  /// - Parameter isFinal: Whether windows that have not ended are included.
  mutating func takeCounted(nowMilliseconds now: UInt64, isFinal: Bool = false) -> [LogEntry] {
    var entries: [LogEntry] = []
    for (key, kind) in kinds where isFinal || now >= kind.windowEnd {
      kinds[key] = nil
      guard kind.counted > 0 else { continue }
      counted -= kind.counted
      var entry = LogEntry(
        kind.last.level, kind.last.kind, "… \(kind.counted) more, the last: \(kind.last.message)")
      entry.fields = [.init("more", .int(Int64(kind.counted)))]
      entries.append(entry)
    }
    return entries.sorted { bytesPrecede($0.kind, $1.kind) }
  }
}
