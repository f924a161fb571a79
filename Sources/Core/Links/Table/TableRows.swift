import Diagnostics
package import Languages

/// The routes of a table and their variants as rows of a few arrays: a million objects with arrays
/// of their own would dominate the time to build a table.
///
/// Indices have 32 bits: a table with more rows would need hundreds of gigabytes.
package struct TableRows: Sendable {
  struct Route: Sendable {
    /// The index of its first variant; the variants of the next route follow.
    let variants: Int32
    let conditions: Int32
    let basesUnder: Int32
    let parameterCount: Int32
  }

  struct Variant: Sendable {
    let route: Int32
    /// The indices of its first segment and capture; those of the next variant follow.
    let segments: Int32
    let captures: Int32
    /// An index of `rests`; -1 for none.
    var rest: Int32 = -1
  }

  let specifications: [RouteSpecification]
  /// One per route, and one after the last.
  var routes: [Route] = []
  /// One per variant, and one after the last.
  var variants: [Variant] = []
  /// The segments of all variants, as indices of `matchers`.
  package var segments: [Int32] = []
  package var matchers: [SegmentMatcher] = []
  var captures: [TableVariant.Capture] = []
  var rests: [TableVariant.Rest] = []
  /// The declared query items of routes that have any; the first entry is empty, for the others.
  var conditions: [[TableRoute.Condition]] = [[]]
  /// For each base of the table, whether a route is under it.
  var basesUnder: [[Bool]] = []

  /// Appends a route, before its variants.
  mutating func appendRoute(conditions: Int, bases: Int, parameterCount: Int) {
    routes.append(
      Route(
        variants: Int32(row: variants.count),
        conditions: Int32(row: conditions),
        basesUnder: Int32(row: bases),
        parameterCount: Int32(row: parameterCount)))
  }

  /// The row of a variant whose segments and captures are appended next.
  func nextVariant(of route: Int) -> Variant {
    Variant(
      route: Int32(row: route),
      segments: Int32(row: segments.count),
      captures: Int32(row: captures.count))
  }

  package func segments(of variant: Int) -> Range<Int> {
    Int(variants[variant].segments)..<Int(variants[variant + 1].segments)
  }
}

extension Int32 {
  /// The index of a row, or a number of rows.
  init(row: Int) { self.init(truncatingIfNeeded: row) }
}

/// The rows of a built table, retained by its routes and variants.
package final class SharedRows: Sendable {
  package let rows: TableRows

  init(_ rows: TableRows) {
    self.rows = rows
  }
}

/// A route of a table: what its variants share.
///
/// Two words, since lookups copy it; its contents are in the table's rows.
package struct TableRoute: Equatable, Sendable {
  package struct Condition: Sendable {
    package let query: QueryParameter
    /// The type that a value must fit to be taken; `nil` if each value that fits the condition is.
    let filter: ValueType?
    /// The parameter that takes the value; `nil` if a path parameter has the same name.
    package let parameter: Int?
  }

  private let shared: SharedRows
  private let index: Int

  init(_ shared: SharedRows, _ index: Int) {
    self.shared = shared
    self.index = index
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.shared === right.shared && left.index == right.index
  }

  package var specification: RouteSpecification { shared.rows.specifications[index] }

  /// The path parameters in the order of the pattern, then the query items and the other parts of
  /// the link in declared order.
  package var parameters: [Parameter] {
    let pattern = specification.pattern
    let parts = pattern.parts
    let own = zip(pattern.parameters, pathTypes).enumerated().map { index, pair in
      Parameter(
        name: pair.0.name, type: pair.1, isOptional: pair.0.isOptional, place: .path,
        spansSegments: parts.contains { $0.parameter == index && $0.canCrossSegments })
    }
    return own
      + conditions.filter { $0.parameter != nil }.map {
        Parameter(
          name: $0.query.name, type: $0.filter ?? $0.query.type, isOptional: $0.query.isOptional,
          place: .query, ignoresMisfits: $0.filter != nil)
      }
      + specification.parts.map {
        Parameter(name: $0.rawValue, type: .string, isOptional: true, place: .part($0))
      }
  }

  package var parameterCount: Int { Int(shared.rows.routes[index].parameterCount) }

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

  /// Whether it is declared to be under no base, so that only paths from inside open it.
  package var isInternal: Bool { specification.bases?.isEmpty ?? false }

  package var isUnderEveryBase: Bool { !isUnderBase.contains(false) }

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

/// One way to read a route's pattern, ready to match: single segments, then one automaton for the
/// rest if a piece can cross segments.
///
/// Two words, since lookups copy it; its contents are in the table's rows.
package struct TableVariant: Sendable {
  package enum Rest: Sendable {
    /// One or more segments, which are the value of one parameter.
    case all
    case program(Program)
  }

  /// The source of a path parameter's value.
  package struct Capture: Sendable {
    package enum Source: Sendable {
      case segment(Int)
      /// A capture of the segment's program.
      case piece(segment: Int, capture: Int)
      /// A capture of the rest's program; `isRaw` if it keeps empty segments.
      case rest(capture: Int, isRaw: Bool)
      case all
    }
    package let parameter: Int
    package let source: Source
  }

  package struct Segments: RandomAccessCollection {
    fileprivate let shared: SharedRows
    fileprivate let range: Range<Int>

    package var startIndex: Int { 0 }
    package var endIndex: Int { range.count }
    package subscript(_ index: Int) -> SegmentMatcher {
      shared.rows.matchers[number(of: index)]
    }

    /// The number of a segment's matcher; equal segments of a table have the same.
    package func number(of index: Int) -> Int {
      Int(shared.rows.segments[range.lowerBound + index])
    }
  }

  private let shared: SharedRows
  private let index: Int

  init(_ shared: SharedRows, _ index: Int) {
    self.shared = shared
    self.index = index
  }

  package var route: Int { Int(shared.rows.variants[index].route) }

  /// Its index among the variants of its route.
  package var number: Int { index - Int(shared.rows.routes[route].variants) }

  package var segments: Segments {
    Segments(shared: shared, range: shared.rows.segments(of: index))
  }

  package var rest: Rest? {
    let rest = Int(shared.rows.variants[index].rest)
    return rest < 0 ? nil : shared.rows.rests[rest]
  }

  package var hasRest: Bool { shared.rows.variants[index].rest >= 0 }

  package var captures: ArraySlice<Capture> {
    let rows = shared.rows
    return rows.captures[
      Int(rows.variants[index].captures)..<Int(rows.variants[index + 1].captures)]
  }

  /// The language of the whole path, with captures.
  package var expression: Expression {
    let route = TableRoute(shared, route)
    return VariantLanguage(
      segments: route.specification.pattern.variants[number].segments, types: route.pathTypes,
      isCaseSensitive: route.specification.isCaseSensitive
    ).expression
  }
}
