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
package struct SimpleGlob {
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

  package var machine: UnitMachine { UnitMachine(items.flatMap { $0.tokens }) }
}

extension SimpleGlob.Item {
  fileprivate var tokens: [UnitMachine.Token] {
    switch self {
    case .unit(let unit): [.init(ranges: [unit...unit])]
    case .any: [.init(isInverse: true)]
    case .repeated(let unit):
      [.init(ranges: [unit...unit], countMin: 0, countMax: nil, mustBegin: true)]
    case .upTo(let unit):
      [
        .init(ranges: [unit...unit], isInverse: true, countMin: 0, countMax: nil),
        .init(ranges: [unit...unit]),
      ]
    case .rest: [.rest]
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
    let isEscaped = current == ascii("\\")
    if isEscaped { index += 1 }
    let unit = current
    index += 1
    guard index < pattern.count, current == ascii("*") else {
      return unit == ascii(".") ? .any : .unit(unit)
    }
    index += 1
    guard unit == ascii("."), !isEscaped else { return .repeated(unit) }
    guard index < pattern.count else { return .rest }
    if current == ascii("\\") { index += 1 }
    defer { index += 1 }
    return .upTo(current)
  }

  private var current: UInt16 { index < pattern.count ? pattern[index] : 0 }
}
