public import JSONCodec

/// That a session went where no transitions tell: whoever keeps transitions knows from it which of
/// them still hold.
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
  /// The number of the last transition that holds, 0 if none does. Those above it are taken back;
  /// `redo` and `goto` bring some of them back, until another of the same number takes their place.
  public let lastTransition: UInt64

  /// `{"jump":"undo","position":1,"last":2}`
  public var json: JSON {
    [
      "jump": .string(kind.rawValue), "position": JSON(position),
      "last": .int(Int64(clamping: lastTransition)),
    ]
  }
}
