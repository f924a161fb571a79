import Links

extension RouteSurvey {
  /// A way from a target to a route that its links can open.
  package struct Passage {
    /// The route.
    package let route: Int
    /// Paths that the target can become, as far as its values tell, and that open the route, with
    /// queries of several kinds; none if it took too many steps to find one, or to find that there
    /// is none.
    package let links: [String]
  }

  /// The routes among some that a target may lead to, whatever the values. That it leads to no
  /// other of them is proven.
  ///
  /// - Parameters:
  ///   - route: The route whose values are put in.
  ///   - others: The routes that are asked about.
  package func passages(
    of target: [TargetPiece], from route: Int, to others: [Int]
  ) -> [Passage] {
    guard let image = TargetImage(target, parameters: table.routes[route], keepsQuery: true) else {
      return passages(ofWhole: target, to: others)
    }
    let automaton = Closures(Program(image.path))
    let prefix = image.path.literalPrefix
    return others.compactMap { other in
      guard image.mayFulfil(table.routes[other].conditions) else { return nil }
      var isUndecided = false
      for variant in table.routes[other].variants {
        let begin = literalPrefix(of: variant)
        guard begin.starts(with: prefix) || prefix.starts(with: begin) else { continue }
        switch path(in: automaton, opening: variant) {
        case .found(let path):
          let items = plainQuery(of: [table.routes[other]]) ?? []
          let plain = link(path, items, base: nil)
          return Passage(route: other, links: [plain] + links(in: automaton, opening: variant))
        case .none: break
        case .undecided: isUndecided = true
        }
      }
      return isUndecided ? Passage(route: other, links: []) : nil
    }
  }

  /// The same of a target with a base of its own.
  private func passages(ofWhole target: [TargetPiece], to others: [Int]) -> [Passage] {
    var link = ""
    for piece in target {
      guard case .text(let text) = piece else {
        return others.map { Passage(route: $0, links: []) }
      }
      link += text
    }
    let opened = winner(of: link)
    return others.compactMap { other in
      if other == opened { return Passage(route: other, links: [link]) }
      // The query of the link that is redirected may fulfil these.
      return table.routes[other].conditions.isEmpty ? nil : Passage(route: other, links: [])
    }
  }

  /// A path of a language that opens a variant, unless routes for some queries or bases take it.
  private func path(in language: Closures, opening variant: Int) -> WitnessSearch.Outcome {
    // Nearly all share no path at all, which is found out sooner.
    guard overlap(language, automaton(variant)) != nil else {
      return stepsLeft > 0 ? .none : .undecided
    }
    let rivals = rivals(of: variant, base: nil).filter { rival in
      let route = table.routes[table.variants[rival.variant].route]
      return route.conditions.isEmpty && route.isUnderEveryBase
    }
    var search = WitnessSearch([language, automaton(variant)], rivals: rivals.map(\.automaton))
    return search.shortest(stepsLeft: &stepsLeft)
  }

  /// Links with a path of a language that open a variant, with queries that its rivals do not take.
  private func links(in language: Closures, opening variant: Int) -> [String] {
    let route = table.variants[variant].route
    let rivals = rivals(of: variant, base: nil).map { rival in
      (route: table.routes[table.variants[rival.variant].route], automaton: rival.automaton)
    }
    var routes: [TableRoute] = []
    for rival in rivals where !routes.contains(rival.route) {
      routes.append(rival.route)
    }
    let choices = QueryChoices.all(for: [table.routes[route]], against: routes) ?? []
    return choices.compactMap { items in
      let taking = rivals.filter { $0.route.accepts(items) }.map(\.automaton)
      var search = WitnessSearch([language, automaton(variant)], rivals: taking)
      guard case .found(let path) = search.shortest(stepsLeft: &stepsLeft) else { return nil }
      return link(path, items, base: nil)
    }
  }
}
