import Diagnostics

/// A rank that is hashed at once; an array hashes its elements one by one.
private struct Rank: Hashable {
  let numbers: [UInt32]

  func hash(into hasher: inout Hasher) {
    numbers.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// Turns specifications into routes and variants, collecting what is wrong with them.
struct RouteTableBuilder {
  private(set) var routes: [TableRoute] = []
  private(set) var variants: [TableVariant] = []
  /// For each variant the place of its rank among all ranks; equal ranks have equal places.
  private(set) var orders: [Int] = []
  private(set) var segments = SegmentNumbers()
  private var ranks = Numbering<Rank, [UInt32]>()
  private(set) var bases: [Base] = []
  private(set) var errors: [PatternError] = []
  private let specifications: [RouteSpecification]
  /// The bases of the route before, and for each base of the table whether they hold it.
  private var lastBases: (given: [Base], isUnder: [Bool]) = ([], [])

  init(_ specifications: [RouteSpecification]) {
    self.specifications = specifications
  }

  mutating func compile() {
    findBases()
    routes.reserveCapacity(specifications.count)
    variants.reserveCapacity(specifications.count)
    for (index, specification) in specifications.enumerated() { add(specification, index) }
    assignOrders()
  }

  /// Routes of one plugin have the same bases, which are looked at once.
  private mutating func findBases() {
    var known: Set<Base> = []
    var last: [Base] = []
    for specification in specifications where !areSame(specification.bases, last) {
      last = specification.bases
      for base in last where known.insert(base).inserted { bases.append(base) }
    }
    lastBases = ([], bases.map { _ in true })
  }

  private func areSame(_ left: [Base], _ right: [Base]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.shape === $1.shape }
  }

  private mutating func isUnderBase(of specification: RouteSpecification) -> [Bool] {
    if areSame(specification.bases, lastBases.given) { return lastBases.isUnder }
    let own = Set(specification.bases)
    let isUnder = bases.map { own.isEmpty || own.contains($0) }
    lastBases = (specification.bases, isUnder)
    return isUnder
  }

  private mutating func add(_ specification: RouteSpecification, _ index: Int) {
    let types = checkedTypes(of: specification)
    let query = checkedQuery(of: specification)
    let compiler = VariantCompiler(route: index, specification: specification, types: types)
    let start = variants.count
    do {
      for (number, variant) in specification.pattern.variants.enumerated() {
        let rank = compiler.rank(of: variant)
        variants.append(
          try compiler.compile(
            variant, number: number, rank: ranks.append(rank, for: Rank(numbers: rank)),
            &segments))
      }
    } catch {
      errors.append(error)
    }
    let (parameters, conditions) = Self.parameters(of: specification, types: types, query: query)
    routes.append(
      TableRoute(
        specification: specification, parameters: parameters, conditions: conditions,
        isUnderBase: isUnderBase(of: specification),
        variants: start..<variants.count))
  }

  private static func parameters(
    of specification: RouteSpecification, types: [ValueType], query: [QueryParameter]
  ) -> ([Parameter], [TableRoute.Condition]) {
    let parts = specification.pattern.parts
    var parameters = zip(specification.pattern.parameters, types).enumerated().map { index, pair in
      Parameter(
        name: pair.0.name, type: pair.1, isOptional: pair.0.isOptional, place: .path,
        spansSegments: parts.contains { $0.parameter == index && $0.canCrossSegments })
    }
    var conditions: [TableRoute.Condition] = []
    for item in query {
      let isInPath = parameters.contains { $0.place == .path && sameBytes($0.name, item.name) }
      conditions.append(
        TableRoute.Condition(query: item, parameter: isInPath ? nil : parameters.count))
      guard !isInPath else { continue }
      parameters.append(
        Parameter(name: item.name, type: item.type, isOptional: item.isOptional, place: .query))
    }
    return (parameters, conditions)
  }

  /// A type for each path parameter; `string` where none is given or the given one is refused.
  private mutating func checkedTypes(of specification: RouteSpecification) -> [ValueType] {
    let pattern = specification.pattern
    let at = specification.position
    var types = [ValueType](repeating: .string, count: pattern.parameters.count)
    guard !specification.types.isEmpty else { return types }
    var seen = Set<Int>()
    for (name, type) in specification.types {
      guard let index = pattern.parameters.firstIndex(where: { sameBytes($0.name, name) }) else {
        let near = nearest(to: name, in: pattern.parameters.map(\.name))
        errors.append(.unknownParameter(name: name, pattern: pattern.text, nearest: near, at: at))
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

  private static func fault(of type: ValueType, on part: PatternPart?) -> PatternError.TypeFault? {
    if case .oneOf(let texts) = type, texts.isEmpty { return .noTexts }
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

  /// Numbers the ranks in their order, so that matching compares two integers. There are few beside
  /// the variants.
  private mutating func assignOrders() {
    let sorted = ranks.values.indices.sorted {
      ranks.values[$0].lexicographicallyPrecedes(ranks.values[$1])
    }
    var places = [Int](repeating: 0, count: sorted.count)
    for (place, number) in sorted.enumerated() { places[number] = place }
    orders = ranks.sequence.map { places[Int($0)] }
  }
}
