import Diagnostics
public import JSONCodec
public import Navigation

/// Transitions for `--log FILE`, for clients and for `log`.
public struct TransitionLog: Sendable {
  /// What the transitions belong to.
  public let definition: AppDefinition

  /// Writes transitions of this definition.
  public init(definition: AppDefinition) {
    self.definition = definition
  }

  /// A line for people, without a line end, safe to print: `#12 open  push  home: Home →
  /// Detail(id=42)`.
  public func text(of transition: Transition) -> String {
    escaped(TransitionText(definition: definition, transition: transition).line)
  }

  /// One object: `seq`, `event` (the word of the command that led to it), `kind`, `coordinator`
  /// (its path, or `null`), `from` and `to` (a screen with its values, or `null`), then what only
  /// that kind has: `as`, `child`, `result`, `gate`, `link`, `subject`, `why`, `route`.
  public func json(of transition: Transition) -> JSON {
    var bytes: [UInt8] = []
    OutcomeWriter(once: definition).write(transition, into: &bytes)
    return JSON(written: bytes)
  }
}
