import CLibrary

/// Runs a conversation on standard input and output until it is over.
///
/// At a terminal, lines are edited with readline. Ctrl-C drops the line, Ctrl-D on an empty line
/// exits, Ctrl-Z stops until `fg`. On a signal that ends the program, the terminal is restored and
/// the history saved first. If input or output is not a terminal, lines are read as they arrive,
/// only answers are written, and signals have their usual effect.
///
/// - Returns: The program's exit code: 0 when the conversation or the input is over or the reader
///   of the output is gone; 2 when input or output fails; 128 + n after the signals SIGHUP (129),
///   SIGQUIT (131) and SIGTERM (143) at a terminal.
public func converse(_ conversation: any Conversation, options: ConsoleOptions) -> Int32 {
  guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
    return PlainDialogue(conversation).run()
  }
  return TerminalDialogue(conversation, options).run()
}

/// Shows a line above the prompt without disturbing the line being typed. Without a terminal, the
/// line goes to standard error, since only answers belong on standard output.
///
/// - Parameter line: The line, without a line end; control characters in it are escaped.
public func log(_ line: String) {
  if let dialogue = TerminalDialogue.current {
    dialogue.show(line)
  } else {
    warn(line)
  }
}
