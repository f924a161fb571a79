public import JSONCodec
public import Navigation

/// One change of a session, as a journal keeps it.
public struct SessionChange: Sendable {
  /// How the change can be repeated.
  public enum Kind: Sendable {
    /// By the event that the command asks for.
    case event
    /// Only by restoring the state that follows it, as after `undo` or `load`.
    case state
  }

  /// How the change can be repeated.
  public let kind: Kind
  /// The command that a person would type for it.
  public let command: String
  /// The answer that programs received.
  public let answer: JSON
  /// How often the session has been changed, this change included.
  public let seq: Int64
}

/// One move of a session, as a log keeps it.
public enum SessionMove: Sendable {
  /// The transitions of an event or a reload, with the definition that they belong to.
  case transitions([Transition], AppDefinition)
  /// A move that no transitions describe.
  case jump(SessionJump)
}

/// A move of a session that no transitions describe: a reader of transitions learns from it which
/// of them still hold.
public struct SessionJump: Sendable, Hashable {
  /// What made it jump.
  public enum Kind: String, Sendable, Hashable {
    /// A new session began.
    case begin
    /// The command of that name.
    case undo, redo, goto, load
  }

  /// What made it jump.
  public let kind: Kind
  /// How many accepted events have led there.
  public let position: Int
  /// The number of the last transition that holds, 0 if none does. Later ones are taken back;
  /// `redo` and `goto` bring some of them back, until another of the same number replaces them.
  public let lastTransition: UInt64

  /// `{"jump":"undo","position":1,"last":2}`
  public var json: JSON {
    [
      "jump": .string(kind.rawValue), "position": JSON(position),
      "last": .int(Int64(clamping: lastTransition)),
    ]
  }
}
