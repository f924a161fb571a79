import Diagnostics
import Languages
import Links

/// Compares variants of equal rank that share links: decides which of their routes comes first, or
/// that they conflict.
struct TieSearch: ~Copyable {
  let table: RouteTable
  /// The conflict of each route that has one with an earlier route.
  private(set) var errors: [Int: Diagnostic] = [:]
  /// The routes that each route precedes.
  private(set) var followers: [Int: Set<Int>] = [:]
  private(set) var stepsLeft: Int
  private var automata: [Int: NFA] = [:]
  private var suffixes: [Int: [Symbol]] = [:]
  private var bases: [Int: [Int]] = [:]
  /// Routes that are written alike have the same number.
  private var forms = Numbering<Form>()
  private var formNumbers: [Int: Int] = [:]
  private var inclusions: [IndexPair: Inclusion] = [:]
  /// All variants; built when first needed.
  private var index: OverlapIndex?

  private struct IndexPair: Hashable {
    let first: Int
    let second: Int
  }

  /// A route as it is written, but for the names of parameters.
  private struct Form: Hashable {
    let skeleton: PatternSkeleton
    let types: [ValueType]
    let conditions: Set<QueryParameter>
    let isCaseSensitive: Bool
  }

  /// Whether all links of one of two routes are links of the other.
  private enum Inclusion { case none, equal, firstInSecond, secondInFirst }

  init(table: RouteTable, stepsMax: Int) {
    self.table = table
    stepsLeft = stepsMax
  }

  /// Compares the variants of a bucket, until each has one conflict.
  ///
  /// The automata of a large bucket are run together to find those that share a path, unless that
  /// takes too many steps.
  mutating func compare(_ bucket: [Int], where isWorth: (TableVariant, TableVariant) -> Bool) {
    guard bucket.count > 1 else { return }
    guard bucket.count > fewVariants else { return compareEach(bucket, isWorth) }
    let bucket = bucket.ascending()
    var search = ProductSearch(sharing: bucket.map { automaton($0) })
    let stepsMax = stepsLeft / 16
    var groupStepsLeft = stepsMax
    guard let groups = search.groups(stepsLeft: &groupStepsLeft) else {
      stepsLeft -= stepsMax
      return compareEach(bucket, isWorth)
    }
    var isCompared: Set<IndexPair> = []
    for group in groups {
      for (place, later) in group.enumerated() {
        for earlier in group[..<place] {
          // One conflict is enough; without this, n equal routes would take n² comparisons.
          if errors[table.variants[bucket[later]].route] != nil { break }
          guard stepsLeft > 0 else {
            refuse(table.variants[bucket[later]].route)
            break
          }
          guard
            groups.count == 1
              || isCompared.insert(IndexPair(first: earlier, second: later)).inserted
          else { continue }
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
      .inOrder { left, right in
        left.prefix == right.prefix
          ? left.index < right.index : left.prefix.lexicographicallyPrecedes(right.prefix)
      }
    var stack: [(index: Int, prefix: [Symbol])] = []
    for one in sorted {
      while let last = stack.last, !one.prefix.starts(with: last.prefix) { stack.removeLast() }
      for other in stack {
        guard stepsLeft > 0 else {
          refuse(table.variants[one.index].route)
          break
        }
        compare(min(one.index, other.index), max(one.index, other.index), isWorth)
      }
      stack.append(one)
    }
  }

  private mutating func compare(
    _ earlier: Int, _ later: Int, _ isWorth: (TableVariant, TableVariant) -> Bool
  ) {
    let (first, second) = (table.variants[earlier].route, table.variants[later].route)
    stepsLeft -= 1
    guard errors[second] == nil, first != second, !isOrdered(first, second),
      isWorth(table.variants[earlier], table.variants[later]), mayEndAlike(earlier, later),
      shareBase(first, second) || !areSame(first, second)
    else { return }
    let error = settle(earlier, later)
    if stepsLeft > 0 { errors[second] = error } else { refuse(second) }
  }

  private mutating func mayEndAlike(_ variant: Int, _ other: Int) -> Bool {
    let (one, two) = (suffix(variant), suffix(other))
    return one.starts(with: two) || two.starts(with: one)
  }

  private func isOrdered(_ first: Int, _ second: Int) -> Bool {
    followers[first]?.contains(second) ?? false || followers[second]?.contains(first) ?? false
  }

  /// Records that no steps are left to compare a route. All such routes have this error, so that
  /// the table without them has none.
  private mutating func refuse(_ route: Int) {
    guard errors[route] == nil else { return }
    let specification = table.routes[route].specification
    errors[route] = .tooLarge(
      .comparison, pattern: specification.pattern.text, limit: Limits.comparisonStepsMax,
      at: specification.position)
  }

  /// Records which route of two variants comes first, if they share a link; returns their conflict
  /// if neither does. The answer is wrong if the steps run out.
  private mutating func settle(_ earlier: Int, _ later: Int) -> Diagnostic? {
    let first = table.variants[earlier].route
    let second = table.variants[later].route
    guard
      let items = QueryChoices.plain(
        for: [table.routes[first], table.routes[second]], &stepsLeft)
    else { return nil }
    var search = OverlapSearch(automaton(earlier), automaton(later), stepsLeft: stepsLeft)
    let path = search.shortest()
    stepsLeft = search.stepsLeft
    // The shortest common path may exceed a limit of links; then no link is shared.
    guard let path, let link = link(path, items, first, second) else { return nil }
    switch inclusion(first, second) {
    case .firstInSecond: followers[first, default: []].insert(second)
    case .secondInFirst: followers[second, default: []].insert(first)
    case .none, .equal:
      let bases = sharedBases(first, second)
      guard let witness = conflict(earlier, later, link, under: bases) else { return nil }
      let specification = table.routes[second].specification
      let existing = table.routes[first].specification
      return .conflict(
        route: specification.label, existing: existing.label, existingAt: existing.position,
        witness: witness, at: specification.position)
    }
    return nil
  }

  /// The link if it is well-formed and both routes accept it.
  private func link(
    _ path: [Symbol], _ items: [QueryItem], _ first: Int, _ second: Int
  ) -> Link? {
    guard let link = try? Link(SymbolText.path(path) + SymbolText.query(items)),
      table.accepts(route: first, link: link), table.accepts(route: second, link: link)
    else { return nil }
    return link
  }

  private mutating func automaton(_ variant: Int) -> NFA {
    if let known = automata[variant] { return known }
    let automaton = NFA(table.variants[variant].expression)
    automata[variant] = automaton
    return automaton
  }

  private mutating func suffix(_ variant: Int) -> [Symbol] {
    if let known = suffixes[variant] { return known }
    let suffix = table.variants[variant].expression.literalSuffix
    suffixes[variant] = suffix
    return suffix
  }

  /// The bases that both routes are under. Different bases that cover the same link are tried in
  /// turn, so only routes under one base tie. Nil means paths from inside, if the table has no
  /// bases or a route is under none.
  private mutating func sharedBases(_ first: Int, _ second: Int) -> [Int?] {
    guard !meetInside(first, second) else { return [nil] }
    let other = table.routes[second].isUnderBase
    return bases(of: first).filter { other[$0] }
  }

  private mutating func shareBase(_ first: Int, _ second: Int) -> Bool {
    if meetInside(first, second) { return true }
    let other = table.routes[second].isUnderBase
    return bases(of: first).contains { other[$0] }
  }

  private mutating func bases(of route: Int) -> [Int] {
    if let known = bases[route] { return known }
    let found = table.bases(of: route)
    bases[route] = found
    return found
  }

  private func meetInside(_ first: Int, _ second: Int) -> Bool {
    table.bases.isEmpty || table.routes[first].isInternal || table.routes[second].isInternal
  }

  // MARK: Inclusion

  private mutating func inclusion(_ first: Int, _ second: Int) -> Inclusion {
    let pair = IndexPair(first: first, second: second)
    if let known = inclusions[pair] { return known }
    var found = Inclusion.equal
    if !areSame(first, second) {
      switch (includes(second, first), includes(first, second)) {
      case (true, true): found = .equal
      case (true, false): found = .firstInSecond
      case (false, true): found = .secondInFirst
      case (false, false): found = .none
      }
    }
    inclusions[pair] = found
    return found
  }

  private mutating func precedes(_ route: Int, _ other: Int) -> Bool {
    route < other
      ? inclusion(route, other) == .firstInSecond : inclusion(other, route) == .secondInFirst
  }

  /// Whether two routes are written alike, but for the names of parameters.
  private mutating func areSame(_ first: Int, _ second: Int) -> Bool {
    form(of: first) == form(of: second)
  }

  private mutating func form(of route: Int) -> Int {
    if let known = formNumbers[route] { return known }
    let specification = table.routes[route].specification
    let number = forms.number(
      of: Form(
        skeleton: PatternSkeleton(specification.pattern, folding: .none),
        types: table.routes[route].pathTypes,
        conditions: Set(table.routes[route].conditions.map { $0.query }),
        isCaseSensitive: specification.isCaseSensitive))
    formNumbers[route] = number
    return number
  }

  /// Whether every path and query that a route accepts, another accepts too.
  private mutating func includes(_ outer: Int, _ inner: Int) -> Bool {
    guard
      QueryChoices.areIncluded(table.routes[inner], in: table.routes[outer], &stepsLeft)
    else { return false }
    let all = table.routes[outer].variants.map { automaton($0) }
    return table.routes[inner].variants.allSatisfy {
      ProductSearch.isEmpty([automaton($0)], rivals: all, &stepsLeft)
    }
  }

  // MARK: Third routes

  /// A link that two variants share, and that is taken neither by a route that comes before one of
  /// theirs nor by a better variant; nil if there is none.
  ///
  /// - Parameter link: A link that both accept.
  private mutating func conflict(
    _ earlier: Int, _ later: Int, _ link: Link, under bases: [Int?]
  ) -> String? {
    guard errors.count < Limits.settledConflictsMax else { return link.text }
    for base in bases where stepsLeft > 0 {
      guard isTaken(link, from: earlier, later, under: base) else { return link.text }
      if let found = untaken(earlier, later, under: base, otherwise: link) { return found }
    }
    return nil
  }

  private mutating func isTaken(
    _ link: Link, from earlier: Int, _ later: Int, under base: Int?
  ) -> Bool {
    guard
      let (order, routes) = table.contenders(for: link, under: base, stepsLeft: &stepsLeft)
    else { return false }
    guard order == table.ranks[earlier] else { return true }
    guard routes.count <= Limits.contendersMax else { return false }
    let (first, second) = (table.variants[earlier].route, table.variants[later].route)
    return routes.contains { precedes($0, first, or: second) }
  }

  /// Whether a third route precedes one of two. If it precedes only one, it may conflict with the
  /// other instead.
  private mutating func precedes(_ route: Int, _ first: Int, or second: Int) -> Bool {
    route != first && route != second && (precedes(route, first) || precedes(route, second))
  }

  private mutating func untaken(
    _ earlier: Int, _ later: Int, under base: Int?, otherwise link: Link
  ) -> String? {
    guard let takers = takers(from: earlier, later, under: base) else { return link.text }
    let (first, second) = (table.variants[earlier].route, table.variants[later].route)
    let path = LinkSet(
      first: nil, end: nil, wanted: [automaton(earlier), automaton(later)],
      rivals: takers,
      routes: [table.routes[first], table.routes[second]])
    var found: String?
    var hasPath = false
    var steps = stepsLeft
    let isDecided = path.search(alongside: nil, stepsLeft: &steps) { path, items in
      hasPath = true
      // The path may exceed a limit of links.
      found = self.link(path, items, first, second)?.text
      return found != nil
    }
    stepsLeft = steps
    return found ?? (isDecided || hasPath ? nil : link.text)
  }

  /// The variants that take links from two variants of equal rank; nil if too many tie with them.
  private mutating func takers(
    from earlier: Int, _ later: Int, under base: Int?
  ) -> [LinkSet.Rival]? {
    let (first, second) = (table.variants[earlier].route, table.variants[later].route)
    let order = table.ranks[earlier]
    let index = index ?? OverlapIndex(table)
    self.index = index
    let near = index.neighbours(of: earlier, maxOrder: order, &stepsLeft)
    guard near.count(where: { table.ranks[$0] == order }) <= Limits.contendersMax else {
      return nil
    }
    return near.filter { other in
      let route = table.variants[other].route
      guard base.map({ table.routes[route].isUnderBase[$0] }) ?? true else { return false }
      return table.ranks[other] < order || precedes(route, first, or: second)
    }.map { .init(automaton: automaton($0), route: table.routes[table.variants[$0].route]) }
  }
}

/// Up to this many variants are compared pairwise.
private let fewVariants = 8
