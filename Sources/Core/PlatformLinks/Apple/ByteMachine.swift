package import Languages

/// A deterministic automaton over the bytes of a part of a link as written.
package protocol ByteMachine {
  associatedtype State: Hashable

  /// The start state.
  var start: State { get }
  /// The state after one more byte.
  func step(_ state: State, _ byte: UInt8) -> State
  /// Whether the bytes so far match.
  func isAccepting(_ state: State) -> Bool
  /// Whether no part that starts with the bytes so far matches.
  func isDead(_ state: State) -> Bool
  /// The memory that a state takes, in words of 8 bytes.
  func weight(of state: State) -> Int

  // These are asked in states that are not within an escape.

  /// The sets of bytes that a state distinguishes if they are spelled in one way: all bytes other
  /// than `%` that are in the same of these sets lead to the same state.
  func classes(in state: State, _ spelling: Token.Spelling) -> [SymbolSet]
  /// Whether bytes that are in none of the classes may lead to a match.
  func takesAny(in state: State, _ spelling: Token.Spelling) -> Bool
}

extension ByteMachine {
  package func takesAny(in state: State, _ spelling: Token.Spelling) -> Bool { true }

  /// Whether a whole text matches.
  ///
  /// - Complexity: Linear in the text, for a given machine.
  package func matches(_ text: some Sequence<UInt8>) -> Bool {
    var state = start
    for byte in text {
      state = step(state, byte)
      if isDead(state) { return false }
    }
    return isAccepting(state)
  }
}
