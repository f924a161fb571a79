import Diagnostics

/// A route of a table: what its variants share.
///
/// Two words, since lookups copy it; its contents are in the table's rows.
package struct TableRoute: Equatable, Sendable {
  /// A declared query item.
  package struct Condition: Sendable {
    package let query: QueryParameter
    /// The parameter that takes the value; `nil` if a path parameter has the same name.
    package let parameter: Int?
  }

  private let shared: SharedRows
  private let index: Int

  init(_ shared: SharedRows, _ index: Int) {
    self.shared = shared
    self.index = index
  }

  /// Whether both are the same route of one table.
  package static func == (left: Self, right: Self) -> Bool {
    left.shared === right.shared && left.index == right.index
  }

  package var specification: RouteSpecification { shared.rows.specifications[index] }

  /// The path parameters in the order of the pattern, then the query items in declared order.
  package var parameters: [Parameter] {
    let pattern = specification.pattern
    let own = zip(pattern.parameters, pathTypes).enumerated().map { index, pair in
      Parameter(
        name: pair.0.name, type: pair.1, isOptional: pair.0.isOptional, place: .path,
        spansSegments: pattern.parts.contains { $0.parameter == index && $0.canCrossSegments })
    }
    return own
      + conditions.filter { $0.parameter != nil }.map {
        Parameter(
          name: $0.query.name, type: $0.query.type, isOptional: $0.query.isOptional, place: .query)
      }
  }

  package var parameterCount: Int { Int(shared.rows.routes[index].parameterCount) }

  /// The type of each path parameter.
  package var pathTypes: [ValueType] {
    let specification = specification
    return specification.pattern.parameters.map { parameter in
      specification.types.first { sameBytes($0.name, parameter.name) }?.type ?? .string
    }
  }

  package var conditions: [Condition] {
    shared.rows.conditions[Int(shared.rows.routes[index].conditions)]
  }

  /// For each base of the table, whether the route is under it.
  package var isUnderBase: [Bool] {
    shared.rows.basesUnder[Int(shared.rows.routes[index].basesUnder)]
  }

  package var isUnderEveryBase: Bool { !isUnderBase.contains(false) }

  /// The indices of its variants.
  package var variants: Range<Int> {
    Int(shared.rows.routes[index].variants)..<Int(shared.rows.routes[index + 1].variants)
  }

  /// Whether a query has an item for each condition that is not optional, and the first item of
  /// each name fits.
  package func accepts(_ items: [QueryItem]) -> Bool {
    conditions.allSatisfy { condition in
      guard let item = items.first(where: { sameBytes($0.name, condition.query.name) }) else {
        return condition.query.isOptional
      }
      return condition.query.type.fits(item.value)
    }
  }
}
