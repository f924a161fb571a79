internal import Diagnostics
public import EventLoops

/// What the console talks to. It answers at once: while it does, no key and no signal is served.
public protocol Conversation: AnyObject {
  /// What stands before the line, such as `home/MovieDetail [guest]> `. Asked before every line;
  /// control characters in it are escaped.
  var prompt: String { get }

  /// Answers a line.
  /// - Parameter line: Without its line end.
  func answer(to line: String) -> Answer

  /// Answers a line that could not be read; unless said otherwise, by the error as one line.
  func answer(to error: ConsoleError) -> Answer

  /// Candidates for the word at the cursor, each a whole word. Words are parted by spaces.
  /// Candidates that do not begin with what is typed of the word, byte for byte, are not used.
  /// - Parameters:
  ///   - line: The whole line as it is typed so far.
  ///   - cursorByte: Where the cursor is, in bytes of the line's UTF-8 (0 to their number).
  func completions(of line: String, cursorByte: Int) -> [String]

  /// Says what came of a change on disk of what `ConsoleOptions.watchedPaths` names.
  /// - Parameter paths: Files that were made, changed or removed, sorted, each once; those in a
  ///   watched folder as the folder's path, `/` and their name.
  /// - Returns: A line to show above the prompt, or `nil` to say nothing.
  func noticed(change paths: [String]) -> String?

  /// What has happened by itself since the last call: lines to show above the prompt, in order.
  /// Asked at a terminal after every answer and after every call of what `onNews` was given.
  func news() -> [String]

  /// Gets what is to be called, on any thread, when there may be news; `news` is asked in a later
  /// turn. `nil` when nobody asks any more.
  func onNews(_ tell: (@Sendable () -> Void)?)

  /// What else is waited for while a line is typed; the same one as long as the conversation lasts.
  /// It may call `log`.
  var innerLoop: (any InnerLoop)? { get }
}

extension Conversation {
  /// The error as one line.
  public func answer(to error: ConsoleError) -> Answer { Answer(text: error.summary + "\n") }

  /// Nothing ever happens by itself.
  public func news() -> [String] { [] }

  /// Nothing ever happens by itself.
  public func onNews(_ tell: (@Sendable () -> Void)?) {}

  /// Nothing else is waited for.
  public var innerLoop: (any InnerLoop)? { nil }
}
