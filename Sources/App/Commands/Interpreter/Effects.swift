public import JSONCodec
public import Navigation
public import Sessions

/// What a command did to the session.
public struct Effects: Sendable {
  /// The changes, in order, for the journal; `load` is one change.
  public var changes: [Change] = []
  /// The moves, in order, for the log.
  public var moves: [SessionMove] = []
  /// The refusals, in order.
  public var refusals: [Refusal] = []

  mutating func add(_ other: Effects) {
    changes += other.changes
    moves += other.moves
    refusals += other.refusals
  }
}

extension Change {
  /// Creates a change with its answer, whose last member is `seq`.
  package init(
    _ kind: Kind, _ text: String, seq: Int64, json: JSON, request: RequestId? = nil
  ) {
    self.init(kind, text, seq: seq, answer: json.bytes, request: request)
  }
}

/// A move of a session, as the transition log records it.
public enum SessionMove: Sendable {
  /// The transitions of an event or a reload, and their definition.
  case transitions([Transition], AppDefinition)
  /// A move without transitions.
  case jump(SessionJump)
}

/// A move without transitions. It shows readers of the log which transitions still hold.
public struct SessionJump: Sendable, Hashable {
  /// The cause of the jump.
  public enum Kind: String, Sendable, Hashable {
    /// A session began.
    case begin
    /// The command with this name.
    case undo, redo, goto, load
  }

  /// The cause of the jump.
  public let kind: Kind
  /// The number of accepted events up to the new position.
  public let position: Int
  /// The sequence number of the last transition that still holds; 0 if none does. Later ones are
  /// undone; `redo` and `goto` restore some of them, unless others with the same numbers have
  /// replaced them.
  public let lastTransition: UInt64

  /// `{"jump":"undo","position":1,"last":2}`
  public var json: JSON {
    [
      "jump": .string(kind.rawValue), "position": JSON(position),
      "last": .int(Int64(clamping: lastTransition)),
    ]
  }
}
