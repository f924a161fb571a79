import CLibrary
import CSystem
public import Diagnostics
public import FileAccess

/// A program in a pseudo-terminal, controlled by sending keys and reading the `TerminalScreen`. Not
/// thread-safe.
///
///     let terminal = try PseudoTerminal(program: path, arguments: ["repl"])
///     try terminal.wait(for: "> ")
///     terminal.send("show\r")
///
/// On deinitialization the program is killed if it still runs.
public final class PseudoTerminal {
  /// The process id of the program, which leads its own session and process group.
  public let processID: Int32
  /// The screen contents, as of the output read by the last method call.
  public private(set) var screen: TerminalScreen
  /// How the program ended; `nil` until `waitForEnd` has observed it.
  public private(set) var end: ProgramEnd?

  /// How long methods wait by default, in seconds. It bounds a hang, not work, which takes much
  /// less even on a slow and busy machine.
  public static let secondsMax = 300

  private let descriptor: Int32
  private var isClosed = false
  /// Whether the other end was closed once, so that only its last output can follow.
  private var isHungUp = false

  /// Starts a program.
  /// - Parameters:
  ///   - program: The path of the executable.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: The complete environment, as `NAME=value`; `PAGER` is `cat` unless given,
  ///     which keeps long output on the screen.
  ///   - columns: 1 to 1,000.
  ///   - rows: 1 to 1,000.
  /// - Throws: `notStarted`.
  public init(
    program: String, arguments: [String] = [], environment: [String] = ["TERM=xterm"],
    columns: Int = 80, rows: Int = 24
  ) throws(Diagnostic) {
    screen = TerminalScreen(columns: columns, rows: rows)
    let argumentList = cStrings([program] + arguments)
    let environmentList = cStrings(environment + ["PAGER=cat"])
    defer { (argumentList + environmentList).forEach { free($0) } }
    var descriptor: Int32 = -1
    processID = csystem_terminal_start(
      program, argumentList, environmentList, UInt16(screen.columns), UInt16(screen.rowCount),
      &descriptor)
    guard processID > 0 else {
      throw .notStarted(program: program, reason: systemMessage(errno))
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

  /// Types keys, given as text; see `send(_:seconds:)` for bytes.
  public func send(_ keys: String, seconds: Int = PseudoTerminal.secondsMax)
    throws(Diagnostic)
  {
    try send(Array(keys.utf8), seconds: seconds)
  }

  /// Types keys, and reads the program's output meanwhile to avoid a deadlock.
  /// - Parameter seconds: The longest time for which the program reads none of them.
  /// - Throws: `silent` if the program does not read them in time; `ended`.
  public func send(_ keys: [UInt8], seconds: Int = PseudoTerminal.secondsMax)
    throws(Diagnostic)
  {
    var deadline = Deadline(milliseconds: seconds * 1_000)
    var rest = keys[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        deadline = Deadline(milliseconds: seconds * 1_000)
      } else if errno == EAGAIN || errno == EINTR {
        let awaited = "a reader of \(rest.count) bytes"
        try read(orWritable: true, deadline: deadline, awaited: awaited)
      } else {
        throw .ended(awaited: "a reader of keys", screen: screen.text)
      }
    }
  }

  /// Waits until the screen's text contains `text`.
  /// - Throws: `silent`, `ended`.
  public func wait(for text: String, seconds: Int = PseudoTerminal.secondsMax)
    throws(Diagnostic)
  {
    try wait("'\(text)'", seconds: seconds) { screen in screen.text.contains(text) }
  }

  /// Waits until the screen satisfies a condition.
  /// - Parameters:
  ///   - awaited: The description of the condition in errors.
  ///   - seconds: The maximum time to wait.
  ///   - isWanted: The condition; checked at once, and again after each output.
  /// - Throws: `silent`, `ended`.
  public func wait(
    _ awaited: String, seconds: Int = PseudoTerminal.secondsMax,
    until isWanted: (TerminalScreen) -> Bool
  ) throws(Diagnostic) {
    let deadline = Deadline(milliseconds: seconds * 1_000)
    while !isWanted(screen) {
      try read(orWritable: false, deadline: deadline, awaited: awaited)
    }
  }

  /// Waits until the program has ended and all of its output was read.
  /// - Throws: `silent`.
  @discardableResult
  public func waitForEnd(seconds: Int = PseudoTerminal.secondsMax) throws(Diagnostic)
    -> ProgramEnd
  {
    let deadline = Deadline(milliseconds: seconds * 1_000)
    while true {
      if !isClosed { _ = poll(Int16(POLLIN), milliseconds: pollMilliseconds) }
      drain()
      if let end = end ?? reap() {
        // The system hands over the last output a little later. Other processes can keep the
        // terminal open.
        repeat {
          drain()
        } while !isClosed && !deadline.isOver && poll(Int16(POLLIN), milliseconds: 1_000)
        return end
      }
      // The terminal is closed; the program is about to end.
      if isClosed { usleep(1_000) }
      guard !deadline.isOver else {
        throw .silent(awaited: "the program's end", seconds: seconds, screen: screen.text)
      }
    }
  }

  /// Resizes the terminal; the program gets SIGWINCH.
  public func resize(columns: Int, rows: Int) {
    drain()
    screen.resize(columns: columns, rows: rows)
    _ = csystem_terminal_resize(descriptor, UInt16(screen.columns), UInt16(screen.rowCount))
  }

  /// Sends a signal to the program, if it still runs.
  public func signal(_ number: Int32) {
    if end == nil { kill(processID, number) }
  }

  /// The terminal modes (termios): input, output, control and local flags. Empty if they cannot be
  /// read.
  public var modes: [UInt] {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return [] }
    return [
      UInt(modes.c_iflag), UInt(modes.c_oflag), UInt(modes.c_cflag), UInt(modes.c_lflag),
    ]
  }

  /// Whether the terminal is in non-canonical mode: the program reads single keys, not lines.
  public var isRaw: Bool {
    var modes = termios()
    return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) == 0
  }

  /// Waits for output and shows it; with `orWritable`, also returns when keys can be sent.
  private func read(
    orWritable: Bool, deadline: Deadline, awaited: String
  ) throws(Diagnostic) {
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

  /// Shows all output written so far.
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
      } else if !isHungUp {
        // Linux reports EIO when the other end is closed, also while its last output is on the way.
        isHungUp = true
        usleep(5_000)
      } else {
        isClosed = true
      }
    }
  }

  /// Reaps the program if it has ended.
  private func reap() -> ProgramEnd? {
    var status: Int32 = 0
    guard waitpid(processID, &status, WNOHANG) == processID else { return nil }
    end = ProgramEnd(status: status)
    return end
  }
}

/// The time between two checks of the deadline while waiting for output.
private let pollMilliseconds: Int32 = 50
