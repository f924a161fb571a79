import CLibrary
internal import CReadline
internal import CUV
internal import Diagnostics
internal import EventLoops
internal import FileAccess

/// A conversation at a terminal: readline edits the line, in an event loop that also handles
/// signals, file changes and news.
final class TerminalDialogue {
  /// The running dialogue, which C callbacks can only reach through a global.
  static var current: TerminalDialogue?

  let conversation: any Conversation
  /// Whether a prompt is shown and a line is being typed.
  var isAsking = false
  let keys = TypedKeys()
  /// The handler of Ctrl-Z, paused while the process is being stopped.
  var stopSignal: UnsafeMutablePointer<uv_signal_t>?

  var start = LineStart()
  private let options: ConsoleOptions
  private let history: History
  private let output = OutputWriter(
    descriptor: STDOUT_FILENO, name: "standard output", bufferBytesMax: 0)
  private var loop: EventLoop?
  private var watch: FileWatch?
  private var wakeUp: WakeUp?
  /// Receives Ctrl-C alone, so that a running command can ask for it.
  private var interrupts: EventLoop?
  /// Whether Ctrl-C was typed since the current command began.
  private var isInterrupted = false
  /// How often Ctrl-C was typed on an empty line, one after the other.
  private var emptyInterrupts = 0
  private var exitCode: Int32 = 0
  private var isOver = false

  init(_ conversation: any Conversation, _ options: ConsoleOptions) {
    self.conversation = conversation
    self.options = options
    history = History(path: options.historyPath)
  }

  /// Runs the conversation until it is over. Returns the exit code.
  func run() -> Int32 {
    Self.current = self
    defer { Self.current = nil }
    attempt { () throws(Diagnostic) in try history.load() }
    let loop: EventLoop
    do throws(LoopFault) {
      loop = try EventLoop()
      self.loop = loop
      try listen(loop)
      try listenToInterrupts(loop)
      try listenToNews(loop)
      try serveInnerLoop(loop)
    } catch {
      conversation.onNews(nil)
      wakeUp?.end()
      self.loop?.close()
      interrupts?.close()
      warn(Diagnostic.noTerminal(reason: error.text).summary)
      return 2
    }
    watchFiles(loop)
    write(options.banner)
    if !isOver {
      setUpEditor(programName: options.programName)
      ask()
      loop.run()
    }
    conversation.onNews(nil)
    wakeUp?.end()
    self.loop = nil
    watch = nil
    loop.close()
    interrupts?.close()
    interrupts = nil
    attempt { () throws(Diagnostic) in try history.shorten() }
    return exitCode
  }

  private func watchFiles(_ loop: EventLoop) {
    guard !options.watchedPaths.isEmpty else { return }
    do throws(LoopFault) {
      let watch = try FileWatch(loop: loop) { [weak self] paths in self?.noticed(paths) }
      self.watch = watch
      for path in options.watchedPaths {
        do throws(LoopFault) {
          try watch.add(path, loop: loop)
        } catch {
          warn(Diagnostic.unwatched(path: path, reason: error.text).summary)
        }
      }
    } catch {
      let paths = options.watchedPaths.joined(separator: "', '")
      warn(Diagnostic.unwatched(path: paths, reason: error.text).summary)
    }
  }

  /// Runs an optional action; a failure only prints a warning.
  private func attempt(_ action: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try action() } catch { warn(error.summary) }
  }

  func end(exitCode: Int32) {
    if isAsking { creadline_go_below() }
    isAsking = false
    rl_callback_handler_remove()
    creadline_flush()
    self.exitCode = exitCode
    isOver = true
    loop?.stop()
  }

  /// Handles a typed line; `nil` at the end of the input.
  func took(_ typed: [UInt8]?) {
    isAsking = false
    isInterrupted = false
    emptyInterrupts = 0
    guard let typed else {
      write("\n")
      if let start = start.drop() { write(answer(toWhole: start).text) }
      return end(exitCode: 0)
    }
    // A paste may hold several lines.
    for bytes in typed.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let answer = answer(to: bytes)
      if !isShownByPager(answer) { write(answer.text) }
      if isOver { return }
      if answer.isOver { return end(exitCode: 0) }
      showNews()
      // The rest of a paste is dropped, as by Ctrl-C in a shell.
      guard goesOn else { break }
    }
    rl_set_prompt(prompt)
    isAsking = true
  }

  /// Answers a typed line; invalid UTF-8 is an error and is not added to the history.
  private func answer(to bytes: ArraySlice<UInt8>) -> Answer {
    guard let line = String(validating: bytes, as: UTF8.self) else {
      return conversation.answer(to: .typedLineNotUTF8)
    }
    guard let whole = start.add(line, in: conversation) else { return Answer(text: "") }
    return answer(toWhole: whole)
  }

  private func answer(toWhole line: String) -> Answer {
    attempt { () throws(Diagnostic) in try history.add(line) }
    return conversation.answer(to: line) { [self] part in
      write(part)
      return goesOn
    }
  }

  /// Whether a running command should go on: not after Ctrl-C, or if the terminal is gone.
  private var goesOn: Bool {
    receiveInterrupts()
    return !isInterrupted && !isOver
  }

  /// Handles each Ctrl-C that was typed until now.
  func receiveInterrupts() { interrupts?.turn() }

  /// The prompt for readline; short while a line is being continued.
  var prompt: String { start.text.isEmpty ? promptText(conversation.prompt) : "> " }

  /// Shows a line above the one being typed.
  func show(_ line: String) {
    let text = escaped(line) + "\n"
    guard isAsking else { return write(text) }
    creadline_hide_line()
    write(text)
    guard !isOver else { return }
    creadline_set_prompt(prompt)
    creadline_show_line()
  }

  /// Shows a long answer with the pager. Returns false if it is not long, or cannot be shown so.
  private func isShownByPager(_ answer: Answer) -> Bool {
    guard answer.isPaged, !isOver, let pager = options.pager,
      answer.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= Int(creadline_rows())
    else { return false }
    creadline_flush()
    guard let pipe = popen(pager, "w") else { return false }
    // If the pager ends first, the rest is not wanted.
    fputs(answer.text, pipe)
    let status = pclose(pipe)
    // What the shell returns for a program that it cannot run.
    return status & 0x7F == 0 && ![126, 127].contains((status >> 8) & 0xFF)
  }

  /// Writes text after flushing readline's output. If the terminal is gone, the conversation ends.
  func write(_ text: String) {
    guard !isOver, !text.utf8.isEmpty else { return }
    creadline_flush()
    do throws(FileError) {
      try output.write(text)
    } catch {
      isAsking = false  // There is no line to move below.
      end(exitCode: error.fault == .closed ? 128 + SIGPIPE : 2)
    }
  }

  private func listenToNews(_ loop: EventLoop) throws(LoopFault) {
    let wakeUp = try loop.onWakeUp { [weak self] in self?.showNews() }
    self.wakeUp = wakeUp
    conversation.onNews { wakeUp.send() }
  }

  private func serveInnerLoop(_ loop: EventLoop) throws(LoopFault) {
    guard let inner = conversation.innerLoop else { return }
    try loop.onReadable(inner.descriptor) { inner.turn() }
    let timer = try loop.timer { inner.turn() }
    // Limits the wait to the inner loop's timeout.
    try loop.onWaiting {
      let milliseconds = inner.timeoutMilliseconds
      if milliseconds < 0 {
        timer.stop()
      } else {
        timer.start(afterMilliseconds: UInt64(milliseconds))
      }
    }
  }

  private func showNews() {
    for line in conversation.news() { show(line) }
  }

  private func noticed(_ paths: [String]) {
    if let line = conversation.noticed(change: paths) { show(line) }
  }
}

extension TerminalDialogue {
  /// Starts handling keys and signals.
  func listen(_ loop: EventLoop) throws(LoopFault) {
    try loop.onReadable(STDIN_FILENO) { [weak self] in self?.pressed() }
    for number in [SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT] {
      try loop.onSignal(number) { [weak self] in self?.received(number) }
    }
    stopSignal = try loop.onSignal(SIGTSTP) { _, _ in TerminalDialogue.current?.stop() }
  }

  private func listenToInterrupts(_ loop: EventLoop) throws(LoopFault) {
    let interrupts = try EventLoop()
    self.interrupts = interrupts
    try interrupts.onSignal(SIGINT) { [weak self] in self?.interrupted() }
    interrupts.turn()
    try loop.onReadable(interrupts.descriptor) { interrupts.turn() }
  }

  private func interrupted() {
    guard isAsking else { return isInterrupted = true }
    let hadStart = start.drop() != nil
    let isEmpty = creadline_line_bytes() == 0 && !hadStart
    emptyInterrupts = isEmpty ? emptyInterrupts + 1 : 0
    dropLine(signal: SIGINT)
    guard emptyInterrupts == 2 else { return }
    emptyInterrupts = 0
    show("Ctrl-D leaves.")
  }

  private func received(_ number: Int32) {
    guard isAsking else { return }
    switch number {
    case SIGWINCH: rl_resize_terminal()
    case SIGCONT: continued()
    default: end(exitCode: 128 + number)
    }
  }

  /// Stops the process as Ctrl-Z does by default, and takes the terminal again on `fg`. The system
  /// does not stop a process that no shell could resume.
  private func stop() {
    guard isAsking, let stopSignal else { return }
    creadline_go_below()
    creadline_release_terminal()
    uv_signal_stop(stopSignal)
    kill(getpid(), SIGTSTP)
    uv_signal_start(stopSignal, stopSignal.pointee.signal_cb, SIGTSTP)
    creadline_take_terminal()
  }

  /// After SIGSTOP, which cannot be caught, the shell may have left the terminal in its own modes.
  private func continued() {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0, modes.c_lflag & tcflag_t(ICANON) != 0 else {
      return
    }
    creadline_release_terminal()
    creadline_take_terminal()
  }
}
