import Languages
import Links
import RouteProofs

/// Which rules of an association file come too late: the first that matches a link decides.
struct RuleOrder {
  private let isCaseSensitive: Bool
  /// The paths of rules that include all links with them.
  private var included: [NFA] = []
  /// The paths of rules that exclude all links with them.
  private var excluded: [NFA] = []
  private var stepsLeft = 1_000_000

  init(isCaseSensitive: Bool) {
    self.isCaseSensitive = isCaseSensitive
  }

  /// Adds a rule that only compares the path.
  /// - Parameter pattern: The route of its path.
  mutating func add(_ pattern: String, isExcluded: Bool) {
    if isExcluded {
      excluded += automata(of: pattern)
    } else {
      included += automata(of: pattern)
    }
  }

  /// Whether the rules of the other kind ahead of a rule match all its links; false if that is not
  /// known.
  mutating func isLate(_ pattern: String, isExcluded: Bool) -> Bool {
    let own = automata(of: pattern)
    let rivals = isExcluded ? included : excluded
    return !own.isEmpty
      && own.allSatisfy { ProductSearch.isEmpty([$0], rivals: rivals, &stepsLeft) }
  }

  /// The paths of each variant of a route; none if it is too large.
  private func automata(of pattern: String) -> [NFA] {
    guard let pattern = try? Pattern(pattern),
      let table = try? RouteTable([
        RouteSpecification(pattern, isCaseSensitive: isCaseSensitive)
      ])
    else { return [] }
    return table.variants.map { NFA($0.expression) }
  }
}
