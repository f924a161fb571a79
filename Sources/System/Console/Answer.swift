/// What a conversation says to one line.
public struct Answer: Sendable, Hashable {
  /// What is printed: nothing, or whole lines that each end in `\n`. Text that came from a link, a
  /// file or a peer is escaped already, since all of this reaches the terminal as it is.
  public var text: String
  /// Whether the conversation ends with this answer, as `quit` does.
  public var isOver: Bool

  /// An answer; the conversation goes on unless it is said to be over.
  public init(text: String, isOver: Bool = false) {
    self.text = text
    self.isOver = isOver
  }
}
