package import Languages

/// An automaton over the bytes of a query as written in a link, for `ItemPattern`s that must all
/// match. It splits at `&` and at the first `=` of an item, then decodes. Its verdict is 0 if the
/// query matches.
package struct ItemsMachine: Automaton {
  /// The states of the patterns.
  package struct State: Hashable {
    fileprivate var items: [ItemMachine.State]
  }

  private let machines: [ItemMachine]
  package let start: State

  package init(_ patterns: [ItemPattern]) {
    machines = patterns.map { ItemMachine($0) }
    start = State(items: machines.map { $0.start })
  }

  package func step(_ state: State, _ token: Token) -> State {
    token.isEscaped ? token.bytes.reduce(state, step) : step(state, token.byte)
  }

  private func step(_ state: State, _ byte: UInt8) -> State {
    State(items: zip(machines, state.items).map { $0.step($1, byte) })
  }

  package func verdict(in state: State) -> Int32 {
    zip(machines, state.items).allSatisfy { $0.isAccepting($1) } ? 0 : -1
  }

  package func isSettled(_ state: State) -> Bool {
    zip(machines, state.items).contains { $0.isDead($1) }
  }

  package func weight(of state: State) -> Int {
    // The state of an item has some eight words, beside those of what it reads.
    zip(machines, state.items).reduce(4) { $0 + 8 + $1.0.weight(of: $1.1) }
  }

  package func classes(in state: State, _ spelling: Token.Spelling) -> [SymbolSet] {
    zip(machines, state.items).flatMap { $0.classes(in: $1, spelling) }
  }
}

/// An automaton for one `ItemPattern`.
private struct ItemMachine {
  /// A state; equal states match the same further bytes.
  struct State: Hashable {
    var item: Item
    /// Whether an item with the name has ended.
    fileprivate var isFound = false
    /// Whether one of them did not match, for `every`, or one did, for `some`.
    fileprivate var isDecided = false
  }

  enum Item: Hashable {
    case name(PartMachine.State)
    case value(PartMachine.State)
    /// The value of an item with another name.
    case other
  }

  let name: PartMachine
  let value: PartMachine
  private let quantifier: ItemPattern.Quantifier
  let start: State

  init(_ pattern: ItemPattern) {
    name = PartMachine(pattern.namePattern)
    value = PartMachine(pattern.value)
    quantifier = pattern.quantifier
    start = State(item: .name(name.start))
  }

  func step(_ state: State, _ byte: UInt8) -> State {
    var state = state
    switch (state.item, byte) {
    case (_, UInt8(ascii: "&")):
      endItem(&state)
      state.item = .name(name.start)
    case (.name(let read), UInt8(ascii: "=")):
      state.item = name.isAccepting(read) ? .value(value.start) : .other
    case (.name(let read), _): state.item = .name(name.step(read, byte))
    case (.value(let read), _): state.item = .value(value.step(read, byte))
    case (.other, _): break
    }
    return state
  }

  /// Whether the query so far has the required items.
  func isAccepting(_ state: State) -> Bool {
    var state = state
    endItem(&state)
    return switch quantifier {
    case .every: !state.isDecided && (state.isFound || value.isAccepting(value.start))
    case .some: state.isDecided
    }
  }

  private func endItem(_ state: inout State) {
    let read: PartMachine.State
    switch state.item {
    case .name(let bytes) where name.isAccepting(bytes): read = value.start
    case .value(let bytes): read = bytes
    case .name, .other: return
    }
    state.isFound = true
    if value.isAccepting(read) == (quantifier == .some) { state.isDecided = true }
  }

  /// Whether an item has ended that must match and does not.
  func isDead(_ state: State) -> Bool { quantifier == .every && state.isDecided }

  func weight(of state: State) -> Int {
    switch state.item {
    case .name(let read): 4 + name.weight(of: read)
    case .value(let read): 4 + value.weight(of: read)
    case .other: 4
    }
  }

  func classes(in state: State, _ spelling: Token.Spelling) -> [SymbolSet] {
    let marks = spelling == .plain ? [SymbolSet("&".utf8)] : []
    return switch state.item {
    case .name(let read):
      name.classes(in: read, spelling) + marks
        + (spelling == .plain ? [SymbolSet("=".utf8)] : [])
    case .value(let read): value.classes(in: read, spelling) + marks
    case .other: marks
    }
  }
}
