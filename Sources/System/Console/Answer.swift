/// A conversation's answer to one line.
public struct Answer: Sendable, Hashable {
  /// The text to print: empty, or complete lines that each end in `\n`. It reaches the terminal
  /// unchanged, so text from links, files and peers must already be escaped.
  public var text: String
  /// Whether the conversation ends with this answer, as after `quit`.
  public var isOver: Bool

  /// Creates an answer; by default the conversation continues.
  public init(text: String, isOver: Bool = false) {
    self.text = text
    self.isOver = isOver
  }
}
