import Diagnostics
import Links

extension RouteTable {
  /// Every route that ties with one before it and shares a link with it, one error a route.
  ///
  /// Only variants of equal rank can tie. Those are put into buckets by their literal segments, so
  /// that most are never compared.
  ///
  func conflicts() -> [PatternError] {
    let keys = BucketKeys(shared.rows, orders: orders)
    var search = ConflictSearch(table: self)
    let fixed = variants.indices.filter { variants[$0].rest == nil }
    for bucket in buckets(of: fixed, keys.whole) { search.compare(bucket) { _, _ in true } }
    let rests = variants.indices.filter { variants[$0].rest != nil }
    let withRest = Set(rests.map { orders[$0] })
    let all = rests.isEmpty ? [] : variants.indices.filter { withRest.contains(orders[$0]) }
    for bucket in buckets(of: all, keys.beginnings)
    where bucket.contains(where: { variants[$0].rest != nil }) {
      // Two without a rest have been compared above, if they were worth it.
      search.compare(bucket) { $0.rest != nil || $1.rest != nil }
    }
    return search.errors.keys.sorted().compactMap { search.errors[$0] }
  }

  /// The variants that have a key in common, where there are two or more, in the order of the first
  /// of each bucket.
  private func buckets(of indices: [Int], _ keys: [UInt64]) -> [[Int]] {
    let sorted = indices.map { keys[$0] }.sorted()
    var repeated: [UInt64: [Int]] = [:]
    for (one, next) in zip(sorted, sorted.dropFirst()) where one == next { repeated[one] = [] }
    guard !repeated.isEmpty else { return [] }
    for index in indices { repeated[keys[index]]?.append(index) }
    return repeated.values.sorted { $0[0] < $1[0] }
  }
}

/// For each variant numbers that are the same for variants of one rank with the same literal
/// segments, ASCII in lower case. That others may have them too costs a comparison, no more.
private struct BucketKeys {
  /// All segments count.
  private(set) var whole: [UInt64] = []
  /// Only the literals that come first count: where one of two has a rest, the segments after those
  /// need not lie side by side.
  private(set) var beginnings: [UInt64] = []

  init(_ rows: TableRows, orders: [Int]) {
    let own = rows.matchers.map(Self.number(of:))
    let literals = rows.matchers.map(Self.isLiteral)
    whole.reserveCapacity(orders.count)
    beginnings.reserveCapacity(orders.count)
    for (index, order) in orders.enumerated() {
      var key = Self.mixed(Self.start, UInt64(truncatingIfNeeded: order))
      var beginning: UInt64?
      for segment in rows.segments[rows.segments(of: index)] {
        if !literals[Int(segment)], beginning == nil { beginning = key }
        key = Self.mixed(key, own[Int(segment)])
      }
      whole.append(key)
      beginnings.append(beginning ?? key)
    }
  }

  private static func isLiteral(_ matcher: SegmentMatcher) -> Bool {
    switch matcher {
    case .literal, .foldedLiteral: true
    case .free, .typed, .piece: false
    }
  }

  /// FNV-1a, 64 bits.
  private static func number(of matcher: SegmentMatcher) -> UInt64 {
    switch matcher {
    case .literal(let bytes), .foldedLiteral(let bytes):
      bytes.reduce(start) { ($0 ^ UInt64($1.folded)) &* prime }
    case .free, .typed, .piece: 0
    }
  }

  private static func mixed(_ key: UInt64, _ number: UInt64) -> UInt64 {
    let mixed = (key ^ number) &* prime
    return mixed ^ mixed >> 32
  }

  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01B3
}

/// Compares variants.
private struct ConflictSearch {
  let table: RouteTable
  /// For a route the error that names it.
  private(set) var errors: [Int: PatternError] = [:]
  private var stepsLeft = Limits.comparisonStepsMax
  private var closures: [Int: Closures] = [:]

  init(table: RouteTable) {
    self.table = table
  }

  /// Compares the variants of a bucket, each with those whose paths may begin like its own, until
  /// one conflicts.
  ///
  /// Of many, all are run at once to see which share a path at all, unless that takes too long.
  mutating func compare(_ bucket: [Int], where isWorth: (TableVariant, TableVariant) -> Bool) {
    guard bucket.count > 1 else { return }
    guard bucket.count > fewVariants else { return compareEach(bucket, isWorth) }
    let bucket = bucket.sorted()
    var texts = SharedTexts(bucket.map { automaton($0) })
    guard let groups = texts.groups(stepsMax: stepsLeft / 16) else {
      stepsLeft -= stepsLeft / 16
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

  /// Sorted by what their paths begin with, all that begin like a variant lie on one stack.
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
    guard let items = commonQuery(table.routes[first], table.routes[second]) else { return nil }
    var search = OverlapSearch(automaton(earlier), automaton(later), stepsLeft: stepsLeft)
    let path = search.shortest(from: .path)
    stepsLeft = search.stepsLeft
    let specification = table.routes[second].specification
    guard stepsLeft > 0 else {
      return .tooLarge(
        .comparison, pattern: specification.pattern.text, limit: Limits.comparisonStepsMax,
        at: specification.position)
    }
    guard let path else { return nil }
    // The shortest common text may still be over a limit of links; then no link is shared.
    let witness = SymbolText.path(path) + SymbolText.query(items)
    guard let link = try? Link(witness), table.accepts(route: first, link: link),
      table.accepts(route: second, link: link)
    else { return nil }
    let existing = table.routes[first].specification
    return .conflict(
      route: specification.label, existing: existing.label, existingAt: existing.position,
      witness: witness, at: specification.position)
  }

  private mutating func automaton(_ variant: Int) -> Closures {
    if let known = closures[variant] { return known }
    let made = Closures(Program(table.variants[variant].expression))
    closures[variant] = made
    return made
  }

  /// Different bases that cover one link are tried one after the other, so only an equal one ties.
  private func shareBase(_ first: Int, _ second: Int) -> Bool {
    table.bases.isEmpty
      || zip(table.routes[first].isUnderBase, table.routes[second].isUnderBase).contains {
        $0 && $1
      }
  }

  /// A query that fulfils the conditions of both; nil if there is none.
  private func commonQuery(_ first: TableRoute, _ second: TableRoute) -> [QueryItem]? {
    var items: [QueryItem] = []
    for condition in first.conditions + second.conditions where !condition.query.isOptional {
      let name = condition.query.name
      guard !items.contains(where: { sameBytes($0.name, name) }) else { continue }
      let types = (first.conditions + second.conditions)
        .filter { sameBytes($0.query.name, name) }.map(\.query.type)
      guard let one = types.first, let two = types.last, let value = one.common(with: two) else {
        return nil
      }
      items.append(QueryItem(name: name, value: value))
    }
    return items
  }
}

/// So many variants are compared each with each.
private let fewVariants = 8
