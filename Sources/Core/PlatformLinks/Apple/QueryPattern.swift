/// What a rule requires of a link's query.
public enum QueryPattern: Hashable, Sendable {
  /// The whole query matches, as in `"?": "a=1"`.
  case text(PartPattern)
  /// Each named item matches; further items are free, as in `"?": { "a": "1" }`.
  case items([ItemPattern])
}

/// What a rule requires of the items with one name.
public struct ItemPattern: Hashable, Sendable {
  /// Which of the items with the name must match.
  public enum Quantifier: Hashable, Sendable {
    /// Each of them; without any, the empty text must match (Apple).
    case every
    /// At least one (Android).
    case some
  }

  /// The name.
  public let name: [UInt8]
  /// The pattern of the values; an item without `=` has an empty one.
  public let value: PartPattern
  /// Which items must match.
  public let quantifier: Quantifier
  /// The name as a pattern, read as the value is. Whether Apple ignores the case of names is not
  /// documented; here it does so with that of values.
  let namePattern: PartPattern

  /// A pattern for the items with a name.
  public init(
    name: [UInt8], value: PartPattern, quantifier: Quantifier, isCaseSensitive: Bool = true
  ) {
    self.name = name
    self.value = value
    self.quantifier = quantifier
    namePattern = PartPattern(
      Glob(literal: name, isCaseSensitive: isCaseSensitive), isDecoded: value.isDecoded)
  }

  /// Whether a query, as written in a link, has the required items.
  public func matches(_ query: [UInt8]) -> Bool {
    let machine = ItemMachine(self)
    return machine.isAccepting(query.reduce(machine.start, machine.step))
  }
}

/// An automaton over the bytes of a query as written in a link, for one `ItemPattern`. It splits at
/// `&` and at the first `=` of an item, then decodes.
public struct ItemMachine: Sendable {
  /// A state; equal states match the same further bytes.
  public struct State: Hashable, Sendable {
    var item: Item
    /// Whether an item with the name has ended.
    fileprivate var isFound = false
    /// Whether one of them did not match, for `every`, or one did, for `some`.
    fileprivate var isDecided = false
  }

  enum Item: Hashable, Sendable {
    case name(PartMachine.State)
    case value(PartMachine.State)
    /// The value of an item with another name.
    case other
  }

  let name: PartMachine
  let value: PartMachine
  private let quantifier: ItemPattern.Quantifier
  /// The state ahead of the first byte.
  public let start: State

  /// The machine of a pattern.
  public init(_ pattern: ItemPattern) {
    name = PartMachine(pattern.namePattern)
    value = PartMachine(pattern.value)
    quantifier = pattern.quantifier
    start = State(item: .name(name.start))
  }

  /// The state after one more byte.
  public func step(_ state: State, _ byte: UInt8) -> State {
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
  public func isAccepting(_ state: State) -> Bool {
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
}
