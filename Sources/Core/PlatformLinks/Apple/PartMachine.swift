import Diagnostics
package import Languages

/// An automaton over the bytes of a part as written in a link: decodes, trims slashes, and runs the
/// pattern's machine. Its verdict is 0 if the part matches.
package struct PartMachine: Automaton {
  /// A state; equal states match the same further bytes.
  package struct State: Hashable {
    /// The start of an escape: none, `%`, or `%` and a digit.
    fileprivate var held: Held = .nothing
    /// Whether a byte other than a leading slash was read.
    fileprivate var isStarted: Bool
    /// After all bytes.
    fileprivate var inner: [Int32]
    /// After all bytes but trailing slashes.
    fileprivate var withoutSlashes: [Int32]

    /// Whether no part that starts with the bytes so far matches.
    var isDead: Bool { inner.isEmpty && withoutSlashes.isEmpty }
  }

  fileprivate enum Held: Hashable {
    case nothing
    case percent
    case digit(UInt8)
  }

  private let automaton: NFASet
  private let isDecoded: Bool
  private let trimsSlashes: Bool
  package let start: State

  package init(_ pattern: PartPattern) {
    automaton = pattern.glob.automaton
    isDecoded = pattern.isDecoded
    trimsSlashes = pattern.trimsSlashes
    start = State(
      isStarted: !pattern.trimsSlashes, inner: automaton.start, withoutSlashes: automaton.start)
  }

  package func step(_ state: State, _ token: Token) -> State {
    token.isEscaped ? token.bytes.reduce(state, step) : step(state, token.byte)
  }

  package func step(_ state: State, _ byte: UInt8) -> State {
    var state = state
    guard isDecoded else {
      feed(byte, to: &state)
      return state
    }
    switch state.held {
    case .percent where byte.hexValue != nil:
      state.held = .digit(byte)
      return state
    case .digit(let first):
      guard let high = first.hexValue, let low = byte.hexValue else { break }
      state.held = .nothing
      feed(high << 4 | low, to: &state)
      return state
    case .nothing, .percent: break
    }
    flush(&state)
    if byte == UInt8(ascii: "%") {
      state.held = .percent
    } else {
      feed(byte, to: &state)
    }
    return state
  }

  /// Whether the bytes so far match.
  package func isAccepting(_ state: State) -> Bool {
    var state = state
    flush(&state)
    return automaton.isAccepting(state.withoutSlashes)
  }

  /// Feeds the held bytes of an incomplete escape as literals.
  private func flush(_ state: inout State) {
    let held = state.held
    state.held = .nothing
    switch held {
    case .nothing: break
    case .percent: feed(UInt8(ascii: "%"), to: &state)
    case .digit(let digit):
      feed(UInt8(ascii: "%"), to: &state)
      feed(digit, to: &state)
    }
  }

  private func feed(_ byte: UInt8, to state: inout State) {
    let isSlash = trimsSlashes && byte == UInt8(ascii: "/")
    guard state.isStarted || !isSlash else { return }
    state.isStarted = true
    state.inner = automaton.step(state.inner, Symbol(byte))
    if !isSlash { state.withoutSlashes = state.inner }
  }
}

extension PartMachine {
  package func verdict(in state: State) -> Int32 { isAccepting(state) ? 0 : -1 }

  package func isSettled(_ state: State) -> Bool { state.isDead }

  package func weight(of state: State) -> Int { state.inner.count + state.withoutSlashes.count + 8 }

  package func classes(in state: State, _ spelling: Token.Spelling) -> [SymbolSet] {
    guard spelling != .plain, !isDecoded else {
      return innerClasses(in: state) + (trimsSlashes ? [SymbolSet("/".utf8)] : [])
    }
    let percent = step(state, UInt8(ascii: "%"))
    guard !percent.isDead else { return [] }
    let digits = SymbolSet((spelling == .escaped ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    /// By state, the values of the digits that lead to it.
    func byDigit(_ state: State) -> [State: [UInt8]] {
      var parts = [digits]
      for taken in innerClasses(in: state) { parts.split(by: taken) }
      return Dictionary(
        parts.map { (step(state, $0.bytes[0]), $0.bytes.compactMap { $0.hexValue }) },
        uniquingKeysWith: +)
    }
    var groups: [State: SymbolSet] = [:]
    for (first, highs) in byDigit(percent) {
      for (second, lows) in byDigit(first) {
        let bytes = SymbolSet(highs.flatMap { high in lows.map { high << 4 | $0 } })
        groups[second] = groups[second]?.union(bytes) ?? bytes
      }
    }
    return groups.count == 1 ? [] : Array(groups.values)
  }

  package func open(in state: State, _ spelling: Token.Spelling) -> SymbolSet {
    let takesAny =
      spelling == .plain || isDecoded
      ? state.inner.contains { automaton.set($0) == .bytes }
      : !step(state, UInt8(ascii: "%")).isDead
    return takesAny ? .bytes : classes(in: state, spelling).reduce(SymbolSet()) { $0.union($1) }
  }

  /// The classes that the pattern's automaton distinguishes. The state without trailing slashes
  /// only moves with the other.
  private func innerClasses(in state: State) -> [SymbolSet] {
    var classes: [SymbolSet] = []
    for member in state.inner {
      guard let set = automaton.set(member), set != .bytes, !classes.contains(set) else { continue }
      classes.append(set)
    }
    return classes
  }
}
