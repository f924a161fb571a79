import Diagnostics

/// Turns specifications into routes and variants, and collects errors.
struct RouteTableBuilder: ~Copyable {
  private(set) var rows: TableRows
  /// For each variant the position of its rank in the order of all ranks; equal ranks share one.
  private(set) var ranks: [Int] = []
  private(set) var bases: [Base] = []
  private(set) var errors: [Diagnostic] = []
  private(set) var brokenRoutes: Set<Int> = []
  private let specifications: [RouteSpecification]
  private var segments = SegmentInterner()
  private var rankLists = Interner<UInt32>()
  /// The number of each variant's rank.
  private var rankNumbers: [Int32] = []
  private var rank: [UInt32] = []
  /// The types of a pattern without declared types, by the number of its parameters.
  private var strings: [Int: [ValueType]] = [:]
  /// The bases of the previous route, and the entry of `rows.basesUnder` for each list of bases.
  private var lastBases: [Base]?
  private var basesUnder: [[Base]?: Int] = [nil: 0]
  private var lastNumber = 0

  init(_ specifications: [RouteSpecification]) {
    self.specifications = specifications
    rows = TableRows(specifications: specifications)
  }

  mutating func compile() {
    findBases()
    // Growing these arrays would cost more than filling them.
    rows.routes.reserveCapacity(specifications.count + 1)
    rows.variants.reserveCapacity(specifications.count + 1)
    rankNumbers.reserveCapacity(specifications.count)
    // By buffer: an element of the array would be copied, and each of its parts retained.
    specifications.withUnsafeBufferPointer { specifications in
      for index in specifications.indices {
        let errorsBefore = errors.count
        add(index, specifications[index])
        if errors.count > errorsBefore { brokenRoutes.insert(index) }
      }
    }
    rows.appendRoute(conditions: 0, bases: 0, parameterCount: 0)
    rows.variants.append(rows.nextVariant(of: specifications.count))
    rows.matchers = segments.matchers
    assignOrders()
  }

  /// Collects the bases. Routes of one plugin share theirs, which are compared only once.
  private mutating func findBases() {
    var known: Set<Base> = []
    var last: [Base]?
    for specification in specifications where !areSame(specification.bases, last) {
      last = specification.bases
      for base in last ?? [] where known.insert(base).inserted { bases.append(base) }
    }
    rows.basesUnder = [bases.map { _ in true }]
  }

  private func areSame(_ left: [Base]?, _ right: [Base]?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.count == right.count && zip(left, right).allSatisfy { $0.shape === $1.shape }
  }

  /// The entry of `rows.basesUnder` for a route.
  private mutating func numberOfBases(of specification: RouteSpecification) -> Int {
    if !areSame(specification.bases, lastBases) {
      lastBases = specification.bases
      if basesUnder[lastBases] == nil {
        let own = Set(lastBases ?? [])
        basesUnder[lastBases] = rows.basesUnder.count
        rows.basesUnder.append(bases.map { own.contains($0) })
      }
      lastNumber = basesUnder[lastBases] ?? 0
    }
    return lastNumber
  }

  private mutating func add(_ index: Int, _ specification: RouteSpecification) {
    let compiler = VariantCompiler(
      parts: specification.pattern.parts, types: checkedTypes(of: specification),
      isCaseSensitive: specification.isCaseSensitive,
      requiredItems: specification.query.count { !$0.isOptional })
    appendRoute(specification)
    do {
      for variant in specification.pattern.variants {
        var row = rows.nextVariant(of: index)
        row.rest = try compiler.compile(variant, into: &rows, &segments, rank: &rank)
        rows.variants.append(row)
        rankNumbers.append(Int32(row: rankLists.number(of: rank)))
      }
    } catch {
      errors.append(
        .tooLarge(
          .states, pattern: specification.pattern.text, limit: error.limit,
          at: specification.position))
    }
  }

  private mutating func appendRoute(_ specification: RouteSpecification) {
    let pattern = specification.pattern
    let query = checkedQuery(of: specification)
    checkParts(of: specification, query)
    let partCount = specification.parts.count
    let bases = numberOfBases(of: specification)
    guard !query.isEmpty else {
      return rows.appendRoute(
        conditions: 0, bases: bases, parameterCount: pattern.parameters.count + partCount)
    }
    var count = pattern.parameters.count
    var conditions: [TableRoute.Condition] = []
    for item in query {
      let isInPath = pattern.parameters.contains { sameBytes($0.name, item.name) }
      conditions.append(
        TableRoute.Condition(
          query: item.condition, filter: item.ignoresMisfits ? item.type : nil,
          parameter: isInPath ? nil : count))
      if !isInPath { count += 1 }
    }
    rows.conditions.append(conditions)
    rows.appendRoute(
      conditions: rows.conditions.count - 1, bases: bases, parameterCount: count + partCount)
  }

  /// Reports parts of the link with the name of another parameter.
  private mutating func checkParts(
    of specification: RouteSpecification, _ query: [QueryParameter]
  ) {
    guard !specification.parts.isEmpty else { return }
    let pattern = specification.pattern
    var names = pattern.parameters.map { $0.name } + query.map { $0.name }
    for part in specification.parts {
      if names.contains(where: { sameBytes($0, part.rawValue) }) {
        errors.append(
          .duplicateParameter(
            name: part.rawValue, pattern: pattern.text, at: specification.position))
      }
      names.append(part.rawValue)
    }
  }

  /// The type of each path parameter; `string` if none is given or the given one is invalid.
  private mutating func checkedTypes(of specification: RouteSpecification) -> [ValueType] {
    let pattern = specification.pattern
    let count = pattern.parameters.count
    guard !specification.types.isEmpty else {
      if strings[count] == nil { strings[count] = [ValueType](repeating: .string, count: count) }
      return strings[count] ?? []
    }
    let positions = specification.typePositions
    var types = [ValueType](repeating: .string, count: count)
    var seen = Set<Int>()
    for (row, (name, type)) in specification.types.enumerated() {
      let at = (row < positions.count ? positions[row] : nil) ?? specification.position
      guard let index = pattern.parameters.firstIndex(where: { sameBytes($0.name, name) }) else {
        let known = pattern.parameters.map { $0.name }
        errors.append(
          .unknownParameter(
            name: name, pattern: pattern.text, nearest: nearest(to: name, in: known), known: known,
            at: at))
        continue
      }
      guard seen.insert(index).inserted else {
        errors.append(.duplicateParameter(name: name, pattern: pattern.text, at: at))
        continue
      }
      if let fault = Self.fault(of: type, on: pattern.parts.first { $0.parameter == index }) {
        errors.append(.type(fault, parameter: name, pattern: pattern.text, at: at))
      } else {
        types[index] = type
      }
    }
    return types
  }

  private static func fault(of type: ValueType, on part: PatternPart?) -> PatternFault? {
    if case .oneOf(let texts) = type, texts.isEmpty { return .noTexts }
    if case .expression = type { return .isExpression }
    guard type != .string else { return nil }
    switch part?.kind {
    case .regex: return .hasRegex
    case .wildcard: return .isWildcard
    default: return nil
    }
  }

  private mutating func checkedQuery(of specification: RouteSpecification) -> [QueryParameter] {
    let text = specification.pattern.text
    let at = specification.position
    var query: [QueryParameter] = []
    for item in specification.query {
      if case .oneOf(let texts) = item.type, texts.isEmpty {
        errors.append(.type(.noTexts, parameter: item.name, pattern: text, at: at))
      }
      if query.contains(where: { sameBytes($0.name, item.name) }) {
        errors.append(.duplicateQuery(name: item.name, pattern: text, at: at))
      } else {
        query.append(item)
      }
    }
    return query
  }

  /// Numbers the ranks in order, so that matching compares integers. There are far fewer ranks than
  /// variants.
  private mutating func assignOrders() {
    let sorted = rankLists.lists.indices.inOrder { left, right in
      rankLists.lists[left].lexicographicallyPrecedes(rankLists.lists[right])
    }
    var places = [Int](repeating: 0, count: sorted.count)
    for (place, number) in sorted.enumerated() { places[number] = place }
    ranks = rankNumbers.map { places[Int($0)] }
  }
}
