import CLibrary
internal import CReadline
internal import CUV
internal import EventLoops

extension TerminalDialogue {
  /// Starts handling keys and signals.
  func listen(_ loop: EventLoop) throws(LoopFault) {
    try loop.onReadable(STDIN_FILENO) { [weak self] in self?.pressed() }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT] {
      try loop.onSignal(number) { [weak self] in self?.received(number) }
    }
    stopSignal = try loop.onSignal(SIGTSTP) { _, _ in TerminalDialogue.current?.stop() }
  }

  /// Handles a signal.
  private func received(_ number: Int32) {
    guard isAsking else { return }
    switch number {
    case SIGINT: dropLine(signal: number)
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
