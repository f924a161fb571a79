import Languages
import PlatformLinks

/// One order of the items of queries: those with names that a machine looks at, each at most once,
/// by name, and then at most one other.
///
/// Neither the router nor items of a rule depend on the order of items, so that one order
/// represents all, and a search does not try every one. A query that is compared as a whole text
/// does.
struct QueryOrder {
  /// A position in a query.
  struct Position: Hashable {
    /// The names that may still come are those from this index on.
    var next = 0
    /// The names that the item's own can still be.
    var candidates: Range<Int>
    /// The bytes of the name so far.
    var matched = 0
    /// Whether the item's name has ended.
    var isInValue = false
  }

  /// In ascending order, without the empty one.
  private let names: [[UInt8]]

  init(_ names: some Sequence<[UInt8]>) {
    self.names = Set(names.filter { !$0.isEmpty }).sorted { $0.lexicographicallyPrecedes($1) }
  }

  var start: Position { Position(candidates: names.indices) }

  /// The position after one more token; `nil` if no query of this order continues like that.
  func after(_ position: Position, _ token: Token) -> Position? {
    guard !token.isPlain("&") else {
      let ended = end(position)
      guard ended.next <= names.count else { return nil }
      return Position(next: ended.next, candidates: ended.next..<names.count)
    }
    guard !position.isInValue else { return position }
    guard !token.isPlain("=") else {
      var ended = end(position)
      ended.isInValue = true
      return ended
    }
    var next = position
    let matching = position.candidates.filter { index in
      names[index].count > position.matched && names[index][position.matched] == token.byte
    }
    next.matched = min(position.matched + 1, Self.matchedMax)
    // Names with a common beginning are neighbours.
    next.candidates = (matching.first ?? 0)..<((matching.last ?? -1) + 1)
    if next.candidates.isEmpty { next.matched = Self.matchedMax }
    return next
  }

  /// The position at the end of an item's name.
  func end(_ position: Position) -> Position {
    guard !position.isInValue else { return position }
    var ended = position
    if let index = position.candidates.first, names[index].count == position.matched {
      ended.next = index + 1
    } else {
      // Another item, which is the last.
      ended.next = names.count + 1
    }
    ended.candidates = 0..<0
    ended.matched = Self.matchedMax
    return ended
  }

  /// Longer than every name.
  private static let matchedMax = 65_536
}
