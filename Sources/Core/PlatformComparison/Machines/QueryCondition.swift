import Languages
import Links
import PlatformLinks

/// An automaton over the tokens of a query, for what a route requires of the first item with a
/// name. Items are split at `&`, and an item at its first `=`, before they are decoded.
struct QueryCondition {
  enum State: Hashable {
    /// In the name of an item, which begins with so many bytes of the wanted name.
    case name(matched: Int)
    /// In the name or value of an item with another name.
    case other
    /// In the value of the first item with the name: states of the automaton.
    case value([Int32])
    /// After it, or if the condition does not matter.
    case decided(fits: Bool)
  }

  private let query: QueryParameter
  private let name: [UInt8]
  private let automaton: NFASet

  init(_ query: QueryParameter) {
    self.query = query
    name = Array(query.name.utf8)
    automaton = NFASet([NFA(query.type.expression(inPath: false).withoutNumberLimits)])
  }

  var start: State { .name(matched: 0) }

  /// The state after one more token.
  /// - Parameter isUnique: Whether no name appears twice, so that an optional item that fits and an
  ///   absent one come to the same.
  func step(_ state: State, _ token: Token, isUnique: Bool) -> State {
    let next = step(state, token)
    return isUnique && query.isOptional && next == .decided(fits: true) ? start : next
  }

  private func step(_ state: State, _ token: Token) -> State {
    switch state {
    case .decided: return state
    case .other: return token.isPlain("&") ? start : state
    case .name(let matched):
      if token.isPlain("&") { return isNamed(matched) ? .decided(fits: fits(nil)) : start }
      if token.isPlain("=") { return isNamed(matched) ? .value(automaton.start) : .other }
      return matched < name.count && name[matched] == token.byte
        ? .name(matched: matched + 1) : .other
    case .value(let members):
      if token.isPlain("&") { return .decided(fits: fits(members)) }
      let next = automaton.step(members, Symbol(token.byte))
      return next.isEmpty ? .decided(fits: false) : .value(next)
    }
  }

  /// Whether a query that ends here is what the route requires.
  func holds(in state: State) -> Bool {
    switch state {
    case .decided(let fits): fits
    case .other: query.isOptional
    case .name(let matched): isNamed(matched) ? fits(nil) : query.isOptional
    case .value(let members): fits(members)
    }
  }

  /// The bytes that the state distinguishes.
  func classes(in state: State, isPlain: Bool) -> [SymbolSet] {
    let marks = isPlain ? ["&", "="].map { SymbolSet($0.utf8) } : []
    switch state {
    case .decided: return []
    case .other: return marks
    case .name(let matched):
      return marks + (matched < name.count ? [SymbolSet([name[matched]])] : [])
    case .value(let members):
      return marks + members.compactMap { automaton.set($0) }
    }
  }

  /// Whether a name of so many bytes is the wanted one. A piece without a byte is no item.
  private func isNamed(_ matched: Int) -> Bool { matched == name.count && matched > 0 }

  /// Whether a value that ends in these states fits; `nil` for an item without one.
  private func fits(_ members: [Int32]?) -> Bool {
    automaton.isAccepting(members ?? automaton.start)
  }
}
