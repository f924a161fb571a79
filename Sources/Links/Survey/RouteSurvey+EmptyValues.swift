extension RouteSurvey {
  /// A path parameter of a route whose value can be the empty text, and a link that makes it so;
  /// nil if there is none. An optional parameter that is absent has no value, which is not the
  /// same.
  package func emptyValue(of route: Int) -> (parameter: Int, link: String)? {
    guard let items = plainQuery(of: [table.routes[route]]) else { return nil }
    for variant in table.routes[route].variants {
      for capture in table.variants[variant].captures {
        guard capture.canBeEmpty,
          let emptied = table.variants[variant].expression.emptying(capture.parameter)
        else { continue }
        let wanted = Closures(Program(emptied))
        guard let path = overlap(wanted, wanted) else { continue }
        let text = link(path, items, base: nil)
        guard let read = try? Link(text), let match = try? table.match(read), match.route == route,
          match.values[capture.parameter].map(\.isEmpty) ?? false
        else { continue }
        return (capture.parameter, text)
      }
    }
    return nil
  }
}

extension TableVariant.Capture {
  /// A whole segment is never empty, and neither are all segments that are left.
  fileprivate var canBeEmpty: Bool {
    switch source {
    case .segment, .all: false
    case .piece, .rest: true
    }
  }
}

extension Expression {
  /// The expression where a parameter's value is empty; nil if it cannot be.
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
    // Patterns capture nothing inside of these.
    case .symbols, .choice, .repeated: false
    }
  }

  /// Whether the empty text matches.
  var isNullable: Bool {
    switch self {
    case .symbols: false
    case .sequence(let parts): parts.allSatisfy(\.isNullable)
    case .choice(let parts): parts.contains(where: \.isNullable)
    case .repeated(let part, let least, _, _): least == 0 || part.isNullable
    case .capture(_, let part): part.isNullable
    }
  }
}
