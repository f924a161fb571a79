import Languages
import Links
import RouteProofs

/// Collects the automata of a `RouterMachine`.
struct CandidateBuilder {
  private let table: RouteTable
  private let reading: RouterMachine.Reading
  private(set) var candidates: [RouterMachine.Candidate] = []
  /// What each candidate accepts.
  private(set) var automata: [NFA] = []
  /// The candidates whose path is not in a fragment.
  private(set) var pathCandidates: [Int] = []
  private(set) var conditions = Numbering<QueryParameter>()

  init(_ table: RouteTable, _ reading: RouterMachine.Reading) {
    self.table = table
    self.reading = reading
  }

  /// Adds the variants of all routes under a base.
  /// - Parameter hasHost: Whether links have a host; otherwise it is the first segment.
  mutating func add(base: Int, mount: Int, hasHost: Bool) {
    let shape = table.bases[base].shape
    let skipsSegment = shape.isAnyHost && !hasHost
    let start = LinkSite.Mount(
      base: base, prefix: shape.fragmentPrefix ?? shape.prefix, skipsSegment: skipsSegment)
    if shape.fragmentPrefix != nil {
      let path = LinkSite.Mount(base: base, prefix: shape.prefix)
      pathCandidates.append(candidates.count)
      add(path.expression, variant: nil, mount: mount, conditions: [])
    }
    for variant in table.variants.indices {
      let row = table.variants[variant]
      guard table.routes[row.route].isUnderBase[base], reading.includes(row.route) else {
        continue
      }
      if shape.fragmentPrefix == nil { pathCandidates.append(candidates.count) }
      let own = reading.own(row.expression)
      let expression = start.isEmpty ? own : .sequence([start.expression, own])
      let conditions = reading.ignoresValues ? [] : table.routes[row.route].conditions
      add(
        expression, variant: variant, mount: mount,
        conditions: conditions.map { self.conditions.number(of: $0.query) })
    }
  }

  private mutating func add(
    _ expression: Expression, variant: Int?, mount: Int, conditions: [Int]
  ) {
    automata.append(NFA(reading == .exact ? expression : expression.ignoringCase))
    candidates.append(
      RouterMachine.Candidate(mount: mount, variant: variant, conditions: conditions))
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
    replacing { part in
      guard case .capture(let number, let value) = part, !value.canCrossSegments else { return nil }
      return .capture(number, ValueType.string.expression(inPath: true))
    }
  }

  /// The expression with ASCII letters in both cases.
  fileprivate var ignoringCase: Expression {
    replacing { part in
      if case .symbols(let set) = part { .symbols(set.ignoringCase) } else { nil }
    }
  }

  /// The expression with integers of any size: rejecting numbers of twenty digits would only
  /// multiply the states of a search.
  var withoutNumberLimits: Expression {
    replacing { part in
      part == Self.int
        ? Self.digits(sign: true) : part == Self.uint ? Self.digits(sign: false) : nil
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
