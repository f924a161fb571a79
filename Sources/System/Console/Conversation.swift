import CLibrary
public import Diagnostics
public import EventLoops
internal import FileAccess

/// The application that the console talks to. It answers synchronously: meanwhile no key is
/// handled, and Ctrl-C only if the application asks for it.
public protocol Conversation: AnyObject {
  /// The prompt, such as `home/MovieDetail [guest]> `. Read before every line; control characters
  /// in it are escaped, except for the sequences of `Paint`.
  var prompt: String { get }

  /// Answers a line.
  /// - Parameters:
  ///   - line: The line, without its line end.
  ///   - part: Shows a part of a long answer ahead of the rest: complete lines, escaped. Returns
  ///     whether to go on: not after Ctrl-C, or if the output is gone.
  func answer(to line: String, showing part: (String) -> Bool) -> Answer

  /// The text that the next line continues if a line is not complete; `nil` if it is complete.
  func continued(_ line: String) -> String?

  /// Answers a line that could not be read; by default with the error as one line.
  func answer(to error: Diagnostic) -> Answer

  /// The completion candidates for the word at the cursor, each a whole word. Words are separated
  /// by spaces. Candidates that do not begin with the typed part of the word are ignored.
  /// - Parameters:
  ///   - line: The whole line as typed so far.
  ///   - cursorByte: The cursor's offset in the line's UTF-8, from 0 to its length.
  ///   - ignoresCase: Whether ASCII letters are compared without case.
  func completions(of line: String, cursorByte: Int, ignoresCase: Bool) -> [String]

  /// What the user can type at the cursor, shown with the candidates if these do not continue the
  /// word; never inserted.
  func placeholders(of line: String, cursorByte: Int) -> [String]

  /// Handles changes of `ConsoleOptions.watchedPaths` on disk.
  /// - Parameter paths: The files that were created, changed or removed, sorted, without
  ///   duplicates; for those in a watched folder: the folder's path, `/` and the file's name.
  /// - Returns: A line to show above the prompt, or `nil` for none.
  func noticed(change paths: [String]) -> String?

  /// Events since the last call that no command caused: lines to show above the prompt, in order.
  /// Called at a terminal after every answer and after every call of the closure passed to
  /// `onNews`.
  func news() -> [String]

  /// Sets the closure to call, on any thread, when there may be news; `news` is called in a later
  /// turn. `nil` when the console stops listening.
  func onNews(_ notify: (@Sendable () -> Void)?)

  /// A loop to drive while a line is waited for; must be the same for the whole conversation. It
  /// can call `log`.
  var innerLoop: (any InnerLoop)? { get }
}

extension Conversation {
  /// Answers with the error as one line.
  public func answer(to error: Diagnostic) -> Answer { Answer(text: error.summary + "\n") }

  /// By default there are none.
  public func placeholders(of line: String, cursorByte: Int) -> [String] { [] }

  /// By default every line is complete.
  public func continued(_ line: String) -> String? { nil }

  /// By default there is no news.
  public func news() -> [String] { [] }

  /// By default there is no news.
  public func onNews(_ notify: (@Sendable () -> Void)?) {}

  /// By default there is no inner loop.
  public var innerLoop: (any InnerLoop)? { nil }
}

/// A conversation's answer to one line.
public struct Answer: Sendable, Hashable {
  /// The text to print: empty, or complete lines that each end in `\n`. It reaches the terminal
  /// unchanged, so text from links, files and peers must already be escaped.
  public var text: String
  /// Whether the conversation ends with this answer, as after `quit`.
  public var isOver: Bool
  /// Whether the text is to be read, not an event to be noticed: if it has more lines than the
  /// terminal, it is shown by `ConsoleOptions.pager`.
  public var isPaged: Bool

  /// Creates an answer; by default the conversation continues.
  public init(text: String, isOver: Bool = false, isPaged: Bool = false) {
    self.text = text
    self.isOver = isOver
    self.isPaged = isPaged
  }
}

/// The settings of a console conversation.
public struct ConsoleOptions: Sendable {
  /// The program name that `$if` in an inputrc is compared with.
  public var programName: String
  /// The history file; `nil` for none. It is created with mode 0600, its missing parent folders
  /// with 0700.
  public var historyPath: String?
  /// The files and folders whose changes are reported to the conversation. A folder covers the
  /// files in it, not those in subfolders. Used only at a terminal.
  public var watchedPaths: [String]
  /// The shell command that shows long answers at a terminal; `nil` for none.
  public var pager: String?
  /// Text printed before the first prompt: complete lines, or empty. Used only at a terminal.
  public var banner: String

  /// Creates the settings; only the name is required.
  public init(
    programName: String, historyPath: String? = nil, watchedPaths: [String] = [],
    pager: String? = nil, banner: String = ""
  ) {
    self.programName = programName
    self.historyPath = historyPath
    self.watchedPaths = watchedPaths
    self.pager = pager
    self.banner = banner
  }
}

/// Runs a conversation on standard input and output until it is over.
///
/// At a terminal, lines are edited with readline. Ctrl-C drops the line, or asks a running command
/// to stop; Ctrl-D on an empty line exits, Ctrl-Z stops until `fg`. On a signal that ends the
/// program, the terminal is restored first. If input or output is not a
/// terminal, lines are read as they arrive, only answers are written, and signals have their usual
/// effect.
///
/// - Returns: The program's exit code: 0 when the conversation or the input is over; 2 when input
///   or output fails; 141 when the reader of the output is gone; 128 + n after the signals SIGHUP
///   (129), SIGQUIT (131) and SIGTERM (143) at a terminal.
public func converse(_ conversation: any Conversation, options: ConsoleOptions) -> Int32 {
  guard isAtTerminal else { return PlainDialogue(conversation).run() }
  return TerminalDialogue(conversation, options).run()
}

/// Whether `converse` edits lines at a terminal.
public var isAtTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

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

/// Writes a line to standard error, ignoring errors.
func warn(_ line: String) {
  try? OutputWriter(descriptor: STDERR_FILENO, bufferBytesMax: 0).write(escaped(line) + "\n")
}

/// The lines typed so far of one that is not complete.
struct LineStart {
  /// What the next line continues; empty if there is none.
  private(set) var text = ""

  /// Adds a line. Returns the whole line if it is complete.
  mutating func add(_ line: String, in conversation: any Conversation) -> String? {
    let whole = text + line
    text = ""
    guard whole.utf8.count < pipedLineBytesMax, let start = conversation.continued(whole) else {
      return whole
    }
    text = start
    return nil
  }

  /// Forgets it, as Ctrl-C does. Returns the text; `nil` if there was none.
  mutating func drop() -> String? {
    defer { text = "" }
    return text.utf8.isEmpty ? nil : text
  }
}
