import Links

extension RouteSurvey {
  /// The route of which `RouteTable.match` tells, found without trying every expression that stands
  /// beside others: a survey looks up a link for each of them.
  func winner(of link: Link) -> Int? {
    guard link.schemeEnd > 0 else { return winner(of: LinkPath(link: link, first: 0), base: nil).0 }
    for base in table.basesBySpecificity {
      guard let path = table.bases[base].shape.path(of: link) else { continue }
      let (route, isTaken) = winner(of: path, base: base)
      if isTaken { return route }
    }
    return nil
  }

  /// - Returns: The route, if one alone is the best; whether any accepts the path.
  private func winner(of path: LinkPath, base: Int?) -> (route: Int?, isTaken: Bool) {
    let query = path.link.query
    var best = Int.max
    var routes: Set<Int> = []
    for index in index.variants(near: path) where table.orders[index] <= best {
      guard table.accepts(table.variants[index], path) else { continue }
      let number = table.variants[index].route
      let route = table.routes[number]
      guard base.map({ route.isUnderBase[$0] }) ?? true, route.accepts(query) else { continue }
      if table.orders[index] < best { routes = [] }
      best = table.orders[index]
      routes.insert(number)
    }
    return (routes.count == 1 ? routes.first : nil, !routes.isEmpty)
  }
}
