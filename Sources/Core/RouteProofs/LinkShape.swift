import Links

/// What the texts that automata invent must obey to be part of a link (design §5.1): UTF-8 without
/// control characters; in a path also no empty segments and no `.` or `..`.
///
/// A small automaton of its own, which searches run beside those of the patterns.
struct LinkShape: Hashable {
  private enum Place: Hashable {
    /// Before the first separator of a path, where nothing has been read.
    case path
    case segmentStart, oneDot, twoDots
    /// Within a segment that is neither `.` nor `..`.
    case segment
    /// Within a query value.
    case value
  }

  private var place: Place
  private var check = UTF8Check()

  /// Where a whole path begins.
  static let path = LinkShape(place: .path)
  /// Where a query value begins.
  static let value = LinkShape(place: .value)

  private init(place: Place) {
    self.place = place
  }

  /// Whether the text may end here.
  var isComplete: Bool {
    check.isComplete && (place == .path || place == .segment || place == .value)
  }

  /// Where a symbol leads; nil if it may not stand here.
  func after(_ symbol: Symbol) -> LinkShape? {
    guard symbol != separator else {
      let mayEnd = isComplete && place != .value
      return mayEnd ? LinkShape(place: .segmentStart) : nil
    }
    let byte = UInt8(truncatingIfNeeded: symbol)
    var next = self
    guard place != .path, next.check.take(byte) == .fine else { return nil }
    switch place {
    case .segmentStart where byte == UInt8(ascii: "."): next.place = .oneDot
    case .oneDot where byte == UInt8(ascii: "."): next.place = .twoDots
    case .value: break
    default: next.place = .segment
    }
    return next
  }

  /// All symbols, those first that make the most readable texts.
  static let symbols: [Symbol] = {
    let readable = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_~".utf8
    let first = readable.map { Symbol($0) }
    let others = (0...separator).filter { !first.contains($0) && $0 != decodedSlash }
    return first + others + [decodedSlash]
  }()

  /// For each symbol its place in `symbols`.
  static let places: [Int] = {
    var places = [Int](repeating: 0, count: symbols.count)
    for (place, symbol) in symbols.enumerated() { places[Int(symbol)] = place }
    return places
  }()

  /// The most readable symbol of a set; nil for the empty one.
  static func readable(of set: SymbolSet) -> Symbol? {
    guard set.count < fewSymbols else { return symbols.first(where: set.contains) }
    return set.members.min { places[Int($0)] < places[Int($1)] }
  }

  /// A set of fewer is looked through; most of a larger one have a readable symbol early on.
  private static let fewSymbols = 17

  /// The slash of a `%2F`: correct, and what a reader expects least.
  private static let decodedSlash = Symbol(UInt8(ascii: "/"))

  /// Groups of symbols that lead from every shape to the same one, in order of preference; the
  /// decoded slash is a group of its own.
  static let groups: [SymbolSet] = {
    let shapes = reachable
    var groups: [[LinkShape?]: SymbolSet] = [:]
    var order: [[LinkShape?]] = []
    for symbol in symbols {
      let ends = symbol == decodedSlash ? [] : shapes.map { $0.after(symbol) }
      if groups[ends] == nil { order.append(ends) }
      groups[ends, default: SymbolSet()].insert(symbol)
    }
    return order.compactMap { groups[$0] }
  }()

  private static var reachable: [LinkShape] {
    var shapes: [LinkShape] = [.path, .value]
    var next = 0
    while next < shapes.count {
      for symbol in symbols {
        if let shape = shapes[next].after(symbol), !shapes.contains(shape) { shapes.append(shape) }
      }
      next += 1
    }
    return shapes
  }
}
