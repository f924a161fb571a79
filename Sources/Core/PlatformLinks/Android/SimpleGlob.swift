/// Android's `pathPattern`, `queryPattern` and `fragmentPattern`.
///
///     x      the unit x; `.` any unit, even after a backslash
///     x*     as many x as follow
///     .*c    everything up to and including the first c, which is always literal
///     .*     at the end: everything
///     \x     x, without its special meaning ahead of or as a star
///
/// Not a regular expression: nothing is given back, so `/a/.*/b` refuses `/a/x/y/b`. After `.*c`, a
/// star is a literal star. A text that ends ahead of an item does not match, even if the item could
/// be empty (`/ab*` refuses `/a`), except that a last `.*` matches the empty rest.
package struct SimpleGlob: UnitMachine {
  package enum Item: Hashable {
    case unit(UInt16)
    case any
    /// As many of the unit as follow.
    case repeated(UInt16)
    /// Everything up to and including the first such unit.
    case upTo(UInt16)
    /// Everything.
    case rest
  }

  /// The parts, in order.
  package let items: [Item]

  /// Reads a pattern; every text is one.
  package init(_ pattern: [UInt16]) {
    var parser = SimpleGlobParser(pattern: pattern)
    items = parser.items()
  }

  // State 2k is ahead of item k, state 2k + 1 inside it.

  package var start: Int { 0 }
  package var stateCount: Int { 2 * items.count + 1 }

  package func step(_ state: Int, _ unit: UInt16) -> Int {
    guard state >= 0 else { return deadState }
    var index = state / 2
    if state % 2 == 1, items.indices.contains(index) {
      switch items[index] {
      case .upTo(let end): return unit == end ? 2 * (index + 1) : state
      case .repeated(let repeated) where unit != repeated: index += 1
      default: return state
      }
    }
    while index < items.count {
      switch items[index] {
      case .unit(let wanted): return unit == wanted ? 2 * (index + 1) : deadState
      case .any: return 2 * (index + 1)
      case .upTo(let end): return unit == end ? 2 * (index + 1) : 2 * index + 1
      case .rest: return 2 * index + 1
      case .repeated(let repeated):
        if unit == repeated { return 2 * index + 1 }
        index += 1
      }
    }
    return deadState
  }

  package func isAccepting(_ state: Int) -> Bool {
    guard state >= 0 else { return false }
    let index = state / 2
    guard index < items.count else { return true }
    guard state % 2 == 1 else { return items[index] == .rest }
    switch items[index] {
    case .rest: return true
    case .repeated: return index + 1 == items.count || items[index + 1] == .rest
    case .unit, .any, .upTo: return false
    }
  }

  package var boundaries: [UInt16] { items.flatMap(boundaries(of:)) }

  package func boundaries(in state: Int) -> [UInt16] {
    guard state >= 0 else { return [] }
    var found: [UInt16] = []
    for item in items[min(state / 2, items.count)...] {
      found += boundaries(of: item)
      // Only a repeated unit can be skipped.
      guard case .repeated = item else { break }
    }
    return found
  }

  private func boundaries(of item: Item) -> [UInt16] {
    switch item {
    case .unit(let unit), .repeated(let unit), .upTo(let unit):
      PlatformLinks.boundaries(of: unit)
    case .any, .rest: []
    }
  }
}

/// Reads the items of a simple glob. Every text is a pattern; U+0000 replaces what a backslash or
/// `.*\` at the end lacks, as in Android.
private struct SimpleGlobParser {
  let pattern: [UInt16]
  private var index = 0

  init(pattern: [UInt16]) {
    self.pattern = pattern
  }

  mutating func items() -> [SimpleGlob.Item] {
    var items: [SimpleGlob.Item] = []
    while index < pattern.count { items.append(item()) }
    return items
  }

  private mutating func item() -> SimpleGlob.Item {
    let isEscaped = current == backslash
    if isEscaped { index += 1 }
    let unit = current
    index += 1
    guard index < pattern.count, current == star else {
      return unit == dot ? .any : .unit(unit)
    }
    index += 1
    guard unit == dot, !isEscaped else { return .repeated(unit) }
    guard index < pattern.count else { return .rest }
    if current == backslash { index += 1 }
    defer { index += 1 }
    return .upTo(current)
  }

  private var current: UInt16 { index < pattern.count ? pattern[index] : 0 }
}

private let backslash = UInt16(UInt8(ascii: "\\"))
private let star = UInt16(UInt8(ascii: "*"))
private let dot = UInt16(UInt8(ascii: "."))
