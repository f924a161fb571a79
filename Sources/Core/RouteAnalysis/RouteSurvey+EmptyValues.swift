import Languages
import Links
package import RouteProofs

extension RouteSurvey {
  /// A path parameter of a route whose value can be empty, and a link with the empty value; nil if
  /// there is none. An absent optional parameter does not count: it has no value.
  package func emptyValue(of route: Int) -> (parameter: Int, link: String)? {
    guard let items = plainQuery(of: route) else { return nil }
    for variant in table.routes[route].variants {
      for capture in table.variants[variant].captures {
        guard capture.canBeEmpty,
          let emptied = table.variants[variant].expression.emptying(capture.parameter)
        else { continue }
        let wanted = NFA(emptied)
        let finds = [
          { self.overlap(wanted, wanted) }, { self.unrivalled(wanted, variant, items) },
        ]
        for find in finds {
          guard stepsLeft > 0, let path = find() else { continue }
          let text = link(path, items, base: nil)
          if value(of: capture.parameter, route, in: text)?.utf8.isEmpty == true {
            return (capture.parameter, text)
          }
        }
      }
    }
    return nil
  }

  /// The shortest of some paths of a variant that no other route takes.
  private func unrivalled(
    _ wanted: NFA, _ variant: Int, _ items: [QueryItem]
  ) -> [Symbol]? {
    guard !hasTwin(variant, base: nil) else { return nil }
    let rivals = rivals(of: variant, base: nil).filter { table.routes[$0.route].accepts(items) }
    var search = ProductSearch([wanted], rivals: rivals.map { $0.automaton })
    guard case .found(let path) = search.shortest(stepsLeft: &stepsLeft) else { return nil }
    return path
  }

  /// The value that a link gives to a parameter; nil if it does not open the route.
  private func value(of parameter: Int, _ route: Int, in text: String) -> String? {
    // Only the winner's lookup is counted as steps.
    guard winner(of: text) == route, let link = try? Link(text), let match = try? table.match(link)
    else { return nil }
    return match.values[parameter]
  }
}

extension TableVariant.Capture {
  /// A whole segment is never empty, nor is a wildcard that takes all remaining segments.
  fileprivate var canBeEmpty: Bool {
    switch source {
    case .segment, .all: false
    case .piece, .rest: true
    }
  }
}

extension Expression {
  /// The expression with the empty value for a parameter; nil if the value cannot be empty.
  fileprivate func emptying(_ parameter: Int) -> Expression? {
    switch self {
    case .capture(let own, let part) where own == parameter:
      return part.isNullable ? .empty : nil
    case .capture(let other, let part): return part.emptying(parameter).map { .capture(other, $0) }
    case .sequence(let parts):
      guard let index = parts.firstIndex(where: { $0.holds(parameter) }),
        let emptied = parts[index].emptying(parameter)
      else { return nil }
      return .sequence(parts[..<index] + [emptied] + parts[(index + 1)...])
    case .symbols, .choice, .repeated: return nil
    }
  }

  private func holds(_ parameter: Int) -> Bool {
    switch self {
    case .capture(parameter, _): true
    case .capture(_, let part): part.holds(parameter)
    case .sequence(let parts): parts.contains { $0.holds(parameter) }
    // Patterns capture nothing inside these.
    case .symbols, .choice, .repeated: false
    }
  }
}
