internal import Diagnostics
public import EventLoops

/// The application that the console talks to. It answers synchronously: no key or signal is handled
/// meanwhile.
public protocol Conversation: AnyObject {
  /// The prompt, such as `home/MovieDetail [guest]> `. Read before every line; control characters
  /// in it are escaped.
  var prompt: String { get }

  /// Answers a line.
  /// - Parameter line: The line, without its line end.
  func answer(to line: String) -> Answer

  /// Answers a line that could not be read; by default with the error as one line.
  func answer(to error: ConsoleError) -> Answer

  /// The completion candidates for the word at the cursor, each a whole word. Words are separated
  /// by spaces. Candidates that do not begin with the typed part of the word, byte for byte, are
  /// ignored.
  /// - Parameters:
  ///   - line: The whole line as typed so far.
  ///   - cursorByte: The cursor's offset in the line's UTF-8, from 0 to its length.
  func completions(of line: String, cursorByte: Int) -> [String]

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

  /// A loop to drive while a line is typed; must be the same for the whole conversation. It can
  /// call `log`.
  var innerLoop: (any InnerLoop)? { get }
}

extension Conversation {
  /// Answers with the error as one line.
  public func answer(to error: ConsoleError) -> Answer { Answer(text: error.summary + "\n") }

  /// By default there is no news.
  public func news() -> [String] { [] }

  /// By default there is no news.
  public func onNews(_ notify: (@Sendable () -> Void)?) {}

  /// By default there is no inner loop.
  public var innerLoop: (any InnerLoop)? { nil }
}
