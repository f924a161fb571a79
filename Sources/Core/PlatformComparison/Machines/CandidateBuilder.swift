import Links
import RouteProofs

/// Collects the automata of a `RouterMachine`.
struct CandidateBuilder {
  private let table: RouteTable
  private let reading: RouterMachine.Reading
  private(set) var candidates: [RouterMachine.Candidate] = []
  private(set) var conditions: [QueryCondition] = []
  private var offset = 0
  /// The candidates whose path is in a fragment.
  private var inFragment: Set<Int> = []
  private var numbers: [QueryParameter: Int] = [:]

  init(_ table: RouteTable, _ reading: RouterMachine.Reading) {
    self.table = table
    self.reading = reading
  }

  /// Adds the variants of all routes under a base.
  /// - Parameter hasHost: Whether links have a host; otherwise it is the first segment.
  mutating func add(base: Int, entrance: Int, hasHost: Bool) {
    let shape = table.bases[base].shape
    let skipsSegment = shape.isAnyHost && !hasHost
    let start = LinkSite.Entrance(
      base: base, prefix: shape.fragmentPrefix ?? shape.prefix, skipsSegment: skipsSegment)
    if shape.fragmentPrefix != nil {
      let path = LinkSite.Entrance(base: base, prefix: shape.prefix)
      add(NFA(path.expression), variant: nil, entrance: entrance, conditions: [])
    }
    for variant in table.variants.indices {
      let row = table.variants[variant]
      guard table.routes[row.route].isUnderBase[base], reading.includes(row.route) else {
        continue
      }
      if shape.fragmentPrefix != nil { inFragment.insert(candidates.count) }
      let own = reading.own(row.expression)
      let expression = start.isEmpty ? own : .sequence([start.expression, own])
      let conditions = reading.ignoresValues ? [] : table.routes[row.route].conditions
      add(
        NFA(expression), variant: variant, entrance: entrance,
        conditions: conditions.map { number(of: $0.query) })
    }
  }

  /// The states in which a path begins.
  func starts() -> [Int32] {
    candidates.indices.filter { !inFragment.contains($0) }.flatMap { index in
      candidates[index].automaton.start.map {
        Int32(truncatingIfNeeded: $0 + candidates[index].offset)
      }
    }.sorted()
  }

  private mutating func add(
    _ automaton: NFA, variant: Int?, entrance: Int, conditions: [Int]
  ) {
    candidates.append(
      RouterMachine.Candidate(
        entrance: entrance, variant: variant, automaton: automaton, offset: offset,
        conditions: conditions))
    offset += automaton.count
  }

  private mutating func number(of query: QueryParameter) -> Int {
    if let known = numbers[query] { return known }
    numbers[query] = conditions.count
    conditions.append(QueryCondition(query))
    return conditions.count - 1
  }
}

extension RouterMachine.Reading {
  fileprivate func includes(_ route: Int) -> Bool {
    guard case .anyValue(let routes) = self else { return true }
    return routes.contains(route)
  }

  fileprivate var ignoresValues: Bool {
    if case .anyValue = self { true } else { false }
  }

  fileprivate func own(_ expression: Expression) -> Expression {
    ignoresValues ? expression.withAnyValues : expression.withoutNumberLimits
  }
}

extension Expression {
  /// The expression with any text as the value of a parameter that is within a segment.
  fileprivate var withAnyValues: Expression {
    switch self {
    case .symbols: self
    case .sequence(let parts): .sequence(parts.map { $0.withAnyValues })
    case .choice(let parts): .choice(parts.map { $0.withAnyValues })
    case .repeated(let part, let least, let most, let isLazy):
      .repeated(part.withAnyValues, least: least, most: most, isLazy: isLazy)
    case .capture(let number, let part):
      .capture(
        number, part.canCrossSegments ? part : ValueType.string.expression(inPath: true))
    }
  }

  /// The expression with integers of any size: that a number of twenty digits is none would only
  /// multiply the states of a search.
  var withoutNumberLimits: Expression {
    if self == Self.int { return Self.digits(sign: true) }
    if self == Self.uint { return Self.digits(sign: false) }
    return switch self {
    case .symbols: self
    case .sequence(let parts): .sequence(parts.map { $0.withoutNumberLimits })
    case .choice(let parts): .choice(parts.map { $0.withoutNumberLimits })
    case .repeated(let part, let least, let most, let isLazy):
      .repeated(part.withoutNumberLimits, least: least, most: most, isLazy: isLazy)
    case .capture(let number, let part): .capture(number, part.withoutNumberLimits)
    }
  }

  private static let int = ValueType.int.expression(inPath: true)
  private static let uint = ValueType.uint.expression(inPath: true)

  private static func digits(sign: Bool) -> Expression {
    let digits = Expression.repeated(
      .symbols(SymbolSet(UInt8(ascii: "0")...UInt8(ascii: "9"))), least: 1, most: nil,
      isLazy: false)
    let minus = Expression.symbols(SymbolSet(Symbol(UInt8(ascii: "-"))))
    return sign
      ? .sequence([.repeated(minus, least: 0, most: 1, isLazy: false), digits]) : digits
  }
}
