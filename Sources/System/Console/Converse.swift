import CLibrary

/// Holds a conversation on standard input and output until it is over.
///
/// At a terminal, lines are edited by readline. Ctrl-C drops the line, Ctrl-D on an empty line
/// leaves, Ctrl-Z stops until `fg`. A signal that ends the program first gives the terminal back
/// and saves the history. Where input or output is no terminal, lines are read as they come, only
/// answers are written, and signals do what they do to any program.
///
/// - Returns: The exit code of the program: 0 when the conversation or the input is over or nobody
///   reads the output any more; 2 when input or output fails; 128 + n after the signals
///   SIGHUP (129), SIGQUIT (131) and SIGTERM (143) at a terminal.
public func converse(_ conversation: any Conversation, options: ConsoleOptions) -> Int32 {
  guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
    return PlainDialogue(conversation).run()
  }
  return TerminalDialogue(conversation, options).run()
}

/// Shows a line above the prompt while a line is being typed, which stays as it is. Where there is
/// no terminal the line goes to standard error, since only answers belong on standard output.
///
/// - Parameter line: Without a line end; control characters in it are escaped.
public func log(_ line: String) {
  if let dialogue = TerminalDialogue.current {
    dialogue.show(line)
  } else {
    warn(line)
  }
}
