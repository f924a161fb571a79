import CLibrary
import CSystem

/// A program in a terminal of its own, driven from outside: keys go in, and what it writes is shown
/// on a `TerminalScreen`. Not for use from several threads at once.
///
///     let terminal = try PseudoTerminal(program: path, arguments: ["repl"])
///     try terminal.wait(for: "> ")
///     terminal.send("show\r")
///
/// The program is killed, if it still runs, when this goes away.
public final class PseudoTerminal {
  /// The process id of the program, which leads a session and process group of its own.
  public let processID: Int32
  /// What the terminal shows, as far as the program's output was read by `wait` or `send`.
  public private(set) var screen: TerminalScreen
  /// How the program ended; `nil` while it was not yet seen to.
  public private(set) var end: ProgramEnd?

  private let descriptor: Int32
  private var isClosed = false

  /// Starts a program.
  /// - Parameters:
  ///   - program: The path of the executable.
  ///   - arguments: What follows the program's name.
  ///   - environment: All of the program's environment, as `NAME=value`.
  ///   - columns: 1 to 1,000.
  ///   - rows: 1 to 1,000.
  /// - Throws: `notStarted`.
  public init(
    program: String, arguments: [String] = [], environment: [String] = ["TERM=xterm"],
    columns: Int = 80, rows: Int = 24
  ) throws(PseudoTerminalError) {
    screen = TerminalScreen(columns: columns, rows: rows)
    let argumentList = cStrings([program] + arguments)
    let environmentList = cStrings(environment)
    defer { (argumentList + environmentList).forEach { free($0) } }
    var descriptor: Int32 = -1
    processID = csystem_terminal_start(
      program, argumentList, environmentList, UInt16(screen.columns), UInt16(screen.rowCount),
      &descriptor)
    guard processID > 0 else {
      throw .notStarted(program: program, reason: String(cString: strerror(errno)))
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    guard end == nil else { return }
    kill(processID, SIGKILL)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
  }

  /// Types keys; see `send(_:seconds:)` of bytes.
  public func send(_ keys: String, seconds: Int = 20) throws(PseudoTerminalError) {
    try send(Array(keys.utf8), seconds: seconds)
  }

  /// Types keys. Meanwhile the program's output is read, so that neither waits for the other.
  /// - Throws: `silent`, if the program does not take them in time; `ended`.
  public func send(_ keys: [UInt8], seconds: Int = 20) throws(PseudoTerminalError) {
    let deadline = Deadline(seconds: seconds)
    var rest = keys[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN || errno == EINTR {
        let awaited = "a reader of \(rest.count) bytes"
        try read(orWritable: true, deadline: deadline, awaited: awaited)
      } else {
        throw .ended(awaited: "a reader of keys", screen: screen.text)
      }
    }
  }

  /// Waits until a row of the screen, from its left to its last character, contains a text.
  /// - Throws: `silent`, `ended`.
  public func wait(for text: String, seconds: Int = 20) throws(PseudoTerminalError) {
    try wait("'\(text)'", seconds: seconds) { screen in screen.text.contains(text) }
  }

  /// Waits until the screen is as wanted.
  /// - Parameters:
  ///   - awaited: What errors call it.
  ///   - seconds: How long at most.
  ///   - isWanted: Asked at once, and again whenever the program has written.
  /// - Throws: `silent`, `ended`.
  public func wait(
    _ awaited: String, seconds: Int = 20, until isWanted: (TerminalScreen) -> Bool
  ) throws(PseudoTerminalError) {
    let deadline = Deadline(seconds: seconds)
    while !isWanted(screen) {
      try read(orWritable: false, deadline: deadline, awaited: awaited)
    }
  }

  /// Waits until the program has ended and all of its output was read.
  /// - Throws: `silent`.
  @discardableResult
  public func waitForEnd(seconds: Int = 20) throws(PseudoTerminalError) -> ProgramEnd {
    let deadline = Deadline(seconds: seconds)
    while true {
      if !isClosed { _ = poll(Int16(POLLIN), milliseconds: pollMilliseconds) }
      drain()
      if let end = end ?? reap() {
        drain()
        return end
      }
      // Only the moment between closing the terminal and ending is left.
      if isClosed { usleep(1_000) }
      guard !deadline.isOver else {
        throw .silent(awaited: "the program's end", seconds: seconds, screen: screen.text)
      }
    }
  }

  /// Gives the terminal another size and tells the program.
  public func resize(columns: Int, rows: Int) {
    drain()
    screen.resize(columns: columns, rows: rows)
    _ = csystem_terminal_resize(descriptor, UInt16(screen.columns), UInt16(screen.rowCount))
  }

  /// Sends the program a signal, if it still runs.
  public func signal(_ number: Int32) {
    if end == nil { kill(processID, number) }
  }

  /// The modes of the terminal (termios): input, output, control and local flags. Empty if the
  /// system does not tell.
  public var modes: [UInt] {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return [] }
    return [
      UInt(modes.c_iflag), UInt(modes.c_oflag), UInt(modes.c_cflag), UInt(modes.c_lflag),
    ]
  }

  /// Whether the program takes keys as they come, rather than whole lines.
  public var isRaw: Bool {
    var modes = termios()
    return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) == 0
  }

  /// Reads what the program writes next, or returns when it takes keys.
  private func read(
    orWritable: Bool, deadline: Deadline, awaited: String
  ) throws(PseudoTerminalError) {
    guard !isClosed else { throw .ended(awaited: awaited, screen: screen.text) }
    guard !deadline.isOver else {
      throw .silent(awaited: awaited, seconds: deadline.seconds, screen: screen.text)
    }
    let events = Int16(orWritable ? POLLIN | POLLOUT : POLLIN)
    if poll(events, milliseconds: pollMilliseconds) { drain() }
  }

  private func poll(_ events: Int16, milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: events, revents: 0)
    return CLibrary.poll(&request, 1, milliseconds) > 0
  }

  /// Shows all that was written so far.
  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while !isClosed {
      let count = CLibrary.read(descriptor, &bytes, bytes.count)
      if count > 0 {
        screen.write(bytes[..<count])
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        return
      } else {
        isClosed = true  // Linux says EIO when nobody holds the other end any more.
      }
    }
  }

  /// Takes the exit status, if there is one.
  private func reap() -> ProgramEnd? {
    var status: Int32 = 0
    guard waitpid(processID, &status, WNOHANG) == processID else { return nil }
    end = ProgramEnd(status: status)
    return end
  }
}

/// C strings for a list that ends in a null; to be freed.
func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
  texts.map { strdup($0) } + [nil]
}

/// How long one wait for output lasts before the deadline is looked at again.
private let pollMilliseconds: Int32 = 50
