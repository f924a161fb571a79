import Languages
import PlatformLinks

/// A machine over the bytes of a part as an automaton over its tokens.
struct WrittenText<Machine: ByteMachine>: Automaton {
  let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  var start: Machine.State { machine.start }

  func step(_ state: Machine.State, _ token: Token) -> Machine.State {
    token.isEscaped
      ? token.bytes.reduce(state, machine.step) : machine.step(state, token.byte)
  }

  func classes(in state: Machine.State, _ spelling: Token.Spelling) -> [SymbolSet] {
    machine.classes(in: state, spelling)
  }

  func open(in state: Machine.State, _ spelling: Token.Spelling) -> SymbolSet {
    machine.takesAny(in: state, spelling)
      ? .bytes : classes(in: state, spelling).reduce(SymbolSet()) { $0.union($1) }
  }

  /// 0 if the text matches.
  func verdict(in state: Machine.State) -> Int32 { machine.isAccepting(state) ? 0 : -1 }

  func isSettled(_ state: Machine.State) -> Bool { machine.isDead(state) }

  func weight(of state: Machine.State) -> Int { machine.weight(of: state) }
}
