import Diagnostics
public import JSONCodec
public import Navigation

/// Formats transitions for `--log FILE`, clients and `log`.
public struct TransitionLog: Sendable {
  /// The definition of the transitions.
  public let definition: AppDefinition

  /// Creates a log for transitions of a definition.
  public init(definition: AppDefinition) {
    self.definition = definition
  }

  /// Returns a line of text, escaped, without a line end: `#12 open  push  home: Home →
  /// Detail(id=42)`.
  public func text(of transition: Transition) -> String {
    escaped(TransitionText(definition: definition, transition: transition).line)
  }

  /// Returns an object with `seq`, `event` (the word of the command that caused it), `kind`,
  /// `coordinator` (its path, or `null`), `from` and `to` (a screen with its values, or `null`),
  /// and the members of its kind: `as`, `child`, `result`, `gate`, `link`, `subject`, `why`,
  /// `route`.
  public func json(of transition: Transition) -> JSON {
    var bytes: [UInt8] = []
    OutcomeWriter(once: definition).write(transition, into: &bytes)
    return JSON(written: bytes)
  }
}
