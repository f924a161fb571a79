package import Languages
import Links

/// Whether the symbols read so far can begin the path of a link: UTF-8 without control characters,
/// no empty segment, no `.` or `..` segment (docs/route-files.md).
///
/// Searches for paths run this small automaton alongside those of the patterns.
package struct WellFormedness: Hashable {
  private enum Position: Hashable {
    case start
    case segmentStart, oneDot, twoDots
    /// Within a segment that is neither `.` nor `..`.
    case segment
    /// Within the value of a query item.
    case value
  }

  private var position: Position
  private var check = UTF8Check()

  /// Before the first separator of a path.
  package static let start = WellFormedness(position: .start)
  /// Before the first symbol of the value of a query item: no separator, and any segments.
  static let value = WellFormedness(position: .value)

  private init(position: Position) {
    self.position = position
  }

  /// Whether the symbols are the path of a link, or a value.
  package var isComplete: Bool {
    check.isComplete && (position == .start || position == .segment || position == .value)
  }

  /// Whether the symbols do not end within a UTF-8 sequence.
  package var isCharacterComplete: Bool { check.isComplete }

  /// The position after a symbol; nil if the symbol is not allowed here.
  package func after(_ symbol: Symbol) -> WellFormedness? {
    guard symbol != separator else {
      return isComplete && position != .value ? WellFormedness(position: .segmentStart) : nil
    }
    let byte = UInt8(truncatingIfNeeded: symbol)
    var next = self
    guard position != .start, next.check.take(byte) == .fine else { return nil }
    switch position {
    case .value: break
    case .segmentStart where byte == UInt8(ascii: "."): next.position = .oneDot
    case .oneDot where byte == UInt8(ascii: "."): next.position = .twoDots
    default: next.position = .segment
    }
    return next
  }

  // MARK: Choosing symbols

  /// All symbols, the most readable first.
  private static let symbols: [Symbol] = {
    let readable = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_~".utf8
    let first = readable.map { Symbol($0) }
    let others = (0...separator).filter { !first.contains($0) && $0 != decodedSlash }
    return first + others + [decodedSlash]
  }()

  /// For each symbol its index in `symbols`.
  package static let readabilities: [Int] = {
    var indices = [Int](repeating: 0, count: symbols.count)
    for (index, symbol) in symbols.enumerated() { indices[Int(symbol)] = index }
    return indices
  }()

  /// The most readable symbol of a set; nil if the set is empty.
  package static func mostReadable(of set: SymbolSet) -> Symbol? {
    guard set.count < smallSetCount else { return symbols.first(where: set.contains) }
    return set.least(by: readabilities)
  }

  /// From this count on, trying `symbols` in order is faster than comparing all members.
  private static let smallSetCount = 17

  /// The slash of a `%2F`: valid in a segment, but the least readable symbol.
  private static let decodedSlash = Symbol(UInt8(ascii: "/"))

  /// Classes of symbols, the most readable class first: from every position, all symbols of a class
  /// lead to the same position. The decoded slash has a class of its own.
  static let classes: [SymbolSet] = {
    var classes: [SymbolSet] = []
    var ends: [[WellFormedness?]] = []
    for symbol in symbols {
      let own = symbol == decodedSlash ? [] : reachable.map { $0.after(symbol) }
      let known = ends.firstIndex(of: own)
      if known == nil {
        ends.append(own)
        classes.append(SymbolSet())
      }
      classes[known ?? classes.count - 1].insert(symbol)
    }
    return classes
  }()

  /// The positions of a path, `start` first.
  static let reachable: [WellFormedness] = {
    var search = BreadthFirst<WellFormedness, Symbol>()
    search.add(.start, by: nil)
    while let index = search.next() {
      for symbol in symbols {
        guard let after = search.states[index].after(symbol) else { continue }
        search.add(after, by: (symbol, after: index))
      }
    }
    return search.states
  }()

  /// For each of `reachable` the classes that are allowed there, and the index of the position that
  /// each leads to.
  static let following: [[(class: SymbolSet, next: UInt8)]] = reachable.map { position in
    classes.compactMap { symbols in
      guard let after = mostReadable(of: symbols).flatMap(position.after),
        let next = reachable.firstIndex(of: after)
      else { return nil }
      return (symbols, UInt8(truncatingIfNeeded: next))
    }
  }
}
