import Languages
import Links
import RouteProofs

/// Which rules of an association file come too late: the first that matches a link decides.
struct RuleOrder {
  /// What the rules ahead of an excluded one leave to it.
  enum Remainder {
    /// All its links: it can be taken as it is.
    case all
    /// Nothing: it never decides.
    case nothing
    /// Some, or unknown.
    case some
  }

  private struct Rule {
    let automata: [NFA]
    /// Whether it matches every link with one of its paths.
    let isPlain: Bool
  }

  private let isCaseSensitive: Bool
  private var included: [Rule] = []
  private var stepsLeft = 1_000_000

  init(isCaseSensitive: Bool) {
    self.isCaseSensitive = isCaseSensitive
  }

  /// Adds a rule that includes links.
  /// - Parameters:
  ///   - pattern: The route of its path; `nil` if it matches nothing.
  ///   - isPlain: Whether only the path is compared.
  mutating func include(_ pattern: String?, isPlain: Bool) {
    guard let pattern else { return }
    included.append(Rule(automata: automata(of: pattern), isPlain: isPlain))
  }

  /// What is left to a rule that excludes links.
  mutating func remainder(of pattern: String) -> Remainder {
    let own = automata(of: pattern)
    guard !own.isEmpty else { return .some }
    let plain = included.filter(\.isPlain).flatMap(\.automata)
    if own.allSatisfy({ ProductSearch.isEmpty([$0], rivals: plain, &stepsLeft) }) {
      return .nothing
    }
    let isApart = included.allSatisfy { rule in
      !rule.automata.isEmpty
        && rule.automata.allSatisfy { other in
          own.allSatisfy { ProductSearch.isEmpty([$0, other], &stepsLeft) }
        }
    }
    return isApart ? .all : .some
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
