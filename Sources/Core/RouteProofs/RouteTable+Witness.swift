public import Links

extension RouteTable {
  /// The shortest sample link that opens a route: one that it accepts and that no other route wins.
  ///
  /// - Parameter route: An index into the array that the table was made of.
  /// - Returns: A path from inside with the query that the route needs; where every such path ties
  ///   with a route under another base, a whole link. Nil if the route is dead (other routes win
  ///   all its links), or if no link was found within `Limits.witnessStepsMax`.
  public func witness(of route: Int) -> String? {
    let conditions = routes[route].conditions.map(\.query).filter { !$0.isOptional }
    var items: [QueryItem] = []
    for condition in conditions {
      guard let value = condition.type.common(with: condition.type) else { return nil }
      items.append(QueryItem(name: condition.name, value: value))
    }
    if let path = witness(of: route, items, base: nil) { return path }
    for index in bases.indices where routes[route].isUnderBase[index] {
      if let link = witness(of: route, items, base: index) { return link }
    }
    return nil
  }

  private func witness(of route: Int, _ items: [QueryItem], base: Int?) -> String? {
    var shortest: String?
    for variant in routes[route].variants {
      guard let link = witness(ofVariant: variant, items, base: base) else { continue }
      if let known = shortest, known.utf8.count <= link.utf8.count { continue }
      shortest = link
    }
    return shortest
  }

  private func witness(ofVariant index: Int, _ items: [QueryItem], base: Int?) -> String? {
    let wanted = Closures(Program(variants[index].expression))
    var plain = OverlapSearch(wanted, wanted, stepsLeft: Limits.comparisonStepsMax)
    guard let first = plain.shortest(from: .path) else { return nil }
    let simple = link(first, items, base: base)
    if opens(simple, variants[index].route) { return simple }
    let rivals = variants.indices.filter { isRival($0, of: index, items, base: base) }
    var search = WitnessSearch(
      [wanted], rivals: rivals.map { Closures(Program(variants[$0].expression)) })
    var stepsLeft = Limits.witnessStepsMax
    guard case .found(let path) = search.shortest(stepsLeft: &stepsLeft) else { return nil }
    let found = link(path, items, base: base)
    return opens(found, variants[index].route) ? found : nil
  }

  private func link(_ path: [Symbol], _ items: [QueryItem], base: Int?) -> String {
    let text = SymbolText.path(path)
    let query = SymbolText.query(items)
    guard let base else { return text + query }
    return bases[base].shape.link(
      path: text, query: query, labels: bases[base].shape.isWildcard ? "www." : "")
  }

  private func opens(_ text: String, _ route: Int) -> Bool {
    guard let link = try? Link(text), let match = try? match(link) else { return false }
    return match.route == route
  }

  /// Whether a variant of another route could take links from this one.
  private func isRival(_ other: Int, of index: Int, _ items: [QueryItem], base: Int?) -> Bool {
    let route = variants[other].route
    guard route != variants[index].route, orders[other] <= orders[index] else {
      return false
    }
    if let base, !routes[route].isUnderBase[base] { return false }
    return routes[route].accepts(items) && canMeet(variants[other], variants[index])
  }

  /// False if two variants surely share no path, by the count and the literals of their segments.
  private func canMeet(_ first: TableVariant, _ second: TableVariant) -> Bool {
    if first.rest == nil, second.rest == nil, first.segments.count != second.segments.count {
      return false
    }
    return !zip(first.segments, second.segments).contains { left, right in
      guard case .literal(let bytes) = right else { return false }
      return !left.accepts(bytes[...])
    }
  }
}
