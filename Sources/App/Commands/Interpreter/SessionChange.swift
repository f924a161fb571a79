public import JSONCodec

/// One change of a session, as a journal keeps it: what was asked, what was answered, and how often
/// the session has been changed with it.
public enum SessionChange: Sendable {
  /// An accepted event, as the command that a person would type for it.
  case event(command: String, answer: JSON, changes: Int64)
  /// Something that no event can tell, such as `undo` or `load`: whoever keeps it keeps the state
  /// with it.
  case state(command: String, answer: JSON, changes: Int64)
}
