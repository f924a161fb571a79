package import Languages

/// A deterministic automaton over the bytes of a part of a link as written. As an automaton over
/// tokens, its verdict is 0 if the text matches.
package protocol ByteMachine: Automaton {
  /// The state after one more byte.
  func step(_ state: State, _ byte: UInt8) -> State
  /// Whether the bytes so far match.
  func isAccepting(_ state: State) -> Bool
  /// Whether no part that starts with the bytes so far matches.
  func isDead(_ state: State) -> Bool
  /// Whether bytes that are in none of the classes may lead to a match. Asked, like `classes`, in
  /// states that are not within an escape; the classes distinguish bytes other than `%`.
  func takesAny(in state: State, _ spelling: Token.Spelling) -> Bool
}

extension ByteMachine {
  package func takesAny(in state: State, _ spelling: Token.Spelling) -> Bool { true }

  package func step(_ state: State, _ token: Token) -> State {
    token.isEscaped ? token.bytes.reduce(state) { step($0, $1) } : step(state, token.byte)
  }

  package func open(in state: State, _ spelling: Token.Spelling) -> SymbolSet {
    takesAny(in: state, spelling)
      ? .bytes : classes(in: state, spelling).reduce(SymbolSet()) { $0.union($1) }
  }

  package func verdict(in state: State) -> Int32 { isAccepting(state) ? 0 : -1 }

  package func isSettled(_ state: State) -> Bool { isDead(state) }

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
