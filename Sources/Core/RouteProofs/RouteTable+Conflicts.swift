import Diagnostics
public import Links

extension RouteTable {
  /// Builds a table, and proves that no two of its routes conflict.
  ///
  /// - Throws: All errors of the routes themselves; if there are none, an error for every route
  ///   that ties with an earlier one and shares a link with it.
  public convenience init(_ specifications: [RouteSpecification]) throws(RouteTableErrors) {
    try self.init(unchecked: specifications)
    let conflicts = conflicts()
    guard conflicts.isEmpty else {
      throw RouteTableErrors(
        errors: conflicts.keys.sorted().compactMap { conflicts[$0] },
        routes: Set(conflicts.keys), areCompared: true)
    }
  }

  /// One error for every route that ties with an earlier one and shares a link with it.
  ///
  /// Only variants of equal rank can tie. Grouping them by their literal segments avoids most
  /// comparisons.
  private func conflicts() -> [Int: PatternError] {
    let keys = BucketKeys(shared.rows, orders: orders)
    var search = ConflictSearch(table: self)
    let fixed = variants.indices.filter { variants[$0].rest == nil }
    for bucket in buckets(of: fixed, keys.whole) { search.compare(bucket) { _, _ in true } }
    let rests = variants.indices.filter { variants[$0].rest != nil }
    let withRest = Set(rests.map { orders[$0] })
    let all = rests.isEmpty ? [] : variants.indices.filter { withRest.contains(orders[$0]) }
    for bucket in buckets(of: all, keys.beginnings)
    where bucket.contains(where: { variants[$0].rest != nil }) {
      // Two variants without a rest are compared above if necessary.
      search.compare(bucket) { $0.rest != nil || $1.rest != nil }
    }
    return search.errors
  }

  /// The groups of two or more variants with the same key, ordered by their first variants.
  private func buckets(of indices: [Int], _ keys: [UInt64]) -> [[Int]] {
    let sorted = indices.map { keys[$0] }.sorted()
    var repeated: [UInt64: [Int]] = [:]
    for (one, next) in zip(sorted, sorted.dropFirst()) where one == next { repeated[one] = [] }
    guard !repeated.isEmpty else { return [] }
    for index in indices { repeated[keys[index]]?.append(index) }
    return repeated.values.sorted { $0[0] < $1[0] }
  }
}

/// Hashes of the rank and literal segments of each variant, ASCII in lower case. A collision only
/// costs a comparison.
private struct BucketKeys {
  /// Of all segments.
  private(set) var whole: [UInt64] = []
  /// Of the leading literals only: if one of two variants has a rest, later segments need not be
  /// aligned.
  private(set) var beginnings: [UInt64] = []

  init(_ rows: TableRows, orders: [Int]) {
    let own = rows.matchers.map(Self.number(of:))
    let literals = rows.matchers.map(Self.isLiteral)
    whole.reserveCapacity(orders.count)
    beginnings.reserveCapacity(orders.count)
    for (index, order) in orders.enumerated() {
      var key = FNV()
      key.add(UInt64(truncatingIfNeeded: order))
      var beginning: UInt64?
      for segment in rows.segments[rows.segments(of: index)] {
        if !literals[Int(segment)], beginning == nil { beginning = key.value }
        key.add(own[Int(segment)])
      }
      whole.append(key.value)
      beginnings.append(beginning ?? key.value)
    }
  }

  private static func isLiteral(_ matcher: SegmentMatcher) -> Bool {
    switch matcher {
    case .literal, .foldedLiteral: true
    case .free, .typed, .piece: false
    }
  }

  private static func number(of matcher: SegmentMatcher) -> UInt64 {
    var hash = FNV()
    if case .literal(let bytes) = matcher { hash.add(bytes.lazy.map(\.folded)) }
    if case .foldedLiteral(let bytes) = matcher { hash.add(bytes.lazy.map(\.folded)) }
    return hash.value
  }
}

/// Compares variants of equal rank.
private struct ConflictSearch {
  let table: RouteTable
  /// The conflict of each route that has one.
  private(set) var errors: [Int: PatternError] = [:]
  private var stepsLeft = Limits.comparisonStepsMax
  private var automata: [Int: NFA] = [:]

  init(table: RouteTable) {
    self.table = table
  }

  /// Compares the variants of a bucket, until each has one conflict.
  ///
  /// The automata of a large bucket are run together to find those that share a path, unless that
  /// takes too many steps.
  mutating func compare(_ bucket: [Int], where isWorth: (TableVariant, TableVariant) -> Bool) {
    guard bucket.count > 1 else { return }
    guard bucket.count > fewVariants else { return compareEach(bucket, isWorth) }
    let bucket = bucket.sorted()
    var search = ProductSearch(sharing: bucket.map { automaton($0) })
    let stepsMax = stepsLeft / 16
    var groupStepsLeft = stepsMax
    guard let groups = search.groups(stepsLeft: &groupStepsLeft) else {
      stepsLeft -= stepsMax
      return compareEach(bucket, isWorth)
    }
    var isCompared: Set<[Int]> = []
    for group in groups {
      for (place, later) in group.enumerated() {
        for earlier in group[..<place] where isCompared.insert([earlier, later]).inserted {
          compare(bucket[earlier], bucket[later], isWorth)
        }
      }
    }
  }

  /// Compares each variant with those whose literal prefix is a prefix of its own: in sorted order,
  /// such variants form a stack.
  private mutating func compareEach(
    _ bucket: [Int], _ isWorth: (TableVariant, TableVariant) -> Bool
  ) {
    let sorted = bucket.map { (index: $0, prefix: table.variants[$0].expression.literalPrefix) }
      .sorted { left, right in
        left.prefix == right.prefix
          ? left.index < right.index : left.prefix.lexicographicallyPrecedes(right.prefix)
      }
    var stack: [(index: Int, prefix: [Symbol])] = []
    for one in sorted {
      while let last = stack.last, !one.prefix.starts(with: last.prefix) { stack.removeLast() }
      for other in stack {
        compare(min(one.index, other.index), max(one.index, other.index), isWorth)
      }
      stack.append(one)
    }
  }

  private mutating func compare(
    _ earlier: Int, _ later: Int, _ isWorth: (TableVariant, TableVariant) -> Bool
  ) {
    let route = table.variants[later].route
    guard stepsLeft > 0, errors[route] == nil, table.variants[earlier].route != route,
      isWorth(table.variants[earlier], table.variants[later])
    else { return }
    errors[route] = conflict(earlier, later)
  }

  private mutating func conflict(_ earlier: Int, _ later: Int) -> PatternError? {
    let first = table.variants[earlier].route
    let second = table.variants[later].route
    guard shareBase(first, second) else { return nil }
    guard let items = QueryChoices.plain(for: [table.routes[first], table.routes[second]]) else {
      return nil
    }
    var search = OverlapSearch(automaton(earlier), automaton(later), stepsLeft: stepsLeft)
    let path = search.shortest()
    stepsLeft = search.stepsLeft
    let specification = table.routes[second].specification
    guard stepsLeft > 0 else {
      return .tooLarge(
        .comparison, pattern: specification.pattern.text, limit: Limits.comparisonStepsMax,
        at: specification.position)
    }
    guard let path else { return nil }
    // The shortest common path may exceed a limit of links; then no link is shared.
    let witness = SymbolText.path(path) + SymbolText.query(items)
    guard let link = try? Link(witness), table.accepts(route: first, link: link),
      table.accepts(route: second, link: link)
    else { return nil }
    let existing = table.routes[first].specification
    return .conflict(
      route: specification.label, existing: existing.label, existingAt: existing.position,
      witness: witness, at: specification.position)
  }

  private mutating func automaton(_ variant: Int) -> NFA {
    if let known = automata[variant] { return known }
    let automaton = NFA(table.variants[variant].expression)
    automata[variant] = automaton
    return automaton
  }

  /// Different bases that cover the same link are tried in turn, so only routes under one base tie.
  private func shareBase(_ first: Int, _ second: Int) -> Bool {
    table.bases.isEmpty
      || zip(table.routes[first].isUnderBase, table.routes[second].isUnderBase).contains {
        $0 && $1
      }
  }
}

/// Up to this many variants are compared pairwise.
private let fewVariants = 8
