import Diagnostics
import Languages
import Links
package import RouteProofs

extension RouteSurvey {
  /// A route that a target can lead to.
  package struct Passage {
    package let route: Int
    /// Links that the target can become, judged by its values alone, and that open the route, with
    /// queries of several kinds. Empty if the steps ran out before one was found or disproved.
    package let links: [String]
  }

  /// Finds those of some routes that a target can lead to. It is proven that it leads to none of
  /// the others, whatever the values.
  ///
  /// - Parameters:
  ///   - route: The route whose values are filled in.
  ///   - others: The routes in question.
  ///   - keepsQuery: Whether the items of the route's own link are passed on.
  package func passages(
    of target: [TargetPiece], from route: Int, to others: Set<Int>, keepsQuery: Bool = true
  ) -> [Passage] {
    guard
      let image = TargetImage(target, parameters: table.routes[route], keepsQuery: keepsQuery)
    else {
      return passages(ofWhole: target, to: others)
    }
    let automaton = NFA(image.path)
    return Dictionary(grouping: variants(near: image, of: others)) { table.variants[$0].route }
      .inOrder { $0.key < $1.key }
      .compactMap { other, variants in
        guard image.mayFulfil(table.routes[other].conditions) else { return nil }
        var isUndecided = false
        for variant in variants {
          switch path(in: automaton, opening: variant) {
          case .found(let path):
            let items = plainQuery(of: other) ?? []
            let plain = link(path, items, base: nil)
            return Passage(route: other, links: [plain] + links(in: automaton, opening: variant))
          case .none: break
          case .undecided: isUndecided = true
          }
        }
        return isUndecided ? Passage(route: other, links: []) : nil
      }
  }

  /// The same for a target with a base of its own.
  private func passages(ofWhole target: [TargetPiece], to others: Set<Int>) -> [Passage] {
    let others = others.sorted()
    guard stepsLeft > 0, let link = target.text else {
      return others.map { Passage(route: $0, links: []) }
    }
    let opened = winner(of: link)
    return others.compactMap { other in
      if other == opened { return Passage(route: other, links: [link]) }
      // The redirected link's query may fulfil these conditions.
      return table.routes[other].conditions.isEmpty ? nil : Passage(route: other, links: [])
    }
  }

  /// A path of a language that opens a variant, ignoring rivals that depend on the query or base.
  private func path(in language: NFA, opening variant: Int) -> ProductSearch.Outcome {
    // Most share no path at all, which the overlap search proves faster.
    guard overlap(language, automaton(variant)) != nil else {
      return stepsLeft > 0 ? .none : .undecided
    }
    let rivals = rivals(of: variant, base: nil).filter { rival in
      let route = table.routes[rival.route]
      return route.conditions.isEmpty && route.isUnderEveryBase
    }
    var search = ProductSearch([language, automaton(variant)], rivals: rivals.map { $0.automaton })
    return search.shortest(stepsLeft: &stepsLeft)
  }

  /// Links with a path of a language that open a variant, with queries that its rivals do not
  /// accept.
  private func links(in language: NFA, opening variant: Int) -> [String] {
    let path = path(
      [language, automaton(variant)], to: table.variants[variant].route,
      past: rivals(of: variant, base: nil))
    var links: [String] = []
    _ = path.search(alongside: nil, stepsLeft: &stepsLeft) { symbols, items in
      links.append(link(symbols, items, base: nil))
      return false
    }
    return links
  }
}

extension [TargetPiece] {
  /// The whole target; nil if it has values.
  package var text: String? {
    reduce("") { text, piece in
      if case .text(let more) = piece { text.map { $0 + more } } else { nil }
    }
  }
}
