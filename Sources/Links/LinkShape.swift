/// What the texts that automata invent must obey to be part of a link (design §5.1): no control
/// characters; in a path also no empty segments and no `.` or `..`.
///
/// A tiny automaton of its own, which searches run beside those of the patterns. It relies on those to
/// make UTF-8.
enum LinkShape: UInt8 {
  /// Before the first separator of a path, where nothing has been read.
  case path
  /// After a separator.
  case segmentStart
  case oneDot
  case twoDots
  /// Within a segment that is neither.
  case segment
  /// The same after the byte C2, where 80…9F would make a control character.
  case segmentLead
  /// Within a query value.
  case value
  case valueLead

  /// Whether the text may end here.
  var isComplete: Bool { self == .path || self == .segment || self == .value }

  /// Where a symbol leads; nil if it may not stand here.
  func after(_ symbol: Symbol) -> LinkShape? {
    if symbol == separator {
      return self == .path || self == .segment ? .segmentStart : nil
    }
    let byte = UInt8(truncatingIfNeeded: symbol)
    guard !byte.isControl else { return nil }
    let isLead = byte == 0xC2
    switch self {
    case .path: return nil
    case .value: return isLead ? .valueLead : .value
    case .valueLead: return byte >= 0xA0 ? .value : nil
    case .segmentLead: return byte >= 0xA0 ? .segment : nil
    case .segmentStart where byte == UInt8(ascii: "."): return .oneDot
    case .oneDot where byte == UInt8(ascii: "."): return .twoDots
    case .segmentStart, .oneDot, .twoDots, .segment: return isLead ? .segmentLead : .segment
    }
  }

  /// All symbols, those first that make the most readable texts.
  static let symbols: [Symbol] = {
    let readable = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_~".utf8
    let first = readable.map { Symbol($0) }
    let others = (0...separator).filter { !first.contains($0) && $0 != decodedSlash }
    return first + others + [decodedSlash]
  }()

  /// The slash of a `%2F`: correct, and what a reader expects least.
  private static let decodedSlash = Symbol(UInt8(ascii: "/"))

  /// Groups of symbols that lead from every shape to the same one, in order of preference; the decoded
  /// slash is a group of its own.
  static let groups: [SymbolSet] = {
    var groups: [[LinkShape?]: SymbolSet] = [:]
    var order: [[LinkShape?]] = []
    let shapes: [LinkShape] = [
      .path, .segmentStart, .oneDot, .twoDots, .segment, .segmentLead, .value, .valueLead,
    ]
    for symbol in symbols {
      let ends = symbol == decodedSlash ? [] : shapes.map { $0.after(symbol) }
      if groups[ends] == nil { order.append(ends) }
      groups[ends, default: SymbolSet()].insert(symbol)
    }
    return order.compactMap { groups[$0] }
  }()
}
